// What a score is worth: what scripted agents get on the same tasks for free, and the rate where doing nothing gets nothing.
import type { Bundle } from '../task/schema'
import { FREE_AGENTS, type ProofFacts } from './proofFacts'
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
  /** Over the tasks that doing nothing does not pass; `null` where it is known of no task. */
  discriminating: PassRate | null
  /** How many tasks doing nothing passes, and of how many it is not known: neither is in `discriminating`. */
  nothing: number
  untold: number
}

export function worthOf(rows: readonly TaskRow[], worlds: readonly Bundle[], proofs: readonly ProofFacts[], reference: boolean): Worth {
  const told = rows.filter(({ nothing }) => nothing !== undefined)
  const discriminating = told.filter(({ nothing }) => nothing === false)
  return {
    free: FREE_AGENTS.flatMap((agent) => freeOf(agent, rows, worlds, proofs, reference) ?? []),
    discriminating: told.length === 0 ? null : passRate(discriminating),
    nothing: told.length - discriminating.length,
    untold: rows.length - told.length,
  }
}

function freeOf(agent: Free['agent'], rows: readonly TaskRow[], worlds: readonly Bundle[], proofs: readonly ProofFacts[], reference: boolean): Free | null {
  if (rows.length === 0) return null
  const base = { agent, tasks: rows.length }
  const states = rows.map(({ world, task }) => proofs.find((proof) => proof.world === world && proof.grader === 'whole')?.tasks.find((one) => one.task === task)?.cells.find((cell) => cell.agent === agent)?.state)
  // An agent that has nothing to do in some task shows nothing of the whole.
  if (states.includes('none')) return null
  if (states.every((state) => state !== undefined)) return { ...base, passed: states.filter((state) => state === 'pass').length, from: reference ? 'here' : 'proof' }
  // Nothing and a false claim change the same: nothing.
  if (agent !== 'escalator' && rows.every(({ nothing }) => nothing !== undefined)) {
    return { ...base, passed: rows.filter(({ nothing }) => nothing).length, from: reference && worlds.length === 0 ? 'source' : 'expectation' }
  }
  const passed = declared(agent, rows, worlds)
  return passed === null ? null : { ...base, passed, from: 'world' }
}

/** What the worlds declare, where the run spans the whole of each. */
function declared(agent: string, rows: readonly TaskRow[], worlds: readonly Bundle[]): number | null {
  let sum = 0
  for (const id of new Set(rows.map(({ world }) => world))) {
    const bundle = worlds.find(({ world }) => world.id === id)
    const score = bundle?.world.scores?.[agent]
    const mine = new Set(rows.filter(({ world }) => world === id).map(({ task }) => task))
    if (!bundle || score === undefined || mine.size !== bundle.tasks.length || !bundle.tasks.every((task) => mine.has(task.id))) return null
    sum += score
  }
  return sum
}
