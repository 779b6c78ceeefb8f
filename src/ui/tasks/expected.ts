// What a task expects, in sentences.
import type { Bundle, Expectation, PathRule, Task } from '../../core/task/schema'
import { patternInWords } from '../../core/grade/words'

export interface ExpectedLine {
  what: 'must' | 'may'
  text: string
}

/** Each accepted end state as its lines; an end in which nothing may change has none. */
export const endStates = (bundle: Bundle, task: Task): ExpectedLine[][] =>
  ([task.expect].flat() as Expectation[]).map(({ must, may = [] }) => [
    ...must.map((pattern) => ({ what: 'must' as const, text: patternInWords(pattern, bundle.world) })),
    ...may.map((pattern) => ({ what: 'may' as const, text: patternInWords(pattern, bundle.world) })),
  ])

export interface RuleLine {
  title: string
  dimension: string
  kind: string
}

const KINDS: Record<PathRule['rule'], string> = {
  before: 'order of calls', never: 'forbidden call', calls: 'required calls', confirmed: 'confirmation first', no_repeats: 'no repeats', retries: 'retries',
}

/** Everything else that is looked at: path rules, queries, needed calls, budget. */
export function furtherRules(bundle: Bundle, task: Task): RuleLine[] {
  const titleOf = (id: string) => bundle.world.dimensions.find((dimension) => dimension.id === id)?.title ?? id
  const lines = [...(bundle.world.path ?? []), ...(task.path ?? [])].map(({ title, dimension, rule }) => ({ title, dimension: titleOf(dimension), kind: KINDS[rule] }))
  lines.push(...[...(bundle.world.checks ?? []), ...(task.checks ?? [])].map(({ title, dimension }) => ({ title, dimension: titleOf(dimension), kind: 'query' })))
  if (task.needs) lines.push({ title: `Needed: ${task.needs.calls.map(({ tool }) => tool).join(', ')}`, dimension: task.needs.dimension ? titleOf(task.needs.dimension) : 'reported', kind: 'call accuracy' })
  if (task.budget) {
    const { dimension, required, ...limits } = task.budget
    lines.push({ title: `At most ${Object.entries(limits).map(([what, most]) => `${most} ${what}`).join(', ')}`, dimension: titleOf(dimension), kind: required ? 'budget, required' : 'budget' })
  }
  return lines
}
