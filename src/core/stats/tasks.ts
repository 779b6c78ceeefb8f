// What a list of tasks tells at a glance: groups of them, the worst of them, and how unsteady each is.
import type { TaskCounts } from './counts'
import { refused, type Refused } from './interval'

type Scored = Pick<TaskCounts, 'passed' | 'scored'>

/** Tasks by label, in the order in which labels first appear; a task may stand under several labels or under none. */
export function groups<T>(tasks: readonly T[], labels: (task: T) => readonly string[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const task of tasks) {
    for (const label of new Set(labels(task))) {
      const group = found.get(label)
      if (group) group.push(task)
      else found.set(label, [task])
    }
  }
  return found
}

/** The tasks with the lowest pass rate, all that share it; of none where no task has a scored trial. Unscored tasks have no rate, and are not the worst. */
export function worstTasks<T extends Scored>(tasks: readonly T[]): T[] {
  const scored = tasks.filter((task) => task.scored > 0)
  const lowest = Math.min(...scored.map(rateOf))
  return scored.filter((task) => rateOf(task) === lowest)
}

const rateOf = ({ passed, scored }: Scored): number => passed / scored

/**
 * The chance that two different trials of a task end differently: 2c(n−c) / n(n−1); 0 is steady, and no more than about
 * ½ is reached by many trials. `one_trial` and `no_trials` where there are no two.
 */
export function flakiness({ passed, scored }: Scored): number | Refused<'no_trials' | 'one_trial'> {
  if (scored === 0) return refused('no_trials')
  return scored === 1 ? refused('one_trial') : (2 * passed * (scored - passed)) / (scored * (scored - 1))
}
