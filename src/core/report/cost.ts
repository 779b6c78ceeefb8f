// What a run cost, in whole picodollars until it is written down: never a sum of fractions.
import type { Counts, Tokens, TrialSummary } from '../run/store'
import { fieldOf } from '../task/own'

/** Dollars for a million tokens, as decimal numbers in text: "0.25". A cache's price is the input's where it is not told. */
export interface Price {
  input: string
  output: string
  cache_read?: string
  cache_write?: string
}

export interface Prices extends Price {
  /** What holds instead for a whole request whose input is longer than this many tokens. */
  above?: Price & { tokens: number }
}

/** The prices in a run's configuration; `null` where it holds none. */
export function pricesIn(value: unknown): Prices | null {
  const price = priceIn(value)
  if (!price) return null
  const above = fieldOf(value, 'above')
  const [long, tokens] = [priceIn(above), fieldOf(above, 'tokens')]
  return long && typeof tokens === 'number' ? { ...price, above: { ...long, tokens } } : price
}

function priceIn(value: unknown): Price | null {
  if (typeof value !== 'object' || value === null) return null
  const { input, output, cache_read, cache_write } = value as Record<string, unknown>
  if (typeof input !== 'string' || typeof output !== 'string') return null
  return { input, output, ...(typeof cache_read === 'string' ? { cache_read } : {}), ...(typeof cache_write === 'string' ? { cache_write } : {}) }
}

export interface Cost {
  /** Dollars, as decimal text; absent where only the figure per success was published. */
  total?: string
  /** Dollars for each passed trial, everything that was spent included; `null` where none passed. */
  per_success: string | null
  /** Dollars for each attempt of which the tokens are known; absent where only published figures are. */
  per_trial?: string
  /** Attempts of which the tokens are known, of all attempts: what is not known is not in the sum. */
  known: number
  of: number
  from: 'tokens' | 'published'
}

/** What the model took that plays the customers; none of it is in the agent's cost. */
export interface CustomersCost {
  /** Dollars, as decimal text; `null` without a price. */
  total: string | null
  known: number
  of: number
}

const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/

/** Picodollars a token; `null` where the text is no price with at most 6 decimals. */
function perToken(price: string): bigint | null {
  const [, whole, part = ''] = DECIMAL.exec(price) ?? []
  return whole === undefined ? null : BigInt(whole + part.padEnd(6, '0'))
}

/** Every attempt costs, retried and unscored ones too. `null` where the prices are none or no attempt's tokens are known. */
export function costOf(attempts: readonly Pick<TrialSummary, 'tokens'>[], passed: number, prices: Prices): Cost | null {
  const price = exactly(prices)
  if (!price) return null
  const tokens = attempts.flatMap((attempt) => attempt.tokens ?? [])
  if (tokens.length === 0) return null
  const total = picodollars(tokens, price)
  return { total: dollars(total), per_trial: dollars(rounded(total, BigInt(tokens.length))), per_success: passed === 0 ? null : dollars(rounded(total, BigInt(passed))), known: tokens.length, of: attempts.length, from: 'tokens' }
}

/** What the customers' model took, where one plays them; `null` where no attempt's tokens are known. */
export function customersCost(attempts: readonly Pick<TrialSummary, 'customer_tokens'>[], prices: Prices | null): CustomersCost | null {
  const tokens = attempts.flatMap(({ customer_tokens }) => customer_tokens ?? [])
  const price = prices && exactly(prices)
  return tokens.length === 0 ? null : { total: price ? dollars(picodollars(tokens, price)) : null, known: tokens.length, of: attempts.length }
}

type PerToken = Record<keyof Counts, bigint>

interface Exact {
  short: PerToken
  long: PerToken
}

/** Picodollars a token of each kind; `null` where any text is no price. */
function exactly(prices: Prices): Exact | null {
  const short = perTokens(prices)
  const long = prices.above ? perTokens(prices.above) : short
  return short && long && { short, long }
}

function perTokens(prices: Price): PerToken | null {
  const [input, output] = [perToken(prices.input), perToken(prices.output)]
  const [cache_read, cache_write] = [perToken(prices.cache_read ?? prices.input), perToken(prices.cache_write ?? prices.input)]
  return input === null || output === null || cache_read === null || cache_write === null ? null : { input, output, cache_read, cache_write }
}

function picodollars(tokens: readonly Tokens[], { short, long }: Exact): bigint {
  const sum = (kind: keyof Counts) => {
    const [all, apart] = [tokens.reduce((so, one) => so + one[kind], 0), tokens.reduce((so, one) => so + (one.long?.[kind] ?? 0), 0)]
    return BigInt(all - apart) * short[kind] + BigInt(apart) * long[kind]
  }
  return sum('input') + sum('output') + sum('cache_read') + sum('cache_write')
}

const rounded = (sum: bigint, by: bigint): bigint => (2n * sum + by) / (2n * by)

/** Picodollars as dollars, to the millionth. */
function dollars(pico: bigint): string {
  const micro = rounded(pico, 1_000_000n)
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`.replace(/(\.\d\d\d*?)0+$/, '$1')
}
