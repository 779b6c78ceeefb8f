// Text in a PNG, read back by a reader of other hands, its checksums by zlib's.
import { crc32, deflateSync } from 'node:zlib'
import ExifReader from 'exifreader'
import { expect, test } from 'vitest'
import { withText } from './pngText'

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** One grey pixel. */
const pixel = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')), chunk('IDAT', deflateSync(Buffer.from([0, 128]))), chunk('IEND', Buffer.alloc(0))])

const texts = { Title: 'Slices & <parts> 🙂', Source: 'τ-bench · run r1\nsecond line', Comment: 'a\u0000b \ud83d', Software: '' }

test('an independent reader finds each text under its keyword, whatever its letters; what no PNG can hold is replaced', () => {
  const tags = ExifReader.load(Buffer.from(withText(pixel, texts)))
  expect(tags['Title']?.value).toBe('Slices & <parts> 🙂')
  expect(tags['Source']?.value).toBe('τ-bench · run r1\nsecond line')
  expect(tags['Comment']?.value).toBe('a\uFFFDb \uFFFD')
  expect(tags['Image Width']?.value).toBe(1)
})

test('every chunk has the checksum that zlib gives it, and nothing of the picture has changed', () => {
  const bytes = Buffer.from(withText(pixel, texts))
  const kinds: string[] = []
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    kinds.push(bytes.toString('latin1', at + 4, at + 8))
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    at += 12 + length
  }
  expect(kinds).toEqual(['IHDR', 'iTXt', 'iTXt', 'iTXt', 'iTXt', 'IDAT', 'IEND'])
  expect(Buffer.from(withText(pixel, {}))).toEqual(pixel)
})

test('what is no PNG is refused', () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(100), pixel.subarray(0, 20)]) expect(() => withText(bytes, texts)).toThrow('the picture is no PNG')
})
