// Which trials of a run are shown.
import type { TrialSummary } from '../../core/run/store'
import { isCountedUnder } from '../../core/report/failures'
import type { FailureShow } from '../../core/report/failureShows'
import type { Show } from '../../state/address'

const shows: Record<Show, (trial: TrialSummary) => boolean> = {
  all: () => true,
  failed: ({ state }) => state === 'fail',
  unscored: ({ state }) => state !== 'pass' && state !== 'fail',
}

/** Trials of a kind and, where one is named, of a failure, whose world, task or title holds the text, whatever its case. */
export function matching(trials: readonly TrialSummary[], show: Show, text: string, failure?: FailureShow): TrialSummary[] {
  const wanted = text.trim().toLowerCase()
  return trials.filter((trial) => shows[show](trial) && (failure === undefined || isCountedUnder(failure, trial)) && `${trial.world} ${trial.task} ${trial.title ?? ''}`.toLowerCase().includes(wanted))
}
