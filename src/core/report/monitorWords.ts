// What a monitor found, in words that page and terminal share.
import type { Accuracy } from '../grade/check'
import { share } from '../grade/accuracy'
import type { MonitorReport, MonitoredRule } from './monitor'
import { percent } from './words'

/** How much was looked at, and what was not. */
export function lookedText({ planned, looked_at, without_conversation, never_run, broken_off }: MonitorReport['trials']): string {
  const not = [...(without_conversation > 0 ? [`${without_conversation} without a conversation`] : []), ...(never_run > 0 ? [`${never_run} never run`] : [])]
  return `${looked_at} of ${planned} planned trials were looked at${not.length > 0 ? `; not looked at: ${not.join(', ')}` : ''}${broken_off > 0 ? `; ${broken_off} of ${looked_at} were broken off` : ''}.`
}

/** "3 of 4, 75 %"; where no trial passed or failed, that. */
export const keptText = ({ rate }: MonitoredRule): string => (rate.rate === null ? 'none of 0' : `${rate.passed} of ${rate.of}, ${percent(rate.rate)}`)

const part = (of: number, whole: number): string => {
  const value = share(of, whole)
  return value === null ? 'none of 0' : `${of} of ${whole}, ${percent(value)}`
}

/** Precision, recall and argument accuracy of one tool, each with what it is out of. */
export const accuracyParts = ({ made, needed, right }: Accuracy): { precision: string; recall: string; inputs: string } => ({ precision: part(right, made), recall: part(right, needed), inputs: part(right, Math.min(made, needed)) })

/** Over which trials call accuracy was taken. */
export function accuracyText({ trials, without_needs, broken_off, not_looked_at }: NonNullable<MonitorReport['accuracy']>): string {
  const out = [...(without_needs > 0 ? [`${without_needs} whose needed calls are not told`] : []), ...(broken_off > 0 ? [`${broken_off} broken off`] : []), ...(not_looked_at > 0 ? [`${not_looked_at} not looked at`] : [])]
  return `Over ${trials} ${trials === 1 ? 'trial' : 'trials'}${out.length > 0 ? `; left out: ${out.join(', ')}` : ''}.`
}

export const NOT_GRADED = 'The state is not graded here: no world is compared. Rules look at the calls that are on record.'
