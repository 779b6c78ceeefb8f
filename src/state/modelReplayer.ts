// A model against recorded results: the same loop, the same limits and caps as a run, and no request before it is asked for.
import { messagesModel } from '../adapters/anthropicModel/messagesModel'
import { openApi } from '../adapters/anthropicModel/testConnection'
import { deadline } from '../adapters/anthropicModel/time'
import { replayRun } from '../adapters/modelRun/replayRun'
import { MODEL_SEED, REQUEST_SECONDS } from '../adapters/modelRun/settings'
import { Budget } from '../core/run/budget'
import { priceOf } from '../core/run/prices'
import type { Manifest } from '../core/run/manifest'
import type { RunHead, Trial } from '../core/trial/record'
import { sentence } from './library.svelte'
import type { LiveRoom } from './liveRoom.svelte'
import { replay, type Replayer } from './replaying'
import { uncapped } from './runSetup.svelte'
import type { Services } from './services'

export interface ModelReplayer {
  /** The model's id. */
  model: string
  /** Keeps what it has replayed before it resolves; where it cannot be kept, no further one may begin. */
  replay: Replayer
  /** The run that keeps the replays; null before the first. */
  kept(): string | null
  /** Why no further trial may begin, as a sentence; null where one may. */
  forbids(): string | null
  /** Nanodollars; null where the model has no price. */
  spent(): number | null
}

/** Makes ready what is set up on the run page, to replay these trials of a run. Throws one sentence where it is not ready. */
export async function modelReplayer({ connection, prices, setup }: Pick<LiveRoom, 'connection' | 'prices' | 'setup'>, services: Pick<Services, 'askEpisode' | 'store' | 'app'>, source: RunHead, manifest: Manifest, signal: AbortSignal): Promise<ModelReplayer> {
  const plan = setup.single()
  if (typeof plan === 'string') throw new Error(plan)
  const { settings, caps } = plan
  const { model, maxTokens, effort, thinking, steps, deadline: seconds } = settings
  const held = prices.on(connection.base)
  // No model plays a customer in a replay.
  const unbound = uncapped({ calls: caps.calls, nanodollars: caps.nanodollars }, { model }, held)
  if (unbound !== null) throw new Error(unbound)
  const api = await openApi(connection.connection())
  const priced = priceOf(held, model, 0) !== null
  const budget = new Budget({ calls: caps.calls, nanodollars: caps.nanodollars, prices: held })
  let hopeless: string | null = null
  let kept: string | null = null
  // A single trial is the first of its run.
  const single = manifest.length === 1 && manifest[0]?.trials === 1

  async function keep(trial: Trial): Promise<void> {
    try {
      if (kept === null) {
        const head = replayRun(source, manifest, settings, { app: services.app, server: connection.base, caching: connection.caching, prices: held }, new Date().toISOString())
        await services.store.put(head, [])
        kept = head.id
      }
      await services.store.append(kept, [trial])
    } catch (error) {
      hopeless = `The replay could not be kept, so no further one begins: ${sentence(error)}`
    }
  }

  return {
    model,
    kept: () => kept,
    async replay(record) {
      const limit = deadline(signal, seconds * 1000)
      const replayed = await replay(services, record, {
        player: { kind: 'model', id: model, title: model }, steps, seed: MODEL_SEED, signal: limit.signal,
        model: messagesModel({ api, caching: connection.caching, model, maxTokens, effort, thinking, requestLimit: REQUEST_SECONDS * 1000, gate: budget, prices: held, onHopeless: (says) => { hopeless = says } }),
      }).finally(() => { limit.done() })
      if (replayed.trial.state !== 'cancelled') await keep(single ? { ...replayed.trial, index: 0 } : replayed.trial)
      return replayed
    },
    forbids: () => hopeless ?? budget.usedUp,
    spent: () => (priced ? budget.spent : null),
  }
}
