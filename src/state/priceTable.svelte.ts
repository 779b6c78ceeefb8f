// The table of prices: as it ships, or as the person has edited it, remembered in this browser.
import { PRICES, PRICES_DATE, type Price } from '../core/run/prices'
import { recall, remember } from './remembered'

const NAME = 'prices'
const FIELDS = ['input', 'output', 'write5m', 'write1h', 'read'] as const
export type PriceField = (typeof FIELDS)[number]
export const PRICE_FIELDS: readonly PriceField[] = FIELDS

const amount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function isPrice(value: unknown): value is Price {
  if (typeof value !== 'object' || value === null) return false
  const { model, above } = value as Partial<Price>
  return typeof model === 'string' && model !== '' && FIELDS.every((field) => amount(Reflect.get(value, field))) && (above === undefined || amount(above))
}

/** What was remembered; null where nothing is, or what is there is no table. */
function read(): { date: string; prices: Price[] } | null {
  try {
    const kept: unknown = JSON.parse(recall(NAME) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { date, prices } = kept as { date?: unknown; prices?: unknown }
    return typeof date === 'string' && Array.isArray(prices) && prices.every(isPrice) ? { date, prices } : null
  } catch {
    return null
  }
}

export class PriceTable {
  #kept = $state.raw(read())

  get prices(): readonly Price[] { return this.#kept?.prices ?? PRICES }
  /** The day of the prices. */
  get date(): string { return this.#kept?.date ?? PRICES_DATE }
  get edited(): boolean { return this.#kept !== null }

  /** Changes one price; false where it is no amount of dollars. */
  set(at: number, field: PriceField, value: number): boolean {
    if (!amount(value)) return false
    this.#keep(this.prices.map((price, i) => (i === at ? { ...price, [field]: value } : price)))
    return true
  }

  /** Adds a model without caching prices of its own: they are those of its input. */
  add(model: string, input: number, output: number): boolean {
    const name = model.trim()
    if (name === '' || !amount(input) || !amount(output)) return false
    this.#keep([...this.prices.filter((price) => price.model !== name), { model: name, input, output, write5m: input, write1h: input, read: input }])
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
    this.#kept = { date: new Date().toISOString().slice(0, 10), prices }
    remember(NAME, JSON.stringify(this.#kept))
  }
}
