import { expect, test } from 'vitest'
import { plainJson, plainText, visible } from './visible'

const joined = (text: string) => visible(text).map((piece) => (piece.drawn ? `[${piece.drawn}]` : piece.text)).join('')

test('plain text, line feeds and tabs stay one piece', () => {
  expect(visible('Refund of $59.00\n\tfür Zoë')).toEqual([{ text: 'Refund of $59.00\n\tfür Zoë' }])
  expect(visible('')).toEqual([])
})

test('a right-to-left override is drawn where it stands', () => {
  expect(joined('invoice\u202Egnp.exe')).toBe('invoice[U+202E right-to-left override]gnp.exe')
})

test('controls, zero-width characters and lone surrogates are drawn', () => {
  expect(joined('a\u0000b\u001bc')).toBe('a[U+0000 null]b[U+001B escape]c')
  expect(joined('pay\u200bpal\ufeff')).toBe('pay[U+200B zero-width space]pal[U+FEFF byte order mark]')
  expect(joined('\ud800x')).toBe('[U+D800]x')
})

test('invisible tag characters, which can carry an instruction, are drawn', () => {
  expect(joined('hi\u{E0041}')).toBe('hi[U+E0041]')
})

test('a family of pictures joined by zero-width joiners stays whole', () => {
  expect(visible('👩‍👧')).toEqual([{ text: '👩‍👧' }])
})

test('a control shows as its control picture', () => {
  expect(visible('\u0007')).toEqual([{ text: '␇', drawn: 'U+0007 bell' }])
})

test('as part of a plain string nothing turns the words after it round', () => {
  expect(`${plainText('cba\u202E')} (yours)`).toBe('cba[U+202E] (yours)')
  expect(plainText('a\u0007\u200Bb\u{E0041}')).toBe('a[U+0007][U+200B]b[U+E0041]')
  expect(plainText('für Zoë\n\t👩‍👧')).toBe('für Zoë\n\t👩‍👧')
})

test('JSON keeps its value, and holds nothing that turns its reader round', () => {
  const value = { name: 'cba\u202E', tag: 'hi\u{E0041}', lines: 'a\nb' }
  const text = plainJson(JSON.stringify(value, null, 2))
  expect(text).not.toMatch(/[\p{Cf}]/u)
  expect(JSON.parse(text)).toEqual(value)
})
