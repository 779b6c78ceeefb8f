// Why a trial came out as it did, as the one sentence above it.
import type { Trial } from '../../core/trial/record'
import { signOfState } from './states'

/** The first deciding check that failed, or was unknown; of an unscored trial, what stopped it. */
export function whyOf(trial: Trial): string {
  const checks = trial.grade?.checks ?? []
  const decides = new Set(trial.grade?.dimensions.filter((dimension) => dimension.decides).map(({ id }) => id))
  const deciding = checks.filter((check) => decides.has(check.dimension))
  if (trial.state === 'pass') return 'Everything that was required happened, and nothing else.'
  const said = deciding.find(({ result }) => result === (trial.state === 'fail' ? 'fail' : 'unknown'))?.says
  if ((trial.state === 'fail' || trial.state === 'inconclusive') && said) return sentenceCase(said)
  return sentenceCase(trial.error ?? trial.episode.termination.detail ?? `Not scored: ${signOfState(trial.state).word}.`)
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
