// A pass rate as it is shown: what it is out of, how sure it is, and what the unscored trials could still make of it.
import { clustered, type Clustered } from '../stats/clustered'
import type { TaskCounts } from '../stats/counts'
import { given, refused, type Interval, type Refused } from '../stats/interval'
import { wilson } from '../stats/wilson'

export interface Proportion {
  passed: number
  of: number
  /** `null` for none of none. */
  rate: number | null
  /** Wilson's, 95 %. */
  wilson: Interval | null
}

export interface PassRate {
  tasks: number
  planned: number
  scored: number
  passed: number
  /** Passed of scored. */
  rate: number | null
  wilson: Interval | null
  clustered: Clustered | Refused<'no_trials' | 'one_task' | 'not_counts'>
  /** Passed of planned: all unscored failed. */
  asFailed: Proportion
  /** All unscored failed … all of them passed, and the widest Wilson interval of both; `null` where nothing was planned. */
  bounds: { low: number; high: number; interval: Interval } | null
}

export function proportion(passed: number, of: number): Proportion {
  const interval = wilson(passed, of)
  return given(interval) ? { passed, of, rate: passed / of, wilson: interval } : { passed, of, rate: null, wilson: null }
}

/** The rate over some tasks. */
export function passRate(tasks: readonly TaskCounts[]): PassRate {
  const sum = { planned: 0, scored: 0, passed: 0 }
  for (const task of tasks) {
    sum.planned += task.planned
    sum.scored += task.scored
    sum.passed += task.passed
  }
  const { rate, wilson: interval } = proportion(sum.passed, sum.scored)
  const low = proportion(sum.passed, sum.planned)
  const high = proportion(sum.passed + sum.planned - sum.scored, sum.planned)
  return {
    tasks: tasks.length, ...sum, rate, wilson: interval,
    clustered: sum.scored === 0 ? refused('no_trials') : clustered(tasks),
    asFailed: low,
    bounds: low.rate !== null && high.rate !== null && low.wilson && high.wilson ? { low: low.rate, high: high.rate, interval: { low: low.wilson.low, high: high.wilson.high } } : null,
  }
}
