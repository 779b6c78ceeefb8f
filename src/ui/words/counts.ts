// Counts in words. No number stands without what it is out of.
import type { Tally } from '../../state/tally'
import { signOfState } from './states'

/** "1 trial", "3 trials"; the plural may be given where it is no plain -s. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** "20 of 23". */
export const outOf = (part: number, whole: number): string => `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`

/** What is not scored, by kind, and what was never run; '' where nothing is missing. */
export function attritionSentence({ attrition, absent, done }: Tally): string {
  const unscored = attrition.reduce((sum, { count }) => sum + count, 0)
  const kinds = attrition.map(({ state, count }) => `${count.toLocaleString('en')} ${signOfState(state).word}`).join(', ')
  return [
    unscored > 0 ? `${outOf(unscored, done)} ${unscored === 1 ? 'is' : 'are'} not scored: ${kinds}.` : '',
    absent > 0 ? `${outOf(absent, done + absent)} planned ${absent === 1 ? 'trial was' : 'trials were'} not run.` : '',
  ].filter(Boolean).join(' ')
}

const date = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** An ISO time as the person's clock shows it. */
export function timeText(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : date.format(time)
}
