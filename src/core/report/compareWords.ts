// The comparison of two runs in words.
import { given, type Interval } from '../stats/interval'
import { testOf, type Comparison } from './compare'

/** A difference in points: "+12", "−0.4", "0". */
function signed(rate: number): string {
  const text = (100 * Math.abs(rate)).toFixed(Math.abs(rate) < 0.01 ? 1 : 0)
  return Number(text) === 0 ? '0' : `${rate < 0 ? '−' : '+'}${text}`
}
const span = ({ low, high }: Interval): string => `${signed(low)} to ${signed(high)}`
const pText = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`)
const count = (value: number, one: string): string => `${value.toLocaleString('en')} ${one}${value === 1 ? '' : 's'}`

/** "23 tasks × 5", "23 tasks × 3 to 5". */
function size({ paired, trials }: Comparison): string {
  if (!given(paired) || !trials) return 'no task'
  return `${count(paired.tasks, 'task')} × ${trials.least === trials.most ? trials.least : `${trials.least} to ${trials.most}`}`
}

/** "about 40 more tasks like these, or 6 more trials of each, would be needed to see 10 points". */
function neededText(comparison: Comparison): string {
  const { paired, trials } = comparison
  if (!given(paired)) return ''
  const { needed } = paired
  if (!given(needed.tasks)) return needed.tasks.refused === 'no_spread' ? 'no task differs, so nothing tells how many more would be needed' : 'one task cannot tell how many more would be needed'
  const ways: string[] = []
  if (needed.tasks > paired.tasks) ways.push(`${count(needed.tasks - paired.tasks, 'more task')} like these`)
  if (given(needed.trials) && needed.trials > 1 && trials) ways.push(`${count(Math.max(1, Math.ceil(needed.trials * trials.least) - trials.least), 'more trial')} of each`)
  if (ways.length === 0) return 'it was enough to see 10 points in 4 of 5 cases'
  const only = !given(needed.trials) && needed.trials.refused === 'more_tasks' ? '; more trials of these tasks alone would not do' : ''
  return `about ${ways.join(', or ')}${ways.length > 1 ? ',' : ''} would be needed to see 10 points${only}`
}

/** The verdict in one or two sentences; "better" only where the interval excludes zero. */
export function verdictText(comparison: Comparison): string {
  const { first, second, paired, verdict, robust, unscored, bounds } = comparison
  if (!given(paired)) return 'The two runs share no task with scored trials in both: there is nothing to compare.'
  const { difference, interval } = paired
  if (verdict === 'not_comparable' || interval === null) return `One shared task is not enough to compare: ${signed(difference)} points on it.`
  const { name, p } = testOf(paired)
  const figures = `${signed(difference)} points (${span(interval)}; ${name} ${pText(p)}) on ${size(comparison)}`
  const missing = unscored.first + unscored.second
  const shaky = missing > 0 && bounds ? ` ${count(missing, 'planned trial')} ${missing === 1 ? 'is' : 'are'} not scored: counted either way, the difference is ${span(bounds)}${robust ? ', so it stands' : ', so this could be undone'}.` : ''
  if (verdict === 'no_difference') return `No difference that ${size(comparison)} could show: ${signed(difference)} points (${span(interval)}; ${name} ${pText(p)}); ${neededText(comparison)}.${interval.low > 0 || interval.high < 0 ? ' The interval alone leaves out zero, but so few tasks cannot bear it out.' : ''}${shaky}`
  return `${second.name} is ${verdict} than ${first.name}: ${figures}.${shaky}`
}
