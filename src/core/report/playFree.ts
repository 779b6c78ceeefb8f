// Null, liar and escalator played on one world: what anyone passes there for free.
import { scriptOf } from '../agent/script'
import type { ScriptJob } from '../prove/scripted'
import { contentHash } from '../task/canonical'
import { Invalid, type Problem } from '../task/problem'
import type { Bundle } from '../task/schema'
import type { Trial } from '../trial/record'
import { FREE_AGENTS, proofFacts, type ProofFacts } from './proofFacts'

export type FreeStates = Parameters<typeof proofFacts>[1][number][]

/** Where worlds are loaded and scripts play. */
export interface Stage {
  /** Loads a world; its problems where it is not sound. `name` is what it is called in a sentence. */
  load(bundle: Bundle, name?: string): Promise<Problem[]>
  run(world: string, jobs: readonly ScriptJob[], onBatch: (trials: Trial[]) => void): Promise<void>
  forget(world: string): Promise<void>
}

/** What needs no trial: agents that have nothing to do. */
export const idleStates = (bundle: Bundle): FreeStates =>
  bundle.tasks.flatMap((task) => FREE_AGENTS.filter((agent) => scriptOf(agent, bundle, task) === null).map((agent) => ({ agent, task: task.id, state: 'none' as const })))

/**
 * Plays them on a world under a name of its own, so that the world of that name which is loaded stays what it is, and keeps
 * nothing; under the structural controls of the run that is reported. `onProgress` is told how many of all states are known. Throws `Invalid` where the world does not load.
 */
export async function playFree(stage: Stage, bundle: Bundle, controls: readonly string[] = [], onProgress: (done: number, of: number) => void = () => undefined): Promise<ProofFacts> {
  const id = `free-${contentHash(bundle).slice(0, 16)}`
  const problems = await stage.load({ ...bundle, world: { ...bundle.world, id } }, bundle.world.id)
  if (problems.length > 0) throw new Invalid(problems)
  const states = idleStates(bundle)
  try {
    for (const agent of FREE_AGENTS) {
      await stage.run(id, bundle.tasks.map((task) => ({ task: task.id, index: 0, agent, controls })), (trials) => {
        states.push(...trials.map(({ task, state }) => ({ agent, task, state })))
        onProgress(states.length, FREE_AGENTS.length * bundle.tasks.length)
      })
    }
  } finally {
    await stage.forget(id)
  }
  return proofFacts(bundle, states)
}
