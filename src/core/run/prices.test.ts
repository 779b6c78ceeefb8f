// Prices: worked by hand from the table.
import { expect, test } from 'vitest'
import { costOf, inputTokens, priceOf, PRICES } from './prices'

test('a request costs its input, its output and its cache, each at its own price', () => {
  // 1,000 × $2 + 500 × $10 + 2,000 × $2.50 + 3,000 × $0.10, per million: $0.0123
  const usage = { input_tokens: 1_000, output_tokens: 500, cache_creation_input_tokens: 2_000, cache_read_input_tokens: 3_000 }
  expect(inputTokens(usage)).toBe(6_000)
  expect(costOf(PRICES, 'claude-sonnet-5-5', usage)).toBe(12_300_000)
})

test('an hour of cache is dearer than five minutes', () => {
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 1_000, cache_creation: { ephemeral_1h_input_tokens: 1_000, ephemeral_5m_input_tokens: 0 } }
  expect(costOf(PRICES, 'claude-opus-5', usage)).toBe(10_000_000)
})

test('a long request of a model with two prices is dear as a whole', () => {
  expect(costOf(PRICES, 'claude-haiku-5-5', { input_tokens: 100_000, output_tokens: 0 })).toBe(10_000_000)
  expect(costOf(PRICES, 'claude-haiku-5-5', { input_tokens: 100_001, output_tokens: 0 })).toBe(50_000_500)
})

test('an unknown model or unknown usage has no cost, which is not 0', () => {
  expect(costOf(PRICES, 'llama-9', { input_tokens: 1, output_tokens: 1 })).toBeNull()
  expect(costOf(PRICES, 'claude-opus-5', { input_tokens: null, output_tokens: 1 })).toBeNull()
})

test('a dated name has its model\'s price', () => {
  expect(priceOf(PRICES, 'claude-haiku-4-5-20261001', 10)?.output).toBe(5)
})
