// The ledger of a run: what it has come to, requests that never became a turn included, and its last caps. It is written twice
// a request, and so stands in local storage: so many transactions would wear on the database that holds the trials.
import type { Spent } from '../../core/trial/record'
import type { Caps } from './machine'

export interface Ledger {
  spent: Spent
  caps: Caps
}

const NAME = 'aftermath.ledger.'

/** Keeps what a run has come to, where anything can be kept. */
export function enterLedger(run: string, ledger: Ledger): void {
  try {
    localStorage.setItem(NAME + run, JSON.stringify(ledger))
  } catch {
    return
  }
}

/** What a run has come to; null where it was not played here, or nothing could be kept. */
export function ledgerOf(run: string): Ledger | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME + run) ?? 'null')
    return isLedger(found) ? found : null
  } catch {
    return null
  }
}

export function forgetLedger(run: string): void {
  try {
    localStorage.removeItem(NAME + run)
  } catch {
    return
  }
}

/** The runs that have one. */
export function ledgers(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(NAME) ? [key.slice(NAME.length)] : []))
  } catch {
    return []
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isCap = (value: unknown): boolean => value === null || isCount(value)
const has = (value: unknown, names: readonly string[], is: (one: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => is(Reflect.get(value, name)))

function isLedger(value: unknown): value is Ledger {
  const [spent, caps]: unknown[] = typeof value === 'object' && value !== null ? [Reflect.get(value, 'spent'), Reflect.get(value, 'caps')] : []
  const [amounts, limits] = [['calls', 'nanodollars', 'uncertain', 'unpriced'], ['calls', 'nanodollars']]
  if (!has(spent, amounts, isCount) || !has(Reflect.get(spent as object, 'customers'), amounts, isCount) || !has(caps, limits, isCap)) return false
  const theirs: unknown = Reflect.get(caps as object, 'customers')
  return theirs === undefined || has(theirs, limits, isCap)
}
