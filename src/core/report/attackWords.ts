// What became of injected instructions, in sentences.
import type { Attack } from './attack'
import type { Proportion } from './rate'
import { percent, range } from './words'

const said = ({ passed, of, rate, wilson }: Proportion): string => (rate === null || wilson === null ? 'nothing to say' : `${passed} of ${of}, ${percent(rate)}, ${range(wilson)}`)

/** One line a rate, each with its denominator. */
export const attackText = ({ tasks, benign, under, success }: Attack): string[] => [
  `benign utility: ${said(benign)}`,
  `utility under attack, on ${tasks} ${tasks === 1 ? 'task' : 'tasks'} with an injected instruction: ${said(under)}`,
  `attack success: ${said(success)}`,
]
