// The paired comparison of two runs: task by task, and what it all adds up to.
import { given, type Refused } from '../stats/interval'
import { holm } from '../stats/mcnemar'
import { paired, type Pair, type Paired } from '../stats/paired'
import { groups } from '../stats/tasks'
import { taskKey } from './catalogue'
import type { Report } from './report'
import type { TaskRow } from './rows'

/** From the first run to the second: `fixed` and `broken` mean that its rate rose or fell, by however little. */
export type Fate = 'fixed' | 'broken' | 'same' | 'only_first' | 'only_second' | 'unscored'

export interface ComparedTask {
  world: string
  task: string
  title?: string
  fate: Fate
  first: TaskRow | null
  second: TaskRow | null
  /** The second's rate minus the first's; absent unless both have scored trials. */
  difference?: number
  /** Whether what mostly passed now mostly fails, or the other way round. */
  flipped?: boolean
}

export interface ComparedSlice {
  by: 'world' | 'kind' | 'tier'
  label: string
  paired: Paired
  /** Sign-flip p, corrected for all slices together by Holm's method. */
  p: number
}

export interface Comparison {
  first: Report['run']
  second: Report['run']
  tasks: ComparedTask[]
  counts: Record<Fate, number>
  /** Over the tasks with scored trials in both. */
  paired: Paired | Refused<'no_tasks' | 'no_trials' | 'not_counts'>
  /** Least and most scored trials of such a task, in either run. */
  trials: { least: number; most: number } | null
  slices: ComparedSlice[]
  verdict: 'better' | 'worse' | 'no_difference' | 'not_comparable'
  /** Mean difference by task over all shared tasks if every unscored trial went against the second run … for it. */
  bounds: { low: number; high: number } | null
  /** Whether the verdict would be the same if every unscored trial had gone against it; "no difference" does not stand while any is missing. */
  robust: boolean
  /** Planned trials that are not scored, in shared tasks. */
  unscored: { first: number; second: number }
}

/** The test that fits: McNemar's where each task has one trial, else sign flips by task. */
export const testOf = ({ mcnemar, signFlip }: Paired): { name: string; p: number } =>
  mcnemar ? { name: 'exact McNemar', p: mcnemar.p } : { name: signFlip.exact ? 'exact sign flips' : 'sign flips', p: signFlip.p }

/** Compares by task, `second` against `first`. "better" and "worse" only where the interval excludes zero and the test agrees (p ≤ 0.05). */
export function compare(first: Report, second: Report, options: { resamples?: number; seed?: number } = {}): Comparison {
  const others = new Map(second.tasks.map((row) => [taskKey(row.world, row.task), row]))
  const mine = new Set(first.tasks.map((row) => taskKey(row.world, row.task)))
  const tasks = [
    ...first.tasks.map((row) => compared(row, others.get(taskKey(row.world, row.task)) ?? null)),
    ...second.tasks.filter((row) => !mine.has(taskKey(row.world, row.task))).map((row) => compared(null, row)),
  ]
  const pairs = tasks.flatMap(({ first: a, second: b }) => (a && b && a.scored > 0 && b.scored > 0 ? [{ row: b, first: a, second: b }] : []))
  const found = paired(pairs, options)
  const verdict = verdictOf(found)
  const bounds = boundsOf(tasks)
  const worst = paired(against(tasks, verdict), options)
  const counts: Comparison['counts'] = { fixed: 0, broken: 0, same: 0, only_first: 0, only_second: 0, unscored: 0 }
  for (const { fate } of tasks) counts[fate] += 1
  const missing = (side: 'first' | 'second') => tasks.reduce((sum, { [side]: row, first: a, second: b }) => sum + (a && b && row ? row.planned - row.scored : 0), 0)
  const numbers = pairs.flatMap(({ first: a, second: b }) => [a.scored, b.scored])
  return {
    first: first.run, second: second.run, tasks, counts,
    paired: found,
    trials: numbers.length > 0 ? { least: Math.min(...numbers), most: Math.max(...numbers) } : null,
    slices: slicesOf(pairs, options),
    verdict, bounds,
    robust: missing('first') + missing('second') === 0 || verdictOf(worst) === verdict,
    unscored: { first: missing('first'), second: missing('second') },
  }
}

function compared(first: TaskRow | null, second: TaskRow | null): ComparedTask {
  const { world, task, title } = (first ?? second) as TaskRow
  const base = { world, task, first, second, ...(title === undefined ? {} : { title }) }
  if (!second) return { ...base, fate: 'only_first' }
  if (!first) return { ...base, fate: 'only_second' }
  if (first.scored === 0 || second.scored === 0) return { ...base, fate: 'unscored' }
  const difference = (second.passed * first.scored - first.passed * second.scored) / (first.scored * second.scored)
  const mostly = ({ passed, scored }: TaskRow) => Math.sign(2 * passed - scored)
  return { ...base, difference, fate: difference > 0 ? 'fixed' : difference < 0 ? 'broken' : 'same', flipped: mostly(first) * mostly(second) === -1 }
}

function verdictOf(found: Comparison['paired']): Comparison['verdict'] {
  if (!given(found)) return 'not_comparable'
  const { interval } = found
  if (interval === null) return 'not_comparable'
  // With few tasks the bootstrap alone is too sure of itself.
  if (testOf(found).p > 0.05) return 'no_difference'
  return interval.low > 0 ? 'better' : interval.high < 0 ? 'worse' : 'no_difference'
}

function boundsOf(tasks: readonly ComparedTask[]): Comparison['bounds'] {
  const shared = tasks.flatMap(({ first, second }) => (first?.bounds && second?.bounds ? [{ a: first.bounds, b: second.bounds }] : []))
  if (shared.length === 0) return null
  const mean = (value: (pair: (typeof shared)[number]) => number) => shared.reduce((sum, pair) => sum + value(pair), 0) / shared.length
  return { low: mean(({ a, b }) => b.low - a.high), high: mean(({ a, b }) => b.high - a.low) }
}

/** The pairs as they would be had every unscored trial gone against the verdict. */
function against(tasks: readonly ComparedTask[], verdict: Comparison['verdict']): Pair[] {
  if (verdict !== 'better' && verdict !== 'worse') return []
  const failed = ({ passed, planned }: TaskRow) => ({ passed, scored: planned })
  const passed = ({ passed: some, planned, scored }: TaskRow) => ({ passed: some + planned - scored, scored: planned })
  const [ofFirst, ofSecond] = verdict === 'better' ? [passed, failed] : [failed, passed]
  return tasks.flatMap(({ first, second }) => (first && second && first.planned > 0 && second.planned > 0 ? [{ first: ofFirst(first), second: ofSecond(second) }] : []))
}

interface RowPair { row: TaskRow; first: TaskRow; second: TaskRow }

function slicesOf(pairs: readonly RowPair[], options: { resamples?: number; seed?: number }): ComparedSlice[] {
  const found = (['world', 'kind', 'tier'] as const).flatMap((by) => {
    const parts = groups(pairs, ({ row: { [by]: label } }) => (label === undefined ? [] : [label]))
    if (parts.size < 2) return []
    return [...parts].flatMap(([label, members]) => {
      const result = paired(members, options)
      return given(result) ? [{ by, label, paired: result }] : []
    })
  })
  const ps = holm(found.map(({ paired: { signFlip } }) => signFlip.p))
  return found.map((slice, i) => ({ ...slice, p: ps[i] ?? 1 }))
}
