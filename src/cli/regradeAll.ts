// Grading every trial of a run again from its record, and what that changed.
import { attemptName } from '../core/run/slot'
import { regrade } from '../core/trial/runTrial'
import type { RunHead, TerminalState, Trial } from '../core/trial/record'

export interface Regraded {
  /** Trials that were graded, of those that the run holds. */
  graded: number
  trials: number
  changed: { trial: string; before: TerminalState; after: TerminalState }[]
  /** Trials whose state stayed and of which some check says otherwise than before. */
  otherwise: number
}

/** The trials as they are graded now; a problem where a world they belong to is not in the run. */
export function regradeAll({ name, worlds }: RunHead, trials: readonly Trial[]): { trials: Trial[]; regraded: Regraded } | { problem: string } {
  if (trials.length === 0) return { problem: `${name} holds no trials: there is nothing to grade again.` }
  const bundles = new Map(worlds.map((bundle) => [bundle.world.id, bundle]))
  const lost = trials.find(({ world, task }) => !bundles.get(world)?.tasks.some(({ id }) => id === task))
  if (lost) return { problem: `${name} does not hold the task ${lost.world}/${lost.task}: its trials cannot be graded again.` }
  const regraded: Regraded = { graded: 0, trials: trials.length, changed: [], otherwise: 0 }
  const now = trials.map((trial) => {
    const bundle = bundles.get(trial.world)
    const again = bundle ? regrade(bundle, trial) : trial
    if (again !== trial) regraded.graded += 1
    if (again.state !== trial.state) regraded.changed.push({ trial: attemptName(trial), before: trial.state, after: again.state })
    else if (JSON.stringify(again.grade) !== JSON.stringify(trial.grade)) regraded.otherwise += 1
    return again
  })
  return { trials: now, regraded }
}
