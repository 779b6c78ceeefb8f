// Replaying: an agent against the recorded results of a saved trial. It is shown, and kept nowhere.
import { callsOf } from '../core/agent/episode'
import type { CancelSignal, Model } from '../core/agent/model'
import { replayCustomer, replaySession } from '../core/agent/replay'
import { scriptedModel, scriptOf } from '../core/agent/script'
import type { Asker } from '../core/grade/sqlChecks'
import type { AgentId } from '../core/prove/proof'
import { agentPlayer, SCRIPT_SEED, SCRIPT_STEPS } from '../core/prove/scripted'
import { runTrial } from '../core/trial/runTrial'
import type { Player, Trial } from '../core/trial/record'
import { sentence } from './library.svelte'
import { stepOfCall } from './moments'
import type { OpenedTrial } from './openTrial'
import type { Services } from './services'

export interface Replayed {
  trial: Trial
  /** The step of the record from which on its calls were others; absent where they never were. */
  step?: number
}

/** Replays one saved trial; null where the agent has nothing to do in its task. */
export type Replayer = (record: OpenedTrial) => Promise<Replayed | null>

type Asking = Pick<Services, 'askEpisode'>

/** A scripted agent. */
export const scriptReplayer = (services: Asking, agent: AgentId): Replayer => async (record) => {
  const script = scriptOf(agent, record.bundle, record.task)
  return script && replay(services, record, { player: agentPlayer(agent), model: scriptedModel(script), steps: SCRIPT_STEPS, seed: SCRIPT_SEED })
}

export interface ReplayPlan {
  player: Player
  model: Model
  /** Model turns allowed. */
  steps: number
  seed: number
  signal?: CancelSignal
}

/** Runs any model against a record; where its calls become others, says at which step of the record. */
export async function replay(services: Asking, { trial, bundle, task, start, moments }: OpenedTrial, plan: ReplayPlan): Promise<Replayed> {
  const world = { open: () => Promise.resolve(replaySession(trial.episode)), start: () => Promise.resolve(start) }
  const replayed = await runTrial(world, { ...plan, bundle, task, index: trial.index, customer: replayCustomer(trial.episode, task.customer), asker: askerOf(services) }, { now: () => Date.now(), steady: () => performance.now() })
  if (replayed.episode.termination.kind !== 'diverged') return { trial: replayed }
  const recorded = callsOf(trial.episode).filter(({ by }) => by !== 'harness')
  const next = recorded[callsOf(replayed.episode).length]
  return { trial: replayed, step: (next && stepOfCall(moments, next.n)) ?? moments.length }
}

/** Asks without a world: the run's own may not be here. Without the engine SQL checks stay unknown; whether the calls are the same needs none. */
const askerOf = ({ askEpisode }: Asking): Asker => ({
  answers: (parts, queries) => Promise.all(queries.map((sql) => askEpisode(parts, sql, 1).then(({ rows }) => ({ value: rows[0]?.[0] ?? null }), (error: unknown) => ({ problem: sentence(error) })))),
})
