import { expect, test } from 'vitest'
import { kText, percent } from './words'

test('what is not quite 0 or 1 is never written as such', () => {
  expect(kText({ k: 3, value: 0.99996 }, [])).toBe('0.99996')
  expect(kText({ k: 3, value: 1e-9 }, [])).toBe('<0.000001')
  expect(kText({ k: 3, value: 1, interval: { low: 0.99999, high: 1 } }, [])).toBe('1.000 (0.99999–1.000)')
  expect(kText({ k: 3, value: 0 }, [])).toBe('0.000')
  expect(percent(0.9999)).toBe('99.99 %')
})
