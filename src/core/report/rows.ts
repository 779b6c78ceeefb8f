// One row a task, whatever became of its trials.
import type { Refused } from '../stats/interval'
import { flakiness } from '../stats/tasks'
import type { TrialSummary } from '../run/store'
import type { RunOutline } from '../run/summary'
import { taskKey, type TaskInfo } from './catalogue'
import { FlowCount, type Flow } from './flow'
import { proportion, type Proportion } from './rate'

export interface TaskRow extends Flow, TaskInfo {
  world: string
  task: string
  rate: Proportion
  /** All unscored failed … all of them passed; `null` where nothing was planned. */
  bounds: { low: number; high: number } | null
  /** The chance that two of its trials end differently. */
  flakiness: number | Refused<'no_trials' | 'one_trial'>
}

/**
 * Tasks in the order of the manifest, then those that it does not name. `all` are all attempts, `counting` those that
 * count; both are empty where only counts are known.
 */
export function rowsOf(run: Pick<RunOutline, 'manifest' | 'counts'>, all: readonly TrialSummary[], counting: readonly TrialSummary[], known: ReadonlyMap<string, TaskInfo>): { rows: TaskRow[]; total: Flow } {
  const tasks = new Map<string, { world: string; task: string; count: FlowCount }>()
  const byWorld = new Map<string, Map<string, FlowCount>>()
  const of = (world: string, task: string): FlowCount => {
    const found = byWorld.get(world)?.get(task)
    if (found) return found
    const count = new FlowCount()
    tasks.set(taskKey(world, task), { world, task, count })
    const ofWorld = byWorld.get(world) ?? new Map<string, FlowCount>()
    byWorld.set(world, ofWorld.set(task, count))
    return count
  }
  for (const { world, task, trials } of run.manifest) of(world, task).planned += trials
  for (const { world, task, trials, passes } of run.counts ?? []) {
    of(world, task).add('pass', passes)
    of(world, task).add('fail', trials - passes)
  }
  if (!run.counts) {
    for (const { world, task, state } of counting) of(world, task).add(state)
    for (const { world, task, practice } of all) {
      if (practice) of(world, task).practice += 1
      else of(world, task).retries += 1
    }
    for (const { world, task } of counting) of(world, task).retries -= 1
  }
  const total = new FlowCount()
  const rows = [...tasks].map(([key, { world, task, count }]): TaskRow => {
    const flow = count.flow()
    count.planned = flow.planned
    total.addAll(count)
    const { planned, scored, passed } = flow
    return {
      ...known.get(key), world, task, ...flow,
      rate: proportion(passed, scored),
      bounds: planned === 0 ? null : { low: passed / planned, high: (passed + planned - scored) / planned },
      flakiness: flakiness(flow),
    }
  })
  return { rows, total: total.flow() }
}
