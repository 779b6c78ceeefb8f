// Replaying: a scripted agent against the recorded results of a saved trial. It is shown, and kept nowhere.
import { customerOf } from '../core/agent/customer'
import { callsOf } from '../core/agent/episode'
import { replaySession } from '../core/agent/replay'
import { scriptedModel, scriptOf } from '../core/agent/script'
import type { AgentId } from '../core/prove/proof'
import { agentPlayer, SCRIPT_SEED, SCRIPT_STEPS } from '../core/prove/scripted'
import { runTrial } from '../core/trial/runTrial'
import type { Trial } from '../core/trial/record'
import { stepOfCall } from './moments'
import type { OpenedTrial } from './openTrial'
import type { Services } from './services'

export interface Replayed {
  trial: Trial
  /** The step of the record from which on its calls were others; absent where they never were. */
  step?: number
}

/** Null where the agent has nothing to do in that task. */
export async function replay(services: Services, { trial, bundle, task, start, moments }: OpenedTrial, agent: AgentId): Promise<Replayed | null> {
  const script = scriptOf(agent, bundle, task)
  if (!script) return null
  // Without the engine SQL checks stay unknown; whether the calls are the same needs none.
  const asker = await services.world(trial.world).then((place) => place.asker, () => undefined)
  const world = { open: () => Promise.resolve(replaySession(trial.episode)), start: () => Promise.resolve(start) }
  const plan = { bundle, task, index: trial.index, player: agentPlayer(agent), model: scriptedModel(script), customer: customerOf(task.customer), steps: SCRIPT_STEPS, seed: SCRIPT_SEED, asker }
  const replayed = await runTrial(world, plan, { now: () => Date.now(), steady: () => performance.now() })
  if (replayed.episode.termination.kind !== 'diverged') return { trial: replayed }
  const recorded = callsOf(trial.episode).filter(({ by }) => by !== 'harness')
  const next = recorded[callsOf(replayed.episode).length]
  return { trial: replayed, step: (next && stepOfCall(moments, next.n)) ?? moments.length }
}
