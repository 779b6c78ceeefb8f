// A model plays one episode, watched turn by turn. What it was paid for is kept as a run of its own.
import { messagesModel, type Wait } from '../adapters/anthropicModel/messagesModel'
import { deadline } from '../adapters/anthropicModel/time'
import { openApi } from '../adapters/anthropicModel/testConnection'
import { customerFor, customersBudget } from '../adapters/modelRun/customers'
import { lateAnswer } from '../adapters/modelRun/lateAnswer'
import { newModelRun } from '../adapters/modelRun/newModelRun'
import { MODEL_SEED, REQUEST_SECONDS, type RunSettings } from '../adapters/modelRun/settings'
import { NOTHING_SPENT } from '../adapters/modelRun/spent'
import type { Turn } from '../core/agent/episode'
import { Budget } from '../core/run/budget'
import { priceOf } from '../core/run/prices'
import type { RunStore } from '../core/run/store'
import type { Bundle, Task } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import { runTrial } from '../core/trial/runTrial'
import type { Table } from '../core/world/table'
import { sentence } from './library.svelte'
import type { LiveRoom } from './liveRoom.svelte'
import { moments, type Moment } from './moments'
import { uncapped } from './runSetup.svelte'
import type { Place } from './services'

type Phase = 'ready' | 'opening' | 'playing' | 'over' | 'broken'

export interface ModelPlayParts {
  room: Pick<LiveRoom, 'connection' | 'prices' | 'setup'>
  app: string
  store: RunStore
  open: () => Promise<Place>
  bundle: Bundle
  task: Task
  /** The structural controls that are switched on. */
  controls: readonly string[]
}

const clock = { now: () => Date.now(), steady: () => performance.now() }

export class ModelPlay {
  readonly #parts: ModelPlayParts
  #phase = $state<Phase>('ready')
  #trouble = $state('')
  #turns = $state.raw<readonly Turn[]>([])
  #start = $state.raw<Table[]>([])
  #trial = $state.raw<Trial>()
  #wait = $state.raw<Wait | null>(null)
  #spent = $state<number | null>(null)
  #kept = $state<string>()
  #stop = new AbortController()

  /** The steps so far. */
  readonly moments = $derived<Moment[]>(moments({ turns: [...this.#turns], termination: { kind: 'done' } }))

  constructor(parts: ModelPlayParts) {
    this.#parts = parts
  }

  get phase(): Phase { return this.#phase }
  /** Why it broke, or why the trial was not kept, as a sentence. */
  get trouble(): string { return this.#trouble }
  /** The tables before the first step. */
  get start(): Table[] { return this.#start }
  get trial(): Trial | undefined { return this.#trial }
  /** Why nothing is sent at the moment. */
  get wait(): Wait | null { return this.#wait }
  /** Nanodollars; null where the model has no price. */
  get spent(): number | null { return this.#spent }
  /** The run that keeps the trial. */
  get kept(): string | undefined { return this.#kept }

  /** Ends it at once. */
  stop(): void {
    this.#stop.abort(new Error('cancelled'))
  }

  /** Plays it with the model that is set up; resolves when it is over. */
  async begin(): Promise<void> {
    const { room: { connection, prices, setup }, open, bundle, task, controls } = this.#parts
    const plan = setup.single()
    if (typeof plan === 'string') {
      this.#trouble = plan
      return
    }
    const settings = { ...plan.settings, controls: { [bundle.world.id]: [...controls] } }
    const { caps } = plan
    const held = prices.on(connection.base)
    const unbound = uncapped(caps, settings, held)
    if (unbound !== null) {
      this.#trouble = unbound
      return
    }
    this.#stop = new AbortController()
    this.#phase = 'opening'
    this.#trouble = ''
    this.#turns = []
    this.#trial = undefined
    this.#kept = undefined
    try {
      const [{ world, asker }, api] = await Promise.all([open(), openApi(connection.connection())])
      this.#start = await world.start(task.id)
      const priced = [settings.model, ...(settings.customers ? [settings.customers.model] : [])].every((model) => priceOf(held, model, 0) !== null)
      const budget = new Budget({ calls: caps.calls, nanodollars: caps.nanodollars, prices: held })
      this.#spent = priced ? 0 : null
      this.#phase = 'playing'
      const turns: Turn[] = []
      const { model, maxTokens, effort, thinking, customers } = settings
      const common = { api, caching: connection.caching, onWait: (wait: Wait | null) => { this.#wait = wait } }
      const theirs = customersBudget(caps, budget, held, NOTHING_SPENT)
      const limit = deadline(this.#stop.signal, settings.deadline * 1000)
      this.#trial = await runTrial(world, {
        bundle, task, index: 0, player: { kind: 'model', id: model, title: model },
        model: messagesModel({ ...common, model, maxTokens, effort, thinking, requestLimit: REQUEST_SECONDS * 1000, gate: budget, prices: held }),
        customer: customerFor(task, customers, { ...common, gate: theirs }), steps: settings.steps, seed: MODEL_SEED, controls, asker,
        signal: limit.signal, wait: lateAnswer(limit.signal, (wait) => (this.#wait = wait)),
        onTurn: (turn) => {
          turns.push(turn)
          this.#turns = [...turns]
          if (priced) this.#spent = budget.spent
        },
      }, clock).finally(() => { limit.done() })
      this.#turns = this.#trial.episode.turns
      await this.#keep(settings, this.#trial)
      this.#phase = 'over'
    } catch (error) {
      this.#trouble = sentence(error)
      this.#phase = 'broken'
    }
  }

  async #keep(settings: RunSettings, trial: Trial): Promise<void> {
    const { room: { connection, prices }, app, store, bundle, task } = this.#parts
    try {
      const head = newModelRun({
        app, bundles: [bundle], tasks: [{ world: bundle.world.id, task: task.id }], settings, edits: {},
        server: connection.base, caching: connection.caching, prices: prices.on(connection.base),
      }, { [bundle.world.id]: { [task.id]: this.#start } }, trial.started)
      await store.put(head, [trial])
      this.#kept = head.id
    } catch (error) {
      this.#trouble = `The trial was not kept: ${sentence(error)}`
    }
  }
}
