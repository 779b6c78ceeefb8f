// Warnings about the catalogue, from results: suspect the task before the agent.
import type { RunHead } from '../trial/record'
import { taskKey } from './catalogue'
import type { PassRate } from './rate'
import type { TaskRow } from './rows'

export interface Warning {
  kind: 'too_easy' | 'never_passes' | 'stronger_fails' | 'unscored_tasks'
  says: string
  tasks: { world: string; task: string }[]
}

/** What warnings are made of. */
export interface Results {
  run: { name: string; kind: RunHead['kind'] }
  total: PassRate
  tasks: readonly TaskRow[]
}

/** Scripts pass and fail what they are made to: they say nothing about how hard a task is. */
const tells = ({ run: { kind } }: Results): boolean => kind !== 'scripted' && kind !== 'mutants'

const named = (rows: readonly TaskRow[]) => rows.map(({ world, task }) => ({ world, task }))
const names = (rows: readonly TaskRow[]): string => rows.map(({ task }) => task).join(', ')

/** Of one run alone. */
export function runWarnings(results: Results): Warning[] {
  const { tasks, total } = results
  const empty = tasks.filter(({ scored, planned }) => planned > 0 && scored === 0)
  const warnings: Warning[] = empty.length > 0 && empty.length < tasks.length ? [{ kind: 'unscored_tasks', says: `No trial of ${names(empty)} is scored: nothing here speaks for or against ${empty.length === 1 ? 'it' : 'them'}.`, tasks: named(empty) }] : []
  if (!tells(results)) return warnings
  if (total.scored > 0 && total.passed === total.planned) warnings.push({ kind: 'too_easy', says: 'Every trial of every task passed: this catalogue is too easy to tell such agents apart.', tasks: [] })
  const never = tasks.filter(({ scored, passed }) => scored > 0 && passed === 0)
  if (never.length > 0) warnings.push({ kind: 'never_passes', says: `No trial passed ${names(never)}: suspect the ${never.length === 1 ? 'task' : 'tasks'} first.`, tasks: named(never) })
  return warnings
}

/**
 * Of several runs together: what is perfect in all of them, what none of them ever passed, and what a stronger run mostly
 * fails and a weaker one mostly passes; the stronger has the higher pass rate on the tasks that both have scored.
 */
export function catalogueWarnings(runs: readonly Results[]): Warning[] {
  const telling = runs.filter(tells)
  const rows = new Map<string, TaskRow[]>()
  for (const { tasks } of telling) for (const row of tasks) if (row.scored > 0) rows.set(taskKey(row.world, row.task), [...(rows.get(taskKey(row.world, row.task)) ?? []), row])
  const warnings: Warning[] = []
  const perfect = telling.filter(({ total }) => total.scored > 0 && total.passed === total.planned)
  if (perfect.length > 0) warnings.push({ kind: 'too_easy', says: `Perfect: ${perfect.map(({ run }) => run.name).join(', ')}. This catalogue is too easy to tell such agents apart.`, tasks: [] })
  const never = [...rows.values()].filter((all) => all.every(({ passed }) => passed === 0)).map(([row]) => row).filter((row) => row !== undefined)
  if (never.length > 0) warnings.push({ kind: 'never_passes', says: `Nobody ever passed ${names(never)}: suspect the ${never.length === 1 ? 'task' : 'tasks'} first.`, tasks: named(never) })
  for (const [i, first] of telling.entries()) {
    for (const second of telling.slice(i + 1)) {
      const warning = strongerFails(first, second)
      if (warning) warnings.push(warning)
    }
  }
  return warnings
}

function strongerFails(first: Results, second: Results): Warning | null {
  const other = new Map(second.tasks.map((row) => [taskKey(row.world, row.task), row]))
  const shared = first.tasks.flatMap((row) => {
    const match = other.get(taskKey(row.world, row.task))
    return match && row.scored > 0 && match.scored > 0 ? [{ row, match }] : []
  })
  const share = (rows: TaskRow[]) => rows.reduce((sum, { passed }) => sum + passed, 0) / rows.reduce((sum, { scored }) => sum + scored, 0)
  const [a, b] = [share(shared.map(({ row }) => row)), share(shared.map(({ match }) => match))]
  if (shared.length === 0 || a === b) return null
  const [strong, weak] = a > b ? [first, second] : [second, first]
  const odd = shared.filter(({ row, match }) => {
    const [s, w] = a > b ? [row, match] : [match, row]
    return 2 * s.passed < s.scored && 2 * w.passed > w.scored
  }).map(({ row }) => row)
  return odd.length === 0 ? null : { kind: 'stronger_fails', says: `${strong.run.name} is the stronger one and mostly fails what ${weak.run.name} mostly passes: ${names(odd)}.`, tasks: named(odd) }
}
