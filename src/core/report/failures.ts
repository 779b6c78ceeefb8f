// Why trials failed, counted: what rules found and what a person said, told apart.
import type { TrialSummary } from '../run/store'
import { FAILURES, type Failure } from '../trial/failures/category'
import type { FailureShow } from './failureShows'
import { proportion, type Proportion } from './rate'
import { holds } from '../trial/failures/byHand'

export interface FailureCount {
  failure: Failure
  /** Failed trials of which it holds, by rule and not taken away by hand, or by hand: `passed` of all that failed. */
  share: Proportion
  /** Of these, those in which a rule finds it. */
  byRule: number
  /** Of these, those in which only a person says so. */
  byHand: number
  /** Failed trials in which a rule finds it and a person says that it is not so: not in `share`. */
  denied: number
}

export interface Failures {
  /** Trials that count and failed. */
  failed: number
  /** One for each failure, in the order of `FAILURES`; a trial may stand under several. */
  counts: FailureCount[]
  /** Looked at, and no failure holds. */
  uncategorised: Proportion
  /** Not looked at by the rules. */
  unseen: Proportion
}

/** `null` where no trial that counts failed. */
export function failuresIn(trials: readonly TrialSummary[]): Failures | null {
  const counts = FAILURES.map((failure) => ({ failure, trials: 0, byRule: 0, byHand: 0, denied: 0 }))
  let [failed, unseen, uncategorised] = [0, 0, 0]
  for (const { state, failures, byHand } of trials) {
    if (state !== 'fail') continue
    failed += 1
    if (!failures) unseen += 1
    let any = false
    for (const count of counts) {
      const byRule = failures?.includes(count.failure) ?? false
      const said = byHand?.[count.failure]
      if (said === false && byRule) count.denied += 1
      if (!(said ?? byRule)) continue
      any = true
      count.trials += 1
      if (byRule) count.byRule += 1
      else count.byHand += 1
    }
    if (failures && !any) uncategorised += 1
  }
  if (failed === 0) return null
  const share = (count: number) => proportion(count, failed)
  return { failed, counts: counts.map(({ trials: count, ...rest }) => ({ ...rest, share: share(count) })), uncategorised: share(uncategorised), unseen: share(unseen) }
}

/** Whether a trial is one of those that are counted there. */
export function isCountedUnder(show: FailureShow, { state, practice, failures, byHand = {} }: TrialSummary): boolean {
  if (state !== 'fail' || practice) return false
  if (show === 'not_looked_at') return failures === undefined
  if (show === 'uncategorised') return failures !== undefined && !FAILURES.some((failure) => holds(failure, failures, byHand))
  return holds(show, failures ?? [], byHand)
}
