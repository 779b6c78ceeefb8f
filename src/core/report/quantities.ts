// Steps, calls, tokens and seconds of the trials: the middle and the worst.
import { median } from '../stats/quantile'
import type { Slot, TrialSummary } from '../run/store'

export interface Quantity {
  median: number
  max: number
  /** The first trial that took so much. */
  at: Slot
  /** Trials of which it is known, of all that count. */
  known: number
  of: number
}

export interface Quantities {
  steps: Quantity | null
  calls: Quantity | null
  /** All tokens of a trial, cached ones included. */
  tokens: Quantity | null
  seconds: Quantity | null
}

/** Over the trials that count and in which something happened; `null` where it is known of none. */
export function quantities(trials: readonly TrialSummary[]): Quantities {
  const begun = trials.filter(({ steps }) => steps > 0)
  const of = (value: (trial: TrialSummary) => number | undefined) => quantity(begun, value)
  return {
    steps: of(({ steps }) => steps),
    calls: of(({ calls }) => calls),
    tokens: of(({ tokens }) => tokens && tokens.input + tokens.output + tokens.cache_read + tokens.cache_write),
    // What was recorded elsewhere has no time here.
    seconds: of(({ milliseconds }) => (milliseconds > 0 ? milliseconds / 1000 : undefined)),
  }
}

function quantity(trials: readonly TrialSummary[], value: (trial: TrialSummary) => number | undefined): Quantity | null {
  const values = new Float64Array(trials.length)
  let known = 0
  let worst: TrialSummary | undefined
  let max = -Infinity
  for (const trial of trials) {
    const one = value(trial)
    if (one === undefined) continue
    values[known] = one
    known += 1
    if (one > max) [max, worst] = [one, trial]
  }
  const middle = median(values.subarray(0, known))
  return middle === null || !worst ? null : { median: middle, max, at: { world: worst.world, task: worst.task, index: worst.index }, known, of: trials.length }
}
