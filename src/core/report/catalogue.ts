// What is known of the tasks of a run: from its own worlds, from those at hand, or from where a reference run came.
import type { Reference } from '../trial/record'
import type { ProofFacts } from './proofFacts'
import type { Bundle, Expectation, Task, World } from '../task/schema'

export interface TaskInfo {
  title?: string
  /** What was asked, where only that is known. */
  says?: string
  kind?: string
  tier?: string
  tags?: readonly string[]
  severity?: string
  minutes?: number
  /** Whether doing nothing passes it; absent where nobody knows. */
  nothing?: boolean
}

export interface Sources {
  worlds: readonly Bundle[]
  reference?: Reference | undefined
  /** By the whole grader; others are passed over. */
  proofs: readonly ProofFacts[]
}

export const taskKey = (world: string, task: string): string => JSON.stringify([world, task])

/** By `taskKey`. What a proof found comes before what the expectation says, and that before what a source tells. */
export function catalogue({ worlds, reference, proofs }: Sources): Map<string, TaskInfo> {
  const known = new Map<string, TaskInfo>()
  for (const { world, task, says, nothing } of reference?.tasks ?? []) {
    known.set(taskKey(world, task), { ...(says === undefined ? {} : { says }), ...(nothing === undefined ? {} : { nothing }) })
  }
  for (const { world, tasks } of worlds) for (const task of tasks) known.set(taskKey(world.id, task.id), infoOf(world, task))
  for (const { world, grader, tasks } of proofs) {
    if (grader !== 'whole') continue
    for (const { task, cells } of tasks) {
      const state = cells.find(({ agent }) => agent === 'null')?.state
      const info = known.get(taskKey(world, task))
      if (info && (state === 'pass' || state === 'fail')) info.nothing = state === 'pass'
    }
  }
  return known
}

function infoOf(world: World, task: Task): TaskInfo {
  const { title, kind, tier, tags = [], severity, minutes } = task
  const nothing = nothingPasses(world, task)
  return { title, kind, tier, tags, severity, minutes, ...(nothing === null ? {} : { nothing }) }
}

/** Whether doing nothing passes, as far as the task itself tells; a proof holds the task to the same. `null` where changes do not decide. */
function nothingPasses(world: World, task: Task): boolean | null {
  const decides = (dimension: string) => world.dimensions.some(({ id, decides: does }) => id === dimension && does)
  if (!world.dimensions[0]?.decides) return null
  const ends: Expectation[] = Array.isArray(task.expect) ? task.expect : [task.expect]
  const requires = [...(world.path ?? []), ...(task.path ?? [])].some(({ rule, dimension }) => rule === 'calls' && decides(dimension))
    || [...(world.checks ?? []), ...(task.checks ?? [])].some((check) => check.requires === true && decides(check.dimension))
  return !requires && ends.some(({ must }) => must.length === 0)
}
