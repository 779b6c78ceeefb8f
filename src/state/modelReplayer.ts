// A model against recorded results: the same loop, the same limits and caps as a run, and no request before it is asked for.
import { messagesModel } from '../adapters/anthropicModel/messagesModel'
import { openApi } from '../adapters/anthropicModel/testConnection'
import { deadline } from '../adapters/anthropicModel/time'
import { MODEL_SEED, REQUEST_SECONDS } from '../adapters/modelRun/settings'
import { Budget } from '../core/run/budget'
import { priceOf } from '../core/run/prices'
import type { LiveRoom } from './liveRoom.svelte'
import { replay, type Replayer } from './replaying'
import { uncapped } from './runSetup.svelte'
import type { Services } from './services'

export interface ModelReplayer {
  /** The model's id. */
  model: string
  replay: Replayer
  /** Why no further trial may begin, as a sentence; null where one may. */
  forbids(): string | null
  /** Nanodollars; null where the model has no price. */
  spent(): number | null
}

/** Makes ready what is set up on the run page. Throws one sentence where it is not ready. */
export async function modelReplayer({ connection, prices, setup }: Pick<LiveRoom, 'connection' | 'prices' | 'setup'>, services: Pick<Services, 'askEpisode'>, signal: AbortSignal): Promise<ModelReplayer> {
  const plan = setup.single()
  if (typeof plan === 'string') throw new Error(plan)
  const { settings: { model, maxTokens, effort, thinking, steps, deadline: seconds }, caps } = plan
  const held = prices.on(connection.base)
  // No model plays a customer in a replay.
  const unbound = uncapped({ calls: caps.calls, nanodollars: caps.nanodollars }, { model }, held)
  if (unbound !== null) throw new Error(unbound)
  const api = await openApi(connection.connection())
  const priced = priceOf(held, model, 0) !== null
  const budget = new Budget({ calls: caps.calls, nanodollars: caps.nanodollars, prices: held })
  let hopeless: string | null = null
  return {
    model,
    replay: (record) => {
      const limit = deadline(signal, seconds * 1000)
      return replay(services, record, {
        player: { kind: 'model', id: model, title: model }, steps, seed: MODEL_SEED, signal: limit.signal,
        model: messagesModel({ api, caching: connection.caching, model, maxTokens, effort, thinking, requestLimit: REQUEST_SECONDS * 1000, gate: budget, prices: held, onHopeless: (says) => { hopeless = says } }),
      }).finally(() => { limit.done() })
    },
    forbids: () => hopeless ?? budget.usedUp,
    spent: () => (priced ? budget.spent : null),
  }
}
