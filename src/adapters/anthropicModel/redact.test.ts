// The redactor: whatever is done to a key on its way into a text, nothing of it is left.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapTexts, redactor, wordsRedactor } from './redact'

const KEY = 'sk-ant-api03-Zq8_x1+Vw5/Lk7%Tn2"\\Qr'

test.each<[string, string]>([
  ['whole', KEY],
  ['in JSON', JSON.stringify(KEY)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(KEY))],
  ['in JSON with escaped slashes', JSON.stringify(KEY).replaceAll('/', '\\/')],
  ['in an address', encodeURIComponent(KEY)],
  ['in an address, in lower case', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
  ['in a form', new URLSearchParams({ key: KEY }).toString()],
  ['in an address in an address', encodeURIComponent(encodeURIComponent(KEY))],
  ['in HTML', KEY.replaceAll('"', '&quot;')],
  ['its beginning', KEY.slice(0, 10)],
  ['its end', KEY.slice(-9)],
  ['its middle', KEY.slice(5, 20)],
])('the key %s leaves no eight characters of it', (_, text) => {
  const told = redactor(KEY)(`before ${text} after`)
  expect(told).toMatch(/^before .*\[key\].* after$/)
  for (let at = 0; at + 8 <= KEY.length; at += 1) expect(told).not.toContain(KEY.slice(at, at + 8))
})

test('any text with the key in it keeps what is around it and nothing of the key', () => {
  const key = fc.stringMatching(/^[!-~]{8,60}$/)
  fc.assert(fc.property(key, fc.stringMatching(/^[а-я ]{0,20}$/), fc.stringMatching(/^[а-я ]{0,20}$/), (secret, before, after) => {
    expect(redactor(secret)(`${before}${secret}${after}`)).toBe(`${before}[key]${after}`)
  }))
})

test('several keys in a row or side by side are each replaced, and the text between them stays', () => {
  expect(redactor(KEY)(`${KEY}, ${KEY}${KEY}; ${KEY.slice(0, 8)}`)).toBe('[key], [key]; [key]')
})

test('a short key is replaced whole; none replaces nothing', () => {
  expect(redactor('abc')('xabcy ab c')).toBe('x[key]y ab c')
  expect(redactor('')('abc')).toBe('abc')
  expect(redactor(KEY)('sk-ant is how keys begin')).toBe('sk-ant is how keys begin')
})

test('what a model said loses a long key and keeps words that happen to be a short one', () => {
  expect(wordsRedactor(KEY)(`It is ${KEY}.`)).toBe('It is [key].')
  expect(wordsRedactor('anything')('Anything, anything else?')).toBe('Anything, anything else?')
})

describe('a value', () => {
  test('is changed in every text, names included, and stays what it was otherwise', () => {
    const value = { a: ['x', 1, null, true, { x: 'x' }], __proto__: null }
    expect(mapTexts(value, (text) => text.replace('x', 'y'))).toEqual({ a: ['y', 1, null, true, { y: 'y' }] })
    const evil = JSON.parse('{"__proto__":{"x":1}}') as object
    expect(Object.hasOwn(mapTexts(evil, (text) => text), '__proto__')).toBe(true)
  })
})
