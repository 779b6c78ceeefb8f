// The worker's side: worlds on SQLite, batches of scripted trials, and single sessions for whoever plays from outside.
import type { Problem } from '../../core/task/problem'
import { Invalid } from '../../core/task/problem'
import type { Bundle } from '../../core/task/schema'
import type { Change } from '../../core/world/change'
import { databaseFile } from '../../core/world/databaseFile'
import { closeDatabase, type Sqlite } from '../../core/world/sqlite'
import { startSqlite } from '../../core/world/startSqlite'
import { SqliteWorld } from '../../core/world/sqliteWorld'
import type { Table } from '../../core/world/table'
import type { CallResult, Session } from '../../core/world/world'
import { ask, openEpisode, type EpisodeParts, type QueryResult } from '../../core/grade/episodeDatabase'
import { SqliteAsker, type Answer } from '../../core/grade/sqlChecks'
import { mutantsOfWorld, runJob, type ScriptJob, type Surroundings } from '../../core/prove/scripted'
import { controlsOf, type ControlResult } from '../../core/prove/controls'
import type { MutantSpec } from '../../core/prove/mutants'
import type { Trial } from '../../core/trial/record'

const clock: Surroundings = { now: () => Date.now(), steady: () => performance.now() }

/** What a worker answers to. Everything goes by structured clone. */
export class WorldHost {
  #sqlite: Sqlite | null = null
  #around = clock
  readonly #worlds = new Map<string, SqliteWorld>()
  readonly #sessions = new Map<number, Session>()
  #lastSession = 0

  /** Starts the engine; throws one sentence where it does not. */
  async start(wasm: Uint8Array): Promise<void> {
    this.#sqlite ??= await startSqlite(wasm)
    this.#around = { ...clock, asker: new SqliteAsker(this.#sqlite) }
  }

  /** Loads a world under its id, in place of one that had it; the problems where it is not sound. */
  load(bundle: Bundle): Problem[] {
    if (!this.#sqlite) throw new Error('the database engine has not been started')
    try {
      const world = new SqliteWorld(this.#sqlite, bundle)
      const problems = world.check()
      if (problems.length > 0) world.close()
      else {
        this.#worlds.get(bundle.world.id)?.close()
        this.#worlds.set(bundle.world.id, world)
      }
      return problems
    } catch (error) {
      if (error instanceof Invalid) return [...error.problems]
      throw error
    }
  }

  /** Gives a world back; one that is not here is no error. */
  forget(id: string): void {
    this.#worlds.get(id)?.close()
    this.#worlds.delete(id)
  }

  #world(id: string): SqliteWorld {
    const world = this.#worlds.get(id)
    if (!world) throw new Error(`the world ${id} has not been loaded`)
    return world
  }

  mutants(world: string): Promise<MutantSpec[]> {
    return mutantsOfWorld(this.#world(world), this.#around)
  }

  /** Whether each structural control of a world fires. */
  controls(world: string): Promise<ControlResult[]> {
    return controlsOf(this.#world(world), this.#world(world).bundle)
  }

  /** Plays a batch; a job whose agent has nothing to do leaves no trial. */
  async run(world: string, jobs: readonly ScriptJob[]): Promise<Trial[]> {
    const trials: Trial[] = []
    for (const job of jobs) {
      const trial = await runJob(this.#world(world), this.#world(world).bundle, job, this.#around)
      if (trial) trials.push(trial)
    }
    return trials
  }

  tables(world: string, task: string): Promise<Table[]> {
    return this.#world(world).start(task)
  }

  /** The opening tables of every task. */
  starts(id: string): Record<string, Table[]> {
    const world = this.#world(id)
    return Object.fromEntries(world.bundle.tasks.map((task) => [task.id, world.startNow(task.id)]))
  }

  /** Asks a finished episode, opened as a database of its own, one query. */
  ask(parts: EpisodeParts, sql: string, limit: number): QueryResult {
    if (!this.#sqlite) throw new Error('the database engine has not been started')
    const db = openEpisode(this.#sqlite, parts)
    try {
      return ask(db, sql, limit)
    } finally {
      closeDatabase(db)
    }
  }

  /** Asks a finished episode what SQL checks want to know. */
  answers(parts: EpisodeParts, queries: readonly string[]): Promise<Answer[]> {
    if (!this.#around.asker) throw new Error('the database engine has not been started')
    return this.#around.asker.answers(parts, queries)
  }

  /** A task's database as a file, after some changes. */
  file(bundle: Bundle, task: string, changes: readonly Change[]): Uint8Array {
    if (!this.#sqlite) throw new Error('the database engine has not been started')
    return databaseFile(this.#sqlite, bundle, task, changes)
  }

  async open(world: string, task: string, seed: number, controls: readonly string[]): Promise<number> {
    const session = await this.#world(world).open(task, seed, controls)
    this.#sessions.set((this.#lastSession += 1), session)
    return this.#lastSession
  }

  #session(id: number): Session {
    const session = this.#sessions.get(id)
    if (!session) throw new Error('this session is over')
    return session
  }

  call(session: number, tool: string, input: unknown): Promise<CallResult> {
    return this.#session(session).call(tool, input)
  }

  tamper(session: number, sql: string): Promise<Change[]> {
    return this.#session(session).tamper(sql)
  }

  event(session: number, sql: string): Promise<Change[]> {
    return this.#session(session).event(sql)
  }

  confirmed(session: number, text: string): Promise<Change[]> {
    return this.#session(session).confirmed(text)
  }

  async close(session: number): Promise<Change[]> {
    const changes = await this.#session(session).close()
    this.#sessions.delete(session)
    return changes
  }
}
