// Prices: dollars from tokens. Money is counted in whole nanodollars, so that sums stay exact.
import type { Usage } from '../agent/episode'

/** Dollars per million tokens. */
export interface Price {
  model: string
  input: number
  output: number
  /** Writing five minutes of cache, one hour of it, and reading from it. */
  write5m: number
  write1h: number
  read: number
  /** Holds for a whole request whose input is longer than this many tokens. */
  above?: number
  /** The day on which the person entered or confirmed it: it then holds on whichever server the model is called. */
  own?: string
}

/** Whose prices the shipped ones are: they hold there, and nobody has said that they hold anywhere else. */
const SHIPPED_FOR = 'https://api.anthropic.com'

/** The day on which the table below was collected from public pages. */
export const PRICES_DATE = '2026-11-30'

export const PRICES: readonly Price[] = [
  { model: 'claude-fable-5-2', input: 8, output: 40, write5m: 10, write1h: 16, read: 0.2 },
  { model: 'claude-fable-5-1', input: 10, output: 50, write5m: 12.5, write1h: 20, read: 0.25 },
  { model: 'claude-opus-5-5', input: 4, output: 20, write5m: 5, write1h: 8, read: 0.2 },
  { model: 'claude-opus-5', input: 5, output: 25, write5m: 6.25, write1h: 10, read: 0.5 },
  { model: 'claude-sonnet-5-5', input: 2, output: 10, write5m: 2.5, write1h: 4, read: 0.1 },
  { model: 'claude-sonnet-5', input: 2, output: 10, write5m: 2.5, write1h: 4, read: 0.2 },
  { model: 'claude-sonnet-4-6', input: 3, output: 15, write5m: 3.75, write1h: 6, read: 0.3 },
  { model: 'claude-haiku-5-5', input: 0.1, output: 0.5, write5m: 0.125, write1h: 0.2, read: 0.01 },
  { model: 'claude-haiku-5-5', above: 100_000, input: 0.5, output: 2.5, write5m: 0.625, write1h: 1, read: 0.05 },
  { model: 'claude-haiku-4-5', input: 1, output: 5, write5m: 1.25, write1h: 2, read: 0.1 },
]

/** The prices that hold on a server, by its address: the shipped ones on Anthropic's own API, the person's everywhere. */
export const pricesOn = (prices: readonly Price[], server: string): readonly Price[] =>
  server === SHIPPED_FOR || server.startsWith(`${SHIPPED_FOR}/`) ? prices : prices.filter(({ own }) => own)

/** Dollars per million tokens are thousands of nanodollars a token. */
const NANO = 1_000

/** Input of every kind, in tokens; null where the server told none. */
export function inputTokens(usage: Usage): number | null {
  if (usage.input_tokens === null) return null
  return usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0)
}

/** The model that a dated name (…-20261001) belongs to; any other name is its own. */
export const modelNamed = (name: string): string => name.replace(/-\d{8}$/, '')

/** The price of a model for a request of so many input tokens; a dated name (…-20261001) has its model's. null where none is known. */
export function priceOf(prices: readonly Price[], model: string, input: number): Price | null {
  const name = modelNamed(model)
  const known = prices.filter((price) => price.model === name).sort((a, b) => (b.above ?? -1) - (a.above ?? -1))
  return known.find(({ above }) => above === undefined || input > above) ?? null
}

/** What one request cost, in nanodollars (10⁻⁹ $); null where the price or the usage is unknown, never 0. */
export function costOf(prices: readonly Price[], model: string, usage: Usage): number | null {
  const input = inputTokens(usage)
  if (input === null || usage.output_tokens === null) return null
  const price = priceOf(prices, model, input)
  if (!price) return null
  const written = usage.cache_creation_input_tokens ?? 0
  const { cache_creation: byLength } = usage as Usage & { cache_creation?: { ephemeral_1h_input_tokens?: number | null } | null }
  const hour = Math.min(written, byLength?.ephemeral_1h_input_tokens ?? 0)
  const dollarsPerMillion = (usage.input_tokens ?? 0) * price.input + usage.output_tokens * price.output + (written - hour) * price.write5m + hour * price.write1h + (usage.cache_read_input_tokens ?? 0) * price.read
  return Math.round(dollarsPerMillion * NANO)
}
