// JSON text that someone hands in: its value, or in one sentence why it is none.

/** The value that a file's text holds; a byte order mark is passed over. `wanted` is what the file should have been. */
export function parseJson(text: string, wanted = 'a run'): { ok: true; value: unknown } | { ok: false; problem: string } {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (/^\s*$/.test(plain)) return { ok: false, problem: 'The file is empty.' }
  try {
    return { ok: true, value: JSON.parse(plain) as unknown }
  } catch (error) {
    return { ok: false, problem: problemOf(plain, error instanceof Error ? error.message : String(error), wanted) }
  }
}

function problemOf(text: string, message: string, wanted: string): string {
  if (/^\s*<(!doctype html|html|head|body|script|!--)/i.test(text)) return `This is a web page, not ${wanted}.`
  const fault = faultOf(text)
  if (fault === 'early') return 'The file ends early: its JSON is never closed, as if it had been cut off.'
  if (fault === null) return `This is not JSON: ${message}.`
  return `This is not JSON: the word "${fault.word}" on line ${fault.line} has no place in it.`
}

const WORDS = ['true', 'false', 'null']

/** Engines word their errors differently and not all say where; this finds the two faults that files come with. */
function faultOf(text: string): 'early' | { word: string; line: number } | null {
  const tokens = /["[{\]}]|-?\d[\d.eE+-]*|[\p{L}_$][\p{L}\p{N}_$]*/gu
  let depth = 0
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [found] = token
    if (found === '"') {
      const end = endOfString(text, tokens.lastIndex)
      if (end === -1) return 'early'
      tokens.lastIndex = end
    } else if (found === '{' || found === '[') depth += 1
    else if (found === '}' || found === ']') depth -= 1
    else if (/^[\p{L}_$]/u.test(found) && !WORDS.includes(found)) {
      const cutOff = depth > 0 && tokens.lastIndex === text.length && WORDS.some((word) => word.startsWith(found))
      return cutOff ? 'early' : { word: found.slice(0, 40).toWellFormed(), line: text.slice(0, token.index).split('\n').length }
    }
  }
  return depth > 0 ? 'early' : null
}

/** Where the string that begins at `from` is over, or -1. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
  }
  return -1
}
