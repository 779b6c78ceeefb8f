// Failures in words.
import type { Failure } from '../trial/failures/category'
import type { Failures } from './failures'
import type { FailureShow } from './failureShows'
import { percent, range } from './words'
import type { Proportion } from './rate'

const NAMES: Record<Failure, string> = {
  wrong_tool: 'wrong tool', bad_argument: 'bad argument', gave_up_early: 'gave up early', looped: 'looped',
  invented_result: 'invented a result', ignored_error: 'ignored an error', unexpected_change: 'unexpected change', missing_change: 'missing change',
}

/** "wrong tool", "not looked at". */
export const failureName = (show: FailureShow): string => (show === 'uncategorised' ? 'uncategorised' : show === 'not_looked_at' ? 'not looked at' : NAMES[show])

/** "12 of 40, 30 %, 18–45 %". */
export const shareText = ({ passed, of, rate, wilson }: Proportion): string => `${passed.toLocaleString('en')} of ${of.toLocaleString('en')}${rate === null || wilson === null ? '' : `, ${percent(rate)}, ${range(wilson)}`}`

/** Who found it: "by rule" where that is all of the count; else each apart, "9 by rule, 3 by hand; 1 by rule, taken away by hand". */
export function sourcesText({ byRule, byHand, denied }: Failures['counts'][number]): string {
  const many = (count: number, who: string) => (count > 0 ? [`${count.toLocaleString('en')} ${who}`] : [])
  if (denied === 0 && (byRule === 0 || byHand === 0)) return byRule > 0 ? 'by rule' : byHand > 0 ? 'by hand' : ''
  return [[...many(byRule, 'by rule'), ...many(byHand, 'by hand')].join(', '), ...many(denied, 'by rule, taken away by hand')].filter(Boolean).join('; ')
}

/** What the counts do not cover, a sentence each. */
export function uncoveredText({ uncategorised, unseen }: Failures): string[] {
  const many = ({ passed, of }: Proportion) => `${passed.toLocaleString('en')} of ${of.toLocaleString('en')} failed ${of === 1 ? 'trial' : 'trials'}`
  return [
    ...(uncategorised.passed > 0 ? [`${many(uncategorised)} ${uncategorised.passed === 1 ? 'is' : 'are'} uncategorised: no rule can tell, and nobody has said.`] : []),
    ...(unseen.passed > 0 ? [`${many(unseen)} ${unseen.passed === 1 ? 'was' : 'were'} kept before the rules were there, and the rules have not looked at ${unseen.passed === 1 ? 'it' : 'them'}.`] : []),
  ]
}
