// A page for tests: the model adapter under the page's own policy, with a world written by hand or a shipped one.
import '../../adapters/contentPolicy/boot'
import { chooseOrigin, reachableOrigin } from '../../adapters/contentPolicy/choose'
import type { ListedModel } from '../../adapters/anthropicModel/api'
import type { Connection } from '../../adapters/anthropicModel/connection'
import { messagesModel, type ModelOptions, type Wait } from '../../adapters/anthropicModel/messagesModel'
import { openApi, testConnection, type ConnectionTest } from '../../adapters/anthropicModel/testConnection'
import { shippedBundles } from '../../adapters/taskFiles/shipped'
import { browserClient } from '../../adapters/worldWorker/browser'
import { scriptedCustomer } from '../../core/agent/customer'
import type { Episode } from '../../core/agent/episode'
import { runEpisode } from '../../core/agent/loop'
import { modelCustomer } from '../../core/agent/modelCustomer'
import { personaOf } from '../../core/agent/persona'
import { Budget } from '../../core/run/budget'
import { PRICES } from '../../core/run/prices'
import { neverFinished } from '../../core/run/resume'
import { Scheduler } from '../../core/run/scheduler'
import { runTrial } from '../../core/trial/runTrial'
import type { Trial } from '../../core/trial/record'
import type { Session } from '../../core/world/world'

/** What a test says about an episode; everything in it can be posted to a page. */
export interface EpisodePlan {
  connection: Connection
  settings?: Partial<Pick<ModelOptions, 'model' | 'maxTokens' | 'effort' | 'thinking' | 'requestLimit' | 'retry'>>
  budget?: { calls: number | null; nanodollars: number | null }
  replies?: string[]
  /** Milliseconds after which the person stops it; and of the trial's deadline. */
  stopAfter?: number
  trialLimit?: number
}

export interface Played {
  episode: Episode
  called: [string, unknown][]
  waits: (Wait | null)[]
  hopeless: string[]
  milliseconds: number
  spent: number | null
}

const LOOK = { name: 'look', description: 'Looks at a thing.', input_schema: { type: 'object', properties: { id: { type: 'integer' } } } } as const

function handmade(called: [string, unknown][]): Session {
  return {
    call: (tool, input) => {
      called.push([tool, input])
      const good = tool === 'look' && typeof input === 'object' && input !== null && typeof Reflect.get(input, 'id') === 'number'
      return Promise.resolve({ outcome: good ? 'ok' : 'error', result: good ? '{"seen":true}' : 'That cannot be looked at.', changes: [] })
    },
    tamper: () => Promise.resolve([]),
    event: () => Promise.resolve([]),
    confirmed: () => Promise.resolve([]),
    close: () => Promise.resolve([]),
  }
}

async function episode({ connection, settings = {}, budget: limits, replies = [], stopAfter, trialLimit }: EpisodePlan): Promise<Played> {
  const called: [string, unknown][] = []
  const waits: (Wait | null)[] = []
  const hopeless: string[] = []
  const budget = limits ? new Budget({ ...limits, prices: PRICES }) : undefined
  const model = messagesModel({
    api: await openApi(connection), caching: connection.caching, model: 'claude-sonnet-5-5', maxTokens: 1000, requestLimit: 5000, gate: budget,
    onWait: (wait) => waits.push(wait), onHopeless: (says) => hopeless.push(says), ...settings,
  })
  const stop = new AbortController()
  if (stopAfter !== undefined) setTimeout(() => { stop.abort() }, stopAfter)
  const signal = trialLimit === undefined ? stop.signal : AbortSignal.any([stop.signal, AbortSignal.timeout(trialLimit)])
  const from = performance.now()
  const played = await runEpisode({ policy: 'Be kind.', tools: [LOOK], model, customer: scriptedCustomer({ opens: 'Hello.', replies: replies.map((says) => ({ says })) }), session: handmade(called), steps: 10, signal })
  return { episode: played, called, waits, hopeless, milliseconds: performance.now() - from, spent: budget?.spent ?? null }
}

export interface ShopPlan {
  connection: Connection
  trials: number
  concurrency: number
  nanodollars: number | null
  /** Stops after so many kept trials. */
  stopAfter?: number
  tasks?: string[]
  /** The customers are played by the model, too. */
  modelCustomers?: boolean
}

/** The shipped shop through the scheduler, as the run page does it. */
async function shop(plan: ShopPlan): Promise<{ trials: Trial[]; phase: string; reason: string; spent: number; uncertain: number; calls: number }> {
  const bundle = (await shippedBundles()).find(({ world }) => world.id === 'shop')
  if (!bundle) throw new Error('there is no shop')
  const client = browserClient()
  await client.load(bundle)
  const world = client.world('shop')
  const api = await openApi(plan.connection)
  const budget = new Budget({ calls: null, nanodollars: plan.nanodollars, prices: PRICES })
  const model = () => messagesModel({ api, caching: true, model: 'claude-sonnet-5-5', maxTokens: 1000, requestLimit: 10_000, gate: budget })
  const kept: Trial[] = []
  const manifest = bundle.tasks.filter(({ id }) => plan.tasks?.includes(id) ?? true).map(({ id }) => ({ world: 'shop', task: id, trials: plan.trials }))
  const scheduler: Scheduler = new Scheduler(neverFinished(manifest, []), plan.concurrency, {
    play: (planned, { signal }) => {
      const task = bundle.tasks.find(({ id }) => id === planned.task)
      if (!task) throw new Error(`there is no task ${planned.task}`)
      const customer = plan.modelCustomers ? modelCustomer({ persona: personaOf(task), model: model(), answers: 5 }) : scriptedCustomer(task.customer)
      return runTrial(world, { bundle, task, index: planned.index, attempt: planned.attempt, player: { kind: 'model', id: 'claude-sonnet-5-5', title: 'Fake' }, model: model(), customer, steps: 20, seed: 1, signal }, { now: () => Date.now(), steady: () => performance.now() })
    },
    keep: (trial) => { kept.push(trial); if (kept.length === plan.stopAfter) scheduler.stop(); return Promise.resolve() },
    canceller: () => new AbortController(),
    forbids: () => budget.usedUp,
    changed: () => undefined,
  })
  scheduler.start()
  await scheduler.settled()
  await client.close()
  return { trials: kept, phase: scheduler.phase, reason: scheduler.reason, spent: budget.spent, uncertain: budget.uncertain, calls: budget.calls }
}

/** What a worker made by this page gets when it asks for an address. */
function fetchInWorker(address: string): Promise<string> {
  const source = 'onmessage = ({ data }) => fetch(data).then((answer) => postMessage(`answered ${answer.status}`), (error) => postMessage(String(error)))'
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => { resolve(String(data)) }
    worker.postMessage(address)
  })
}

export interface ModelTests {
  test(connection: Connection): Promise<ConnectionTest | { ok: true; models: ListedModel[] }>
  episode(plan: EpisodePlan): Promise<Played>
  shop(plan: ShopPlan): ReturnType<typeof shop>
  fetchInWorker(address: string): Promise<string>
  choose(origin: string | null): string | null
  reachable(): string | null
}

Object.assign(globalThis, { modelTests: { test: testConnection, episode, shop, fetchInWorker, choose: (origin) => chooseOrigin(origin), reachable: reachableOrigin } satisfies ModelTests })
