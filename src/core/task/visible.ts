// Untrusted text in pieces, or as one plain string: what a browser or a terminal would hide or obey is drawn instead.

export interface Piece {
  text: string
  /** What the character is, where it had to be drawn: "U+202E right-to-left override". */
  drawn?: string
}

const names: Record<number, string> = {
  0x00: 'null', 0x07: 'bell', 0x08: 'backspace', 0x0d: 'carriage return', 0x1b: 'escape', 0x7f: 'delete',
  0xad: 'soft hyphen', 0x061c: 'Arabic letter mark',
  0x200b: 'zero-width space', 0x200c: 'zero-width non-joiner', 0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark', 0x200f: 'right-to-left mark', 0x2060: 'word joiner',
  0x202a: 'left-to-right embedding', 0x202b: 'right-to-left embedding', 0x202c: 'end of embedding',
  0x202d: 'left-to-right override', 0x202e: 'right-to-left override',
  0x2066: 'left-to-right isolate', 0x2067: 'right-to-left isolate', 0x2068: 'isolate', 0x2069: 'end of isolate',
  0x2028: 'line separator', 0x2029: 'paragraph separator', 0xfeff: 'byte order mark',
}

// Controls but tab and line feed, format characters (bidi, zero width, tags), separators, lone surrogates, private use.
const hidden = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** The pieces of a text in their order; every control, bidirectional or invisible character is a piece of its own. */
export function visible(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(hidden)) {
    const [before, after] = [text[match.index - 1] ?? '', text.slice(match.index + 1, match.index + 3)]
    if (joinsEmoji(match[0], before, after)) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push(drawn(match[0]))
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The text as part of a plain string (a title, an option, a name for a screen reader, a line in a terminal): "[U+202E]" where a character would be hidden or obeyed. */
export const plainText = (text: string): string => visible(text).map(({ text: piece, drawn }) => (drawn ? `[${drawn.split(' ')[0]}]` : piece)).join('')

/** JSON with such characters written as escapes: the same value, safe to read in a terminal. */
export const plainJson = (json: string): string =>
  json.replace(hidden, (character) => Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''))

// A zero-width joiner between two pictures makes one picture of them, and hides nothing.
function joinsEmoji(character: string, before: string, after: string): boolean {
  return character === '\u200d' && /[\udc00-\udfff\ufe0f]/.test(before) && /^\p{Extended_Pictographic}/u.test(after)
}

function drawn(character: string): Piece {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  const picture = code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? '\u2421' : hex
  const name = names[code]
  return { text: picture, drawn: name ? `U+${hex} ${name}` : `U+${hex}` }
}
