// How much more it would take to tell two runs apart.
import type { Pair } from './paired'
import { refused, Z95, type Refused } from './interval'

/** The 0.8 quantile of the standard normal distribution. R: qnorm(0.8). */
const Z80 = 0.8416212335729143

export interface Needed {
  /** Tasks of this kind, with as many trials as here, in all; `no_spread` where the differences do not vary, `one_task` where that cannot be known. */
  tasks: number | Refused<'no_spread' | 'one_task'>
  /** How many times the trials of each task, with the tasks as here; `more_tasks` where no number of trials would do, `unknown` where a task has one trial only. */
  trials: number | Refused<'no_spread' | 'one_task' | 'more_tasks' | 'unknown'>
}

/**
 * What a two-sided test at 5 % needs to find a true mean difference of `points` in 4 of 5 cases:
 * (z₀.₉₇₅ + z₀.₈)² s² / points² tasks, s² the variance of the per-task differences. Of s², the part
 * p(1−p)/(n−1) of each side is the trials' own luck, which more trials average out; the rest only more tasks do.
 * Miller 2024, arXiv:2411.00640, section 5. An estimate, made from the data at hand: rough where tasks are few.
 */
export function needed(pairs: readonly Pair[], differences: readonly number[], points = 0.1): Needed {
  const count = differences.length
  if (count < 2) return { tasks: refused('one_task'), trials: refused('one_task') }
  const mean = differences.reduce((sum, one) => sum + one, 0) / count
  const spread = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
  if (spread < 1e-12) return { tasks: refused('no_spread'), trials: refused('no_spread') }
  const tolerated = (points / (Z95 + Z80)) ** 2
  return { tasks: Math.ceil(spread / tolerated), trials: trialsNeeded(pairs, spread, tolerated * count) }
}

function trialsNeeded(pairs: readonly Pair[], spread: number, tolerated: number): Needed['trials'] {
  if (pairs.some(({ first, second }) => first.scored < 2 || second.scored < 2)) return refused('unknown')
  const luckOf = ({ passed, scored }: Pair['first']) => (passed * (scored - passed)) / scored ** 2 / (scored - 1)
  const luck = Math.min(spread, pairs.reduce((sum, { first, second }) => sum + luckOf(first) + luckOf(second), 0) / pairs.length)
  const left = tolerated - (spread - luck)
  if (spread <= tolerated) return 1
  return left <= 0 ? refused('more_tasks') : luck / left
}
