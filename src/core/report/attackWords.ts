// What became of injected instructions, in sentences.
import type { Attack } from './attack'
import type { Proportion } from './rate'
import { percent, range, unscoredText } from './words'

const said = ({ passed, of, rate, wilson }: Proportion): string => (rate === null || wilson === null ? 'nothing to say' : `${passed} of ${of}, ${percent(rate)}, ${range(wilson)}`)

/** One line a rate, each with its denominator. */
export const attackText = ({ tasks, benign, under, success, unscored, succeeded_unscored }: Attack): string[] => [
  `benign utility: ${said(benign)}`,
  `utility under attack, on ${tasks} ${tasks === 1 ? 'task' : 'tasks'} with an injected instruction: ${said(under)}`,
  `attack success, of the same scored trials: ${said(success)}`,
  ...(unscored.length > 0 ? [`on those tasks ${unscoredText(unscored)}; the attack succeeded in ${succeeded_unscored.toLocaleString('en')} of them`] : []),
]
