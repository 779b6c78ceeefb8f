// The table of prices: as it ships, or as the person has edited it, remembered in this browser.
import { modelNamed, PRICES, PRICES_DATE, priceOf, pricesOn, type Price } from '../core/run/prices'
import { recall, remember } from './remembered'

const NAME = 'prices'
const FIELDS = ['input', 'output', 'write5m', 'write1h', 'read'] as const
export type PriceField = (typeof FIELDS)[number]
export const PRICE_FIELDS: readonly PriceField[] = FIELDS

const amount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function isPrice(value: unknown): value is Price {
  if (typeof value !== 'object' || value === null) return false
  const { model, above, own } = value as Partial<Price>
  return typeof model === 'string' && model !== '' && (own === undefined || typeof own === 'string') && FIELDS.every((field) => amount(Reflect.get(value, field))) && (above === undefined || amount(above))
}

const isShipped = (price: Price): boolean => PRICES.some((one) => one.model === price.model && one.above === price.above && FIELDS.every((field) => one[field] === price[field]))

/** In a table that was kept without telling whose its prices are, those that differ from the shipped ones are the person's. */
const marked = (price: Price, date: string): Price => (price.own === undefined && !isShipped(price) ? { ...price, own: date } : price)

/** What was remembered; null where nothing is, or what is there is no table. */
function read(): readonly Price[] | null {
  try {
    const kept: unknown = JSON.parse(recall(NAME) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { date, prices } = kept as { date?: unknown; prices?: unknown }
    return typeof date === 'string' && Array.isArray(prices) && prices.every(isPrice) ? prices.map((price) => marked(price, date)) : null
  } catch {
    return null
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

export class PriceTable {
  #kept = $state.raw(read())

  get prices(): readonly Price[] { return this.#kept ?? PRICES }
  get edited(): boolean { return this.#kept !== null }

  /** Those that hold on a server, by its address. */
  on(server: string): readonly Price[] { return pricesOn(this.prices, server) }
  /** Whether there is a shipped price for a model that nobody has said holds on this server. */
  offers(model: string, server: string): boolean {
    return priceOf(this.prices, model, 0) !== null && priceOf(this.on(server), model, 0) === null
  }
  /** The day of a model's price. */
  dateOf(model: string): string { return priceOf(this.prices, model, 0)?.own ?? PRICES_DATE }

  /** Changes one price, which makes its model's the person's own; false where it is no amount of dollars. */
  set(at: number, field: PriceField, value: number): boolean {
    if (!amount(value)) return false
    const model = this.prices[at]?.model
    this.#keep(this.prices.map((price, i) => (price.model === model ? { ...price, ...(i === at ? { [field]: value } : {}), own: today() } : price)))
    return true
  }

  /** Takes a model's shipped prices over as the person's own. */
  adopt(model: string): void {
    this.#keep(this.prices.map((price) => (price.model === modelNamed(model) ? { ...price, own: today() } : price)))
  }

  /** Adds a model without caching prices of its own: they are those of its input. */
  add(model: string, input: number, output: number): boolean {
    const name = modelNamed(model.trim())
    if (name === '' || !amount(input) || !amount(output)) return false
    this.#keep([...this.prices.filter((price) => price.model !== name), { model: name, input, output, write5m: input, write1h: input, read: input, own: today() }])
    return true
  }

  remove(at: number): void {
    this.#keep(this.prices.filter((_, i) => i !== at))
  }

  reset(): void {
    this.#kept = null
    remember(NAME, 'null')
  }

  #keep(prices: Price[]): void {
    this.#kept = prices
    remember(NAME, JSON.stringify({ date: today(), prices }))
  }
}
