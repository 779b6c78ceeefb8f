// The live room: the connection, the prices and the one run that this page plays. It outlives the pages that show it.
import { openApi } from '../adapters/anthropicModel/testConnection'
import { Drafts } from '../adapters/modelRun/drafts'
import { changedSince } from '../adapters/modelRun/frozen'
import { ledgerOf } from '../adapters/modelRun/ledger'
import { lockRun } from '../adapters/modelRun/lock'
import type { Caps } from '../adapters/modelRun/machine'
import { newModelRun, worldsOf, type NewRun } from '../adapters/modelRun/newModelRun'
import { settingsOf, type RunSettings } from '../adapters/modelRun/settings'
import { NOTHING_SPENT, spentIn, spentOf, sumOf } from '../adapters/modelRun/spent'
import { openWorlds, startsOf } from '../adapters/modelRun/worlds'
import type { WorldClient } from '../adapters/worldWorker/client'
import { neverFinished, unscored } from '../core/run/resume'
import type { Price } from '../core/run/prices'
import type { PlannedTrial } from '../core/run/scheduler'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'
import type { RunHead, Spent } from '../core/trial/record'
import { Attention } from './attention.svelte'
import { ConnectionState, type Reach } from './connection.svelte'
import { sentence } from './library.svelte'
import { ModelRun } from './modelRun.svelte'
import { PriceTable } from './priceTable.svelte'
import { RunSetup } from './runSetup.svelte'
import type { KeyStorage } from '../adapters/anthropicModel/connection'

export interface LiveParts {
  app: string
  store: RunStore
  readonly bundles: readonly Bundle[]
  storage: () => KeyStorage
  reach: Reach
}

export type NewPlan = Omit<NewRun, 'app' | 'server' | 'caching' | 'prices'> & { caps: Caps; concurrency: number }

/** Which trials of a run are played when it is taken up again. */
export type Which = 'missing' | 'unscored'

const TAKEN = 'Another tab plays this run. Watch it there, or close that tab first.'

export class LiveRoom {
  readonly connection: ConnectionState
  readonly prices = new PriceTable()
  readonly drafts = new Drafts()
  readonly attention = new Attention()
  /** What the next run is set up with. */
  readonly setup: RunSetup
  readonly #parts: LiveParts
  #run = $state.raw<ModelRun | null>(null)
  #opening = $state(false)

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.setup = new RunSetup(parts)
    this.connection = new ConnectionState(parts.storage, parts.reach)
  }

  /** The run that this page plays, or has played last. */
  get run(): ModelRun | null { return this.#run }
  /** Whether one is being opened. */
  get opening(): boolean { return this.#opening }

  /** Begins a new run: its head is kept before the first request. Null, or why not in one sentence. */
  begin(plan: NewPlan): Promise<string | null> {
    return this.#open(async () => {
      const connection = this.connection.connection()
      const whole: NewRun = { ...plan, app: this.#parts.app, server: connection.base, caching: connection.caching, prices: this.prices.on(connection.base) }
      const client = await openWorlds(worldsOf(whole))
      return this.#withClient(client, async () => {
        const head = newModelRun(whole, await startsOf(client, worldsOf(whole)), new Date().toISOString())
        const lock = await lockRun(head.id)
        try {
          await this.#parts.store.put(head, [])
          await this.#play({ head, client, lock, planned: neverFinished(head.manifest, []), caps: plan.caps, concurrency: plan.concurrency, spent: NOTHING_SPENT })
        } catch (error) {
          if (lock.state !== 'taken') lock.release()
          throw error
        }
      })
    })
  }

  /** Takes a run up again, within caps that count what it has spent already. Null, or why not in one sentence. */
  resume(id: string, which: Which, caps: Caps, concurrency: number): Promise<string | null> {
    return this.#open(async () => {
      const { store } = this.#parts
      const lock = await lockRun(id)
      if (lock.state === 'taken') throw new Error(TAKEN)
      try {
        const head = await store.head(id)
        const settings = head && settingsOf(head.configuration)
        if (!head || !settings) throw new Error('This run is not here, or no model played it.')
        const changes = changedSince(head, this.connection.base)
        if (changes.length > 0) throw new Error(changes.join(' '))
        const summaries = await store.summaries(id)
        const planned = which === 'missing' ? neverFinished(head.manifest, summaries) : unscored(head.manifest, summaries)
        if (planned.length === 0) throw new Error(which === 'missing' ? 'Every trial of this run is there.' : 'Every trial of this run is scored.')
        const spent = await this.spent(head, settings)
        const client = await openWorlds(head.worlds)
        await this.#withClient(client, () => this.#play({ head, client, lock, planned, caps, concurrency, spent }))
      } catch (error) {
        lock.release()
        throw error
      }
    })
  }

  /** The prices that hold where a run was played. */
  pricesOf({ configuration }: Pick<RunHead, 'configuration'>): readonly Price[] {
    return this.prices.on(String(configuration['server']))
  }

  /** What a run has come to: as its ledger or its file tells, or where neither does by its trials and those that were in flight and are lost. */
  async spent(head: RunHead, models: Pick<RunSettings, 'model' | 'customers'>): Promise<Spent> {
    const prices = this.pricesOf(head)
    const [kept, lost] = await Promise.all([spentOf(this.#parts.store.trials(head.id), prices, models), this.drafts.of(head.id)])
    const counted = sumOf([kept, ...lost.map(({ turns }) => spentIn(turns, prices, models))])
    // A ledger that could not be kept up to date tells of less than there is on record.
    return [ledgerOf(head.id)?.spent, head.spent].reduce<Spent>((most, told) => (told && told.calls >= most.calls ? told : most), counted)
  }

  /** Puts a finished run aside, so that another can be set up. */
  clear(): void {
    if (this.#run?.active || this.#run?.holds) return
    this.#run = null
  }

  async #open(work: () => Promise<void>): Promise<string | null> {
    if (this.#opening || this.#run?.active) return 'This page plays a run already: stop it first.'
    if (this.#run?.holds) return 'The last run has finished trials that are not saved: save or export them first.'
    if (!this.connection.ready) return 'There is no connection yet: choose a server and enter its key first.'
    this.#opening = true
    try {
      await work()
      return null
    } catch (error) {
      return sentence(error)
    } finally {
      this.#opening = false
    }
  }

  async #withClient(client: WorldClient, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await client.close()
      throw error
    }
  }

  async #play({ head, client, lock, planned, caps, concurrency, spent }: {
    head: RunHead
    client: WorldClient
    lock: Awaited<ReturnType<typeof lockRun>>
    planned: PlannedTrial[]
    caps: Caps
    concurrency: number
    spent: Spent
  }): Promise<void> {
    const settings = settingsOf(head.configuration)
    if (!settings) throw new Error('The configuration of this run cannot be read.')
    const connection = this.connection.connection()
    const run = new ModelRun({
      head, settings, planned, concurrency, caps, spent, client, caching: connection.caching,
      prices: this.prices.on(connection.base), api: await openApi(connection), store: this.#parts.store, drafts: this.drafts,
      summaries: await this.#parts.store.summaries(head.id), unlocked: lock.state === 'unknown',
    })
    this.#run = run
    run.start()
    void this.attention.begin()
    void run.settled().then(async () => {
      void this.attention.end(head.name, run.ending)
      if (lock.state !== 'taken') lock.release()
      await client.close()
    })
  }
}
