// Resuming: which trials of a run are still to be played.
import type { RunHead } from '../trial/record'
import type { PlannedTrial } from './scheduler'
import { slotKey } from './slot'
import type { TrialSummary } from './store'

const SCORED: ReadonlySet<string> = new Set(['pass', 'fail', 'inconclusive'])

/** Every slot of the manifest, round by round, so that a run that is stopped early has seen every task. */
function slots(manifest: RunHead['manifest']): { world: string; task: string; index: number }[] {
  const most = Math.max(0, ...manifest.map(({ trials }) => trials))
  return Array.from({ length: most }, (_, index) => manifest.filter(({ trials }) => index < trials).map(({ world, task }) => ({ world, task, index }))).flat()
}

/** The slots that were never run, or not to an end that was kept, as first attempts. */
export function neverFinished(manifest: RunHead['manifest'], summaries: readonly TrialSummary[]): PlannedTrial[] {
  const there = new Set(summaries.map(slotKey))
  return slots(manifest).filter((slot) => !there.has(slotKey(slot))).map((slot) => ({ ...slot, attempt: 1 }))
}

/** The slots whose last attempt is unscored, each as its next attempt; the earlier ones stay. */
export function unscored(manifest: RunHead['manifest'], summaries: readonly TrialSummary[]): PlannedTrial[] {
  const last = new Map<string, TrialSummary>()
  for (const summary of summaries) if ((last.get(slotKey(summary))?.attempt ?? 0) < summary.attempt) last.set(slotKey(summary), summary)
  return slots(manifest).flatMap((slot) => {
    const found = last.get(slotKey(slot))
    return found && !SCORED.has(found.state) ? [{ ...slot, attempt: found.attempt + 1 }] : []
  })
}
