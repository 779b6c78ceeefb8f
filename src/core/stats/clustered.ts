// The standard error of a pass rate whose trials come in clusters: the tasks.
import { isPart, type TaskCounts } from './counts'
import { refused, withinUnit, Z95, type Interval, type Refused } from './interval'

export interface Clustered {
  /** Standard error, clustered by task. */
  error: number
  /** What it would be were all trials independent: √(p(1−p)/N). */
  naive: number
  /** p ± 1.96 standard errors, within 0 … 1; `no_spread` where all tasks are equally good, so that their spread says nothing. */
  interval: Interval | Refused<'no_spread'>
}

/**
 * √( G/(G−1) · Σ_tasks (Σ_trials (x − x̄))² ) / N over the G tasks that have scored trials; tasks may have unequal numbers
 * of them. Liang & Zeger 1986, Biometrika 73, 13; for evaluations of models: Miller 2024, arXiv:2411.00640, section 2.2.
 * `no_trials` where none is scored, `one_task` where their spread cannot be known, `not_counts` for bad input.
 */
export function clustered(tasks: readonly Pick<TaskCounts, 'passed' | 'scored'>[]): Clustered | Refused<'no_trials' | 'one_task' | 'not_counts'> {
  if (!tasks.every(({ passed, scored }) => isPart(passed, scored))) return refused('not_counts')
  let [trials, passes, groups] = [0, 0, 0]
  for (const { passed, scored } of tasks) {
    trials += scored
    passes += passed
    if (scored > 0) groups += 1
  }
  if (trials === 0) return refused('no_trials')
  if (groups === 1) return refused('one_task')
  const p = passes / trials
  // Whole numbers, so that equally good tasks give exactly 0.
  const squares = tasks.reduce((sum, { passed, scored }) => sum + (passed * trials - scored * passes) ** 2, 0)
  const error = Math.sqrt((groups / (groups - 1)) * squares) / trials / trials
  return {
    error,
    naive: Math.sqrt((p * (1 - p)) / trials),
    interval: error === 0 ? refused('no_spread') : withinUnit({ low: p - Z95 * error, high: p + Z95 * error }),
  }
}
