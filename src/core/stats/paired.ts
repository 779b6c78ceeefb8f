// The paired comparison: two runs on the tasks they share, task by task.
import { bootstrapMeans, type BootstrapOptions } from './bootstrap'
import { isPart, type TaskCounts } from './counts'
import { refused, type Interval, type Refused } from './interval'
import { mcnemar } from './mcnemar'
import { needed, type Needed } from './needed'
import { signFlip, type SignFlip } from './signFlip'

/** One task in both runs; both have scored trials of it. */
export interface Pair {
  first: Pick<TaskCounts, 'passed' | 'scored'>
  second: Pick<TaskCounts, 'passed' | 'scored'>
}

export interface Paired {
  tasks: number
  /** Mean over tasks of the second's rate minus the first's, −1 … 1. */
  difference: number
  /** Paired bootstrap over tasks; `null` for one task. */
  interval: Interval | null
  signFlip: SignFlip
  /** Exact McNemar; only where each task has one trial in both. */
  mcnemar?: { onlyFirst: number; onlySecond: number; p: number }
  /** What it would take to tell a difference of 10 points. */
  needed: Needed
}

/** Compares by task. `no_tasks` for none; `no_trials` where a pair lacks a scored trial; `not_counts` for bad input. */
export function paired(pairs: readonly Pair[], options: BootstrapOptions = {}): Paired | Refused<'no_tasks' | 'no_trials' | 'not_counts'> {
  if (!pairs.every(({ first, second }) => isPart(first.passed, first.scored) && isPart(second.passed, second.scored))) return refused('not_counts')
  if (pairs.length === 0) return refused('no_tasks')
  if (pairs.some(({ first, second }) => first.scored === 0 || second.scored === 0)) return refused('no_trials')
  // One division, so that equal rates of unequal numbers of trials differ by exactly 0.
  const differences = pairs.map(({ first, second }) => (second.passed * first.scored - first.passed * second.scored) / (first.scored * second.scored))
  const single = pairs.every(({ first, second }) => first.scored === 1 && second.scored === 1)
  const onlyFirst = pairs.filter(({ first, second }) => first.passed > second.passed).length
  const onlySecond = pairs.filter(({ first, second }) => second.passed > first.passed).length
  return {
    tasks: pairs.length,
    difference: differences.reduce((sum, one) => sum + one, 0) / pairs.length,
    interval: bootstrapMeans([differences], options)[0] ?? null,
    signFlip: signFlip(differences, options.seed),
    ...(single ? { mcnemar: { onlyFirst, onlySecond, p: mcnemar(onlyFirst, onlySecond) } } : {}),
    needed: needed(pairs, differences),
  }
}
