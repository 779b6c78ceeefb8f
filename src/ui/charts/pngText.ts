// Text in a PNG: international text chunks (iTXt) behind the header, as the PNG specification has them.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Signature, and the header's length, type, 13 bytes and checksum: where the first chunk of our own goes. */
const BEHIND_HEADER = 8 + 4 + 4 + 13 + 4

/**
 * The picture with texts in it, by keyword (1 to 79 Latin letters; Title, Description, Software, Source and Comment are
 * those that the specification names). Throws one sentence where the bytes are no PNG.
 */
export function withText(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  if (!SIGNATURE.every((byte, i) => png[i] === byte) || png.length < BEHIND_HEADER) throw new Error('the picture is no PNG')
  const chunks = Object.entries(texts).map(([keyword, text]) => chunk('iTXt', textData(keyword, text)))
  const all = [png.subarray(0, BEHIND_HEADER), ...chunks, png.subarray(BEHIND_HEADER)]
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Keyword, not compressed, no language, no translated keyword, text; a text cannot hold what ends one. */
function textData(keyword: string, text: string): Uint8Array {
  return new TextEncoder().encode(`${keyword}\0\0\0\0\0${text.toWellFormed().replaceAll('\0', '\u{FFFD}')}`)
}

/** Length, type, data, and a checksum over type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** CRC-32 as in PNG's annex D. */
function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
