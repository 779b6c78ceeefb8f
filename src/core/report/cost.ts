// What a run cost, in whole picodollars until it is written down: never a sum of fractions.
import type { Tokens, TrialSummary } from '../run/store'

/** Dollars for a million tokens, as decimal numbers in text: "0.25". A cache's price is the input's where it is not told. */
export interface Prices {
  input: string
  output: string
  cache_read?: string
  cache_write?: string
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

const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/

/** Picodollars a token; `null` where the text is no price with at most 6 decimals. */
function perToken(price: string): bigint | null {
  const [, whole, part = ''] = DECIMAL.exec(price) ?? []
  return whole === undefined ? null : BigInt(whole + part.padEnd(6, '0'))
}

/** Every attempt costs, retried and unscored ones too. `null` where the prices are none or no attempt's tokens are known. */
export function costOf(attempts: readonly Pick<TrialSummary, 'tokens'>[], passed: number, prices: Prices): Cost | null {
  const [input, output] = [perToken(prices.input), perToken(prices.output)]
  const [read, write] = [perToken(prices.cache_read ?? prices.input), perToken(prices.cache_write ?? prices.input)]
  if (input === null || output === null || read === null || write === null) return null
  const sum: Tokens = { input: 0, output: 0, cache_read: 0, cache_write: 0 }
  let known = 0
  for (const { tokens } of attempts) {
    if (!tokens) continue
    known += 1
    sum.input += tokens.input
    sum.output += tokens.output
    sum.cache_read += tokens.cache_read
    sum.cache_write += tokens.cache_write
  }
  if (known === 0) return null
  const total = BigInt(sum.input) * input + BigInt(sum.output) * output + BigInt(sum.cache_read) * read + BigInt(sum.cache_write) * write
  return { total: dollars(total), per_trial: dollars(rounded(total, BigInt(known))), per_success: passed === 0 ? null : dollars(rounded(total, BigInt(passed))), known, of: attempts.length, from: 'tokens' }
}

const rounded = (sum: bigint, by: bigint): bigint => (2n * sum + by) / (2n * by)

/** Picodollars as dollars, to the millionth. */
function dollars(pico: bigint): string {
  const micro = rounded(pico, 1_000_000n)
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`.replace(/(\.\d\d\d*?)0+$/, '$1')
}
