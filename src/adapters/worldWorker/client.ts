// The page's side: worlds in a worker behind the World port, with a watchdog that ends a query that never returns.
import { wrap, type Endpoint, type Remote } from 'comlink'
import type { Problem } from '../../core/task/problem'
import type { Bundle } from '../../core/task/schema'
import type { Change } from '../../core/world/change'
import type { Table } from '../../core/world/table'
import { WorldHung, type CallResult, type Session, type World } from '../../core/world/world'
import { runJob, type ScriptJob } from '../../core/prove/scripted'
import type { ControlResult } from '../../core/prove/controls'
import type { MutantSpec } from '../../core/prove/mutants'
import type { Answer, Asker } from '../../core/grade/sqlChecks'
import type { EpisodeParts, QueryResult } from '../../core/grade/episodeDatabase'
import type { Trial } from '../../core/trial/record'
import type { WorldHost } from './host'

export interface WorkerHandle {
  endpoint: Endpoint
  terminate(): void
  /** Told once where the worker itself fails to run. */
  onFailure?(told: (sentence: string) => void): void
}

export interface ClientOptions {
  spawn(): WorkerHandle
  /** The bytes of SQLite; asked once. */
  wasm(): Promise<Uint8Array>
  /** Their address, which a sentence names where they do not start. */
  address?: string
  /** Milliseconds after which one call to a world is given up. */
  callLimit?: number
  /** The same for a batch of trials. */
  batchLimit?: number
  /** The same for the start of the engine. */
  startLimit?: number
}

interface Living {
  handle: WorkerHandle
  host: Remote<WorldHost>
  /** Rejects when the worker is ended. */
  ended: Promise<never>
  /** Settles when the last question asked of it is done with. */
  busy: Promise<void>
  end(reason: Error): void
}

/** The worker was ended by another's query while this one waited: it is asked again. */
class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

const BATCH = 100
const clock = { now: () => Date.now(), steady: () => performance.now() }

export class WorldClient implements Asker {
  readonly #options: ClientOptions
  readonly #callLimit: number
  readonly #batchLimit: number
  readonly #bundles = new Map<string, Bundle>()
  #wasm: Promise<Uint8Array> | null = null
  #living: Promise<Living> | null = null

  constructor(options: ClientOptions) {
    this.#options = options
    this.#callLimit = options.callLimit ?? 2_000
    this.#batchLimit = options.batchLimit ?? 10_000
  }

