// Amounts and times of a run, in words.
import { outOf, plural } from '../words/counts'

/** Dollars; small ones with enough digits to be told apart from nothing. */
export function dollars(value: number): string {
  if (value === 0) return '$0.00'
  return `$${value.toFixed(value >= 1 ? 2 : value >= 0.01 ? 3 : 5)}`
}

export const nano = (nanodollars: number): string => dollars(nanodollars / 1e9)

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
export const compact = (value: number): string => short.format(value)

/** "12 to 40", or one number where both are the same. */
export const between = (low: number, high: number, say: (value: number) => string): string => (say(low) === say(high) ? say(low) : `${say(low)} to ${say(high)}`)

/** "2 min 5 s"; "1 h 20 min". */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What a run that is not over lacks, with the numbers that its report gives: "12 of 18 planned trials were never run; 2 more came out without a score." */
export function leftText(missing: number, again: number, planned: number): string {
  if (missing === 0) return `Every trial was played; ${plural(again, 'trial')} came out without a score.`
  return `${outOf(missing, planned)} planned trials ${missing === 1 ? 'was' : 'were'} never run${again > 0 ? `; ${again.toLocaleString('en')} more came out without a score` : ''}.`
}
