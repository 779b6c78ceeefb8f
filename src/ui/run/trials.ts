// Which trials of a run are shown.
import type { TrialSummary } from '../../core/run/store'
import type { Show } from '../../state/address'

const shows: Record<Show, (trial: TrialSummary) => boolean> = {
  all: () => true,
  failed: ({ state }) => state === 'fail',
  unscored: ({ state }) => state !== 'pass' && state !== 'fail',
}

/** Trials of a kind whose world, task or title holds the text, whatever its case. */
export function matching(trials: readonly TrialSummary[], show: Show, text: string): TrialSummary[] {
  const wanted = text.trim().toLowerCase()
  return trials.filter((trial) => shows[show](trial) && `${trial.world} ${trial.task} ${trial.title ?? ''}`.toLowerCase().includes(wanted))
}
