import { expect, test } from 'vitest'
import { cellText, moneyOf } from './cells'

test('each kind of value prints so that it differs from the others', () => {
  expect([null, 'NULL', 1, { real: 1 }, 1.5, { int: '9007199254740993' }, { blob: '00ff' }].map(cellText)).toEqual([
    'NULL', 'NULL', '1', '1.0', '1.5', '9007199254740993', "x'00ff'",
  ])
  expect(cellText({ real: 'Infinity' })).toBe('Infinity')
})

test('only a whole number in a column named as cents is money', () => {
  expect(moneyOf('amount_cents', 4999)).toBe('$49.99')
  expect(moneyOf('cents', 1)).toBe('$0.01')
  expect(moneyOf('amount', 4999)).toBeNull()
  expect(moneyOf('accents', 4999)).toBeNull()
  expect(moneyOf('amount_cents', '4999')).toBeNull()
})
