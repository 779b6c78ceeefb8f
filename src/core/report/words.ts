// The report's figures as sentences. No rate stands without what it is out of.
import { given, type Interval } from '../stats/interval'
import type { KFigure } from '../stats/reliability'
import type { Flow } from './flow'
import type { PassRate } from './rate'
import type { Report } from './report'

/** 0 … 1 as "79"; what is not quite 0 or 100 % is never written as such, but with more digits. */
function points(rate: number): string {
  for (const digits of [0, 1, 2]) {
    const text = (100 * rate).toFixed(digits)
    if ((Number(text) !== 0 || rate === 0) && (Number(text) !== 100 || rate === 1)) return text
  }
  return rate < 0.5 ? '<0.01' : '>99.99'
}

/** "79 %". */
export const percent = (rate: number): string => `${points(rate)} %`

/** "71–86 %". */
export const range = ({ low, high }: Interval): string => `${points(low)}–${points(high)} %`

/** Counts with thousands apart: "2,300". */
const count = (value: number): string => value.toLocaleString('en')
const many = (value: number, one: string): string => `${count(value)} ${one}${value === 1 ? '' : 's'}`

/** "9 system error, 2 timeout, 1 never run"; '' where all are scored. */
export function attritionText({ attrition, absent }: Pick<Flow, 'attrition' | 'absent'>): string {
  return [...attrition.map(({ state, count: of }) => `${count(of)} ${state.replaceAll('_', ' ')}`), ...(absent > 0 ? [`${count(absent)} never run`] : [])].join(', ')
}

/** "15 not scored (14 system error, 1 timeout)"; '' where all are. */
export function unscoredText(attrition: Flow['attrition']): string {
  const all = attrition.reduce((sum, { count: of }) => sum + of, 0)
  return all === 0 ? '' : `${count(all)} not scored (${attritionText({ attrition, absent: 0 })})`
}

/** "91 of 115, 79 %, 71–86 %"; "0 of 0" where there is nothing to divide by. */
export function rateText({ passed, scored, rate, wilson }: Pick<PassRate, 'passed' | 'scored' | 'rate' | 'wilson'>): string {
  return rate === null || wilson === null ? `${count(passed)} of ${count(scored)}` : `${count(passed)} of ${count(scored)}, ${percent(rate)}, ${range(wilson)}`
}

const NO_CLUSTER = { no_trials: '', not_counts: '', one_task: '; one task only, so nothing is known of others', no_spread: '; all tasks alike, so their spread says nothing' } as const

/** "; clustered by task 65–93 %". */
export function clusteredText({ clustered }: Pick<PassRate, 'clustered'>): string {
  if (!given(clustered)) return NO_CLUSTER[clustered.refused]
  const { interval } = clustered
  return given(interval) ? `; clustered by task ${range(interval)}` : NO_CLUSTER[interval.refused]
}

/** A rate over some tasks; where trials are missing, what they could still make of it in place of the rate of the others. */
export function partText(part: PassRate): string {
  const missing = part.planned - part.scored
  return missing === 0 || !part.bounds ? rateText(part) + (given(part.clustered) && given(part.clustered.interval) ? clusteredText(part) : '') : `${count(part.passed)} of ${count(part.scored)} scored, ${count(missing)} of ${count(part.planned)} not: ${range(part.bounds)}`
}

/**
 * A rate in one line. Where trials are missing the line says so and never is the bare rate of those that are there:
 * "between 10 % and 100 %: 1 of 1 scored trials passed; 9 of 10 planned are not scored (9 system error)".
 */
export function headline({ total, flow, attrition }: Pick<Report, 'total' | 'flow' | 'attrition'>): string {
  const { planned, scored, passed, bounds, asFailed } = total
  const missing = planned - scored
  if (planned === 0 || !bounds) return 'no trial was planned'
  const lost = `${count(missing)} of ${count(planned)} planned ${missing === 1 ? 'is' : 'are'} not scored (${attritionText(flow)})`
  if (scored === 0) return `no trial is scored: ${lost}`
  if (missing === 0) return rateText(total) + clusteredText(total)
  if (attrition === 'failed' && asFailed.rate !== null && asFailed.wilson) return `${count(passed)} of ${count(planned)} planned, ${percent(asFailed.rate)}, ${range(asFailed.wilson)}; ${lost} and ${missing === 1 ? 'counts' : 'count'} as failed`
  if (attrition === 'drop') return `${rateText(total)} of what is scored; but ${lost}: ${range(bounds)}`
  return `between ${percent(bounds.low)} and ${percent(bounds.high)}: ${count(passed)} of ${many(scored, 'scored trial')} passed; ${lost}`
}

/** A probability with three digits; what is not quite 0 or 1 is never written as such, but with more. */
function probability(value: number): string {
  for (const digits of [3, 4, 5, 6]) {
    const text = value.toFixed(digits)
    if ((Number(text) !== 0 || value === 0) && (Number(text) !== 1 || value === 1)) return text
  }
  return value < 0.5 ? '<0.000001' : '>0.999999'
}

/** One figure of a curve: "0.652 (0.449–0.812)", "0.400 to 0.600", or why there is none. `tasks` are the report's. */
export function kText(figure: KFigure, tasks: readonly { task: string }[]): string {
  const interval = 'interval' in figure && figure.interval ? ` (${probability(figure.interval.low)}–${probability(figure.interval.high)})` : ''
  if ('value' in figure) return probability(figure.value) + interval
  if ('low' in figure) return `${probability(figure.low)} to ${probability(figure.high)}${interval}`
  const names = figure.tasks.slice(0, 5).map((place) => tasks[place]?.task ?? '?').join(', ')
  const rest = figure.tasks.length > 5 ? ` and ${many(figure.tasks.length - 5, 'other')}` : ''
  return `not given: ${figure.refused === 'beyond_plan' ? 'fewer trials planned of' : 'too few scored trials of'} ${names}${rest}`
}

const AGENTS = { null: 'doing nothing', liar: 'claiming it without doing it', escalator: 'handing everything over' } as const
const FROM = { proof: ', as it was proven', here: ', proven on the world that is here', expectation: ', by what the tasks expect', world: ', as the world says', source: ', by the reference actions' } as const

/** What the score is worth, a sentence each. */
export function worthText({ free, unproven, discriminating, nothing, untold }: Report['worth']): string[] {
  const told = nothing + (discriminating?.tasks ?? 0)
  const tasks = told + untold
  return [
    ...free.map(({ agent, passed, tasks, from }) => `${AGENTS[agent]} passes ${count(passed)} of ${many(tasks, 'task')}${FROM[from]}`),
    ...unproven.map((agent) => `what ${AGENTS[agent]} passes of ${tasks === 1 ? 'this task' : `these ${count(tasks)} tasks`} is not known before it is proven`),
    ...(discriminating?.tasks === 0 ? [`doing nothing passes all ${many(told, 'task')} of which that is known: the score says nothing of what an agent can do`] : discriminating ? [`on the ${many(discriminating.tasks, 'task')} of ${count(told)} that doing nothing does not pass: ${partText(discriminating)}`] : []),
    ...(untold > 0 ? [`of ${many(untold, 'task')} it is not known whether doing nothing passes ${untold === 1 ? 'it' : 'them'}`] : []),
  ]
}