  /** The worker, started and with every world loaded; a new one where the last was ended. */
  #worker(): Promise<Living> {
    this.#living ??= this.#spawn().catch((error: unknown) => {
      this.#living = null
      throw error
    })
    return this.#living
  }

  async #spawn(): Promise<Living> {
    this.#wasm ??= this.#options.wasm()
    let wasm: Uint8Array
    try {
      wasm = await this.#wasm
    } catch (error) {
      this.#wasm = null
      throw error
    }
    const handle = this.#options.spawn()
    const host = wrap<WorldHost>(handle.endpoint)
    let end: (reason: Error) => void = () => undefined
    const ended = new Promise<never>((_resolve, reject) => { end = reject })
    ended.catch(() => undefined)
    handle.onFailure?.((sentence) => {
      this.#living = null
      end(new Error(`the database worker failed: ${sentence}`))
    })
    const { address, startLimit = 10_000 } = this.#options
    const starting = host.start(wasm).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw address === undefined ? error : new Error(`What was loaded from ${address} cannot be used: ${why}.`)
    })
    // A module that is no SQLite need not fail: it may never be ready.
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`The database engine${address === undefined ? '' : ` from ${address}`} did not start within ${startLimit / 1000} s.`)), startLimit)
    })
    try {
      await Promise.race([starting, late, ended])
      for (const bundle of this.#bundles.values()) await Promise.race([host.load(bundle), ended])
    } catch (error) {
      handle.terminate()
      // Bytes that did not start are fetched again the next time.
      this.#wasm = null
      throw error
    } finally {
      clearTimeout(timer)
    }
    return { handle, host, ended, busy: Promise.resolve(), end }
  }

  /** The same, asked again where another's query ended the worker in the meantime: for whatever holds no session. */
  async #ask<T>(limit: number, what: string, ask: (host: Remote<WorldHost>) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#askOnce(limit, what, ask)
      } catch (error) {
        if (!(error instanceof WorkerEnded)) throw error
      }
    }
  }

  /**
   * Waits for an answer of the worker for so long; then ends the worker, and with it whatever else it was to do. One
   * question is asked at a time, so that the one that hangs is known, and waiting behind it costs no other its time.
   */
  async #askOnce<T>(limit: number, what: string, ask: (host: Remote<WorldHost>) => Promise<T>): Promise<T> {
    const living = await this.#worker()
    const before = living.busy
    let done: () => void = () => undefined
    living.busy = new Promise((resolve) => { done = resolve })
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      await Promise.race([before, living.ended])
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          const hung = new WorldHung(`${what} did not return within ${limit / 1000} s, and was ended.`)
          reject(hung)
          this.#end(living, new WorkerEnded(hung.message))
        }, limit)
      })
      return await Promise.race([ask(living.host), late, living.ended])
    } finally {
      clearTimeout(timer)
      done()
    }
  }

  #end(living: Living, reason: Error): void {
    living.handle.terminate()
    this.#living = null
    living.end(reason)
  }

  /** Loads a world; its problems where it is not sound. `name` is what it is called in a sentence. */
  async load(bundle: Bundle, name = bundle.world.id): Promise<Problem[]> {
    try {
      const problems = await this.#ask(this.#batchLimit, `Loading the world ${name}`, (host) => host.load(bundle))
      if (problems.length === 0) this.#bundles.set(bundle.world.id, bundle)
      return problems
    } catch (error) {
      if (error instanceof WorldHung) return [{ path: await this.#hangsIn(bundle), says: error.message }]
      throw error
    }
  }

  /** Which file never ends: the seed where the world comes to an end without it, else the schema. */
  async #hangsIn(bundle: Bundle): Promise<'schema.sql' | 'seed.sql'> {
    if (bundle.seed.trim() === '') return 'schema.sql'
    const id = `without-seed-${bundle.world.id}`
    try {
      await this.#ask(this.#batchLimit, 'Loading a world without its seed', (host) => host.load({ ...bundle, seed: '', world: { ...bundle.world, id } }))
      await this.forget(id)
      return 'seed.sql'
    } catch (error) {
      if (error instanceof WorldHung) return 'schema.sql'
      throw error
    }
  }

  /** The problems of a world that is loaded for that alone: whatever is here under its id stays. */
  async check(bundle: Bundle): Promise<Problem[]> {
    const id = `check-${bundle.world.id}`
    const problems = await this.load({ ...bundle, world: { ...bundle.world, id } }, bundle.world.id)
    await this.forget(id)
    return problems
  }

  /** Gives a loaded world back. */
  async forget(world: string): Promise<void> {
    this.#bundles.delete(world)
    await this.#ask(this.#callLimit, 'Closing a world', (host) => host.forget(world))
  }

  #bundle(world: string): Bundle {
    const bundle = this.#bundles.get(world)
    if (!bundle) throw new Error(`the world ${world} has not been loaded`)
    return bundle
  }

  mutants(world: string): Promise<MutantSpec[]> {
    return this.#ask(this.#batchLimit, `Making the mutants of ${world}`, (host) => host.mutants(world))
  }

  /** Whether each structural control of a world fires. */
  controls(world: string): Promise<ControlResult[]> {
    return this.#ask(this.#batchLimit, `Trying the controls of ${world}`, (host) => host.controls(world))
  }

  tables(world: string, task: string): Promise<Table[]> {
    return this.#ask(this.#callLimit, `Opening ${task}`, (host) => host.tables(world, task))
  }

  /** The opening tables of every task of a world. */
  starts(world: string): Promise<Record<string, Table[]>> {
    return this.#ask(this.#batchLimit, `Opening ${world}`, (host) => host.starts(world))
  }

  /** Asks a finished episode one query and reads at most `limit` rows. Throws SQLite's sentence, or that it never returned. */
  ask(parts: EpisodeParts, sql: string, limit: number): Promise<QueryResult> {
    return this.#ask(this.#callLimit, 'The query', (host) => host.ask(parts, sql, limit))
  }

  /** Asks a finished episode what SQL checks want to know. */
  answers(parts: EpisodeParts, queries: readonly string[]): Promise<Answer[]> {
    return this.#ask(this.#callLimit, 'A check', (host) => host.answers(parts, queries))
  }

  /** A task's database as the bytes of a file, after some changes. */
  file(bundle: Bundle, task: string, changes: readonly Change[]): Promise<Uint8Array> {
    return this.#ask(this.#callLimit, 'Writing the file', (host) => host.file(bundle, task, changes))
  }

  /**
   * Plays jobs in batches and tells of each; stops between batches when the signal says so. What is told of a batch may
   * take its time: one more batch is played meanwhile, and no further one, so that a page that keeps them stays smooth.
   */
  async run(world: string, jobs: readonly ScriptJob[], onBatch: (trials: Trial[]) => Promise<void> | void, signal?: AbortSignal): Promise<void> {
    let taken: Promise<void> | undefined
    for (let from = 0; from < jobs.length && !signal?.aborted; from += BATCH) {
      const trials = await this.#batch(world, jobs.slice(from, from + BATCH), signal)
      await taken
      taken = onBatch(trials) ?? undefined
      // Its failure is thrown when it is waited for, and is no stray one until then.
      taken?.catch(() => undefined)
    }
    await taken
  }

  async #batch(world: string, jobs: readonly ScriptJob[], signal?: AbortSignal): Promise<Trial[]> {
    try {
      return await this.#ask(this.#batchLimit, 'A batch of trials', (host) => host.run(world, jobs))
    } catch (error) {
      if (!(error instanceof WorldHung)) throw error
      return this.#oneByOne(world, jobs, signal)
    }
  }

  /** After a hang: each trial by itself, its loop on this side, so that only the one that hangs is lost, and at a known call. */
  async #oneByOne(world: string, jobs: readonly ScriptJob[], signal?: AbortSignal): Promise<Trial[]> {
    const trials: Trial[] = []
    for (const job of jobs) {
      if (signal?.aborted) break
      const trial = await runJob(this.world(world), this.#bundle(world), job, { ...clock, asker: this })
      if (trial) trials.push(trial)
    }
    return trials
  }

  /** A loaded world behind the port. */
  world(id: string): World {
    return {
      open: (task, seed, controls = []) => this.#open(id, task, seed, controls),
      start: (task) => this.tables(id, task),
    }
  }

  async #open(world: string, task: string, seed: number, controls: readonly string[]): Promise<Session> {
    let living: Living | undefined
    let id = 0
    const past: ((host: Remote<WorldHost>) => Promise<unknown>)[] = []
    const ask = <T>(what: string, work: (host: Remote<WorldHost>) => Promise<T>) => this.#askOnce(this.#callLimit, what, work)
    // A worker that was ended takes every session with it. The same calls give the same rows, so they are made again.
    const here = async (): Promise<void> => {
      const now = await this.#worker()
      if (now === living) return
      id = await ask(`Opening ${task}`, (host) => host.open(world, task, seed, controls))
      for (const again of past) await ask('Playing the calls again', again)
      living = now
    }
    const inSession = async <T>(what: string, work: (host: Remote<WorldHost>) => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          await here()
          return await ask(what, work)
        } catch (error) {
          if (!(error instanceof WorkerEnded)) throw error
        }
      }
    }
    const keep = async <T>(what: string, work: (host: Remote<WorldHost>) => Promise<T>): Promise<T> => {
      const result = await inSession(what, work)
      past.push(work)
      return result
    }
    await inSession(`Opening ${task}`, () => Promise.resolve())
    return {
      call: (tool, input): Promise<CallResult> => keep(`The tool ${tool}`, (host) => host.call(id, tool, input)),
      tamper: (sql): Promise<Change[]> => keep('Tampering', (host) => host.tamper(id, sql)),
      event: (sql): Promise<Change[]> => keep('An event', (host) => host.event(id, sql)),
      confirmed: (text): Promise<Change[]> => keep('A confirmation', (host) => host.confirmed(id, text)),
      close: (): Promise<Change[]> => inSession('Closing the trial', (host) => host.close(id)),
    }
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    const living = await this.#living?.catch(() => null)
    if (living) this.#end(living, new Error('the worker was closed'))
  }
}
