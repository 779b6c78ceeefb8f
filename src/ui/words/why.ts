// Why a trial came out as it did, as the one sentence above it.
import type { Trial } from '../../core/trial/record'
import { signOfState } from './states'

/** The deciding checks that failed, or were unknown, two at most; of an unscored trial, what stopped it. */
export function whyOf(trial: Trial): string {
  const checks = trial.grade?.checks ?? []
  const decides = new Set(trial.grade?.dimensions.filter((dimension) => dimension.decides).map(({ id }) => id))
  const deciding = checks.filter((check) => decides.has(check.dimension))
  if (trial.state === 'pass') return trial.grade?.changes.includes('allowed') ? 'Everything required happened, and besides it only what is allowed.' : 'Everything required happened, and nothing else.'
  const said = deciding.filter(({ result }) => result === (trial.state === 'fail' ? 'fail' : 'unknown')).map(({ says }) => sentenceCase(says))
  if ((trial.state === 'fail' || trial.state === 'inconclusive') && said.length > 0) {
    return [...said.slice(0, 2), ...(said.length > 2 ? [`And ${said.length - 2} more.`] : [])].join(' ')
  }
  return sentenceCase(trial.error ?? trial.episode.termination.detail ?? `Not scored: ${signOfState(trial.state).word}.`)
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
