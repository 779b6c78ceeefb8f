// What a score is worth: what scripted agents get on the same tasks for free, and the rate where doing nothing gets nothing.
import { scriptOf } from '../agent/script'
import type { Bundle } from '../task/schema'
import { FREE_AGENTS, isSameWorld, type ProofFacts } from './proofFacts'
import { passRate, type PassRate } from './rate'
import type { TaskRow } from './rows'

export interface Free {
  agent: (typeof FREE_AGENTS)[number]
  passed: number
  /** Tasks of the run. */
  tasks: number
  /** Whether trials showed it (on the run's own world, or for a run that holds none, on the one that is here), or the tasks' expectations, or the world says so of its whole catalogue, or the run's source. */
  from: 'proof' | 'here' | 'expectation' | 'world' | 'source'
}

export interface Worth {
  free: Free[]
  /** Those that the run's worlds let act in each of its tasks, and of which nobody knows how many of just these they pass. */
  unproven: Free['agent'][]
  /** Over the tasks that doing nothing does not pass; `null` where it is known of no task. */
  discriminating: PassRate | null
  /** How many tasks doing nothing passes, and of how many it is not known: neither is in `discriminating`. */
  nothing: number
  untold: number
}

export interface WorthSources {
  /** The worlds of the report: a run's own hold no more than the tasks that it chose. */
  worlds: readonly Bundle[]
  /** Whole worlds: only beside these is it known that a run spans all that a world's `scores` count. */
  whole: readonly Bundle[]
  proofs: readonly ProofFacts[]
  /** Whether the run was recorded elsewhere. */
  reference: boolean
  /** Worlds that were played under structural controls, where their `scores` do not hold. */
  controlled: ReadonlySet<string>
}

export function worthOf(rows: readonly TaskRow[], sources: WorthSources): Worth {
  const told = rows.filter(({ nothing }) => nothing !== undefined)
  const discriminating = told.filter(({ nothing }) => nothing === false)
  const found = FREE_AGENTS.map((agent) => ({ agent, free: freeOf(agent, rows, sources) }))
  return {
    free: found.flatMap(({ free }) => free ?? []),
    unproven: found.filter(({ agent, free }) => !free && acts(agent, rows, sources)).map(({ agent }) => agent),
    discriminating: told.length === 0 ? null : passRate(discriminating),
    nothing: told.length - discriminating.length,
    untold: rows.length - told.length,
  }
}

function freeOf(agent: Free['agent'], rows: readonly TaskRow[], sources: WorthSources): Free | null {
  if (rows.length === 0) return null
  const { worlds, proofs, reference } = sources
  const base = { agent, tasks: rows.length }
  const states = rows.map(({ world, task }) => proofs.find((proof) => proof.world === world && proof.grader === 'whole')?.tasks.find((one) => one.task === task)?.cells.find((cell) => cell.agent === agent)?.state)
  // An agent that has nothing to do in some task shows nothing of the whole.
  if (states.includes('none')) return null
  if (states.every((state) => state !== undefined)) return { ...base, passed: states.filter((state) => state === 'pass').length, from: reference ? 'here' : 'proof' }
  // Nothing and a false claim change the same: nothing.
  if (agent !== 'escalator' && rows.every(({ nothing }) => nothing !== undefined)) {
    return { ...base, passed: rows.filter(({ nothing }) => nothing).length, from: reference && worlds.length === 0 ? 'source' : 'expectation' }
  }
  const passed = declared(agent, rows, sources)
  return passed === null ? null : { ...base, passed, from: 'world' }
}

/** What the worlds declare, where the run spans the whole of each. */
function declared(agent: Free['agent'], rows: readonly TaskRow[], { worlds, whole, controlled }: WorthSources): number | null {
  let sum = 0
  for (const id of new Set(rows.map(({ world }) => world))) {
    const bundle = worlds.find(({ world }) => world.id === id)
    const all = bundle && whole.find((one) => isSameWorld(one, bundle))
    const score = all?.world.scores?.[agent]
    const mine = new Set(rows.filter(({ world }) => world === id).map(({ task }) => task))
    if (!all || score === undefined || controlled.has(id) || mine.size !== all.tasks.length || !all.tasks.every((task) => mine.has(task.id))) return null
    sum += score
  }
  return sum
}

/** Whether an agent has something to do in each task, all of them being at hand. */
const acts = (agent: Free['agent'], rows: readonly TaskRow[], { worlds }: WorthSources): boolean => rows.length > 0 && rows.every((row) => {
  const bundle = worlds.find(({ world }) => world.id === row.world)
  const task = bundle?.tasks.find(({ id }) => id === row.task)
  return bundle !== undefined && task !== undefined && scriptOf(agent, bundle, task) !== null
})
