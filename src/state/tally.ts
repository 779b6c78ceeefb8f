// Counts of terminal states, always with what they are out of.
import type { TerminalState } from '../core/trial/record'

export type States = Partial<Record<TerminalState, number>>

export interface Tally {
  passed: number
  /** Trials that passed or failed; nothing else is scored. */
  scored: number
  /** Trials that are there. */
  done: number
  /** Trials that were planned and are not there. */
  absent: number
  /** Unscored trials by kind, the most frequent first. */
  attrition: { state: TerminalState; count: number }[]
}

/** What the states of a run add up to; `planned` is how many trials its manifest names. */
export function tally(states: States, planned: number): Tally {
  const { pass: passed = 0, fail: failed = 0, ...rest } = states
  const attrition = (Object.entries(rest) as [TerminalState, number][])
    .filter(([, count]) => count > 0)
    .map(([state, count]) => ({ state, count }))
    .sort((a, b) => b.count - a.count)
  const done = passed + failed + attrition.reduce((sum, { count }) => sum + count, 0)
  return { passed, scored: passed + failed, done, absent: Math.max(0, planned - done), attrition }
}
