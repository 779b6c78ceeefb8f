// Numbers as they are typed: read, or refused with one sentence that names them.

export interface Bounds {
  title: string
  least: number
  most: number
}

/** The whole number in a text, or in a sentence why it is none. */
export function readWhole({ title, least, most }: Bounds, text: string): number | string {
  const value = Number(text.trim())
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  return `${title}: a whole number from ${least} to ${most.toLocaleString('en')}${text.trim() === '' ? '' : `, not “${text.trim().slice(0, 20)}”`}.`
}

/** A cap in nanodollars as it would be typed; '' for none. */
export const capText = (nanodollars: number | null): string => (nanodollars === null ? '' : String(nanodollars / 1e9))

/** What the fields of a pair of caps are called: the run's own, and those of its customers. */
const CAPS = { 'the ': ['Stop at, dollars', 'Stop at, calls'], 'the customers’ ': ['Customers’ dollars', 'Customers’ calls'] } as const

/** Caps in dollars (as nanodollars) and in calls; empty is none. In a sentence, what is wrong with them, by the name of the field. */
export function readCaps(dollars: string, calls: string, whose: keyof typeof CAPS = 'the '): { nanodollars: number | null; calls: number | null } | string {
  const [amount, count] = [Number(dollars.trim()), Number(calls.trim())]
  const [inDollars, inCalls] = CAPS[whose]
  if (dollars.trim() !== '' && !(Number.isFinite(amount) && amount >= 0 && amount <= 1_000_000)) return `${inDollars}: an amount from 0 to 1,000,000, not “${dollars.trim().slice(0, 20)}”; leave it empty for none.`
  if (calls.trim() !== '' && !(Number.isSafeInteger(count) && count >= 0)) return `${inCalls}: a whole number of 0 or more, not “${calls.trim().slice(0, 20)}”; leave it empty for none.`
  return { nanodollars: dollars.trim() === '' ? null : Math.round(amount * 1e9), calls: calls.trim() === '' ? null : count }
}
