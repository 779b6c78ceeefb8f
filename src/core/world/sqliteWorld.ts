// SqliteWorld: a world in this thread. Each open session has a connection of its own; idle ones are used again.
import type { Bundle, Task } from '../task/schema'
import { Invalid, type Problem } from '../task/problem'
import { worldProblems } from './problems'
import { WorldDatabase } from './database'
import { IsolationBroken, SqliteSession } from './session'
import { parseTable } from './snapshot'
import type { Sqlite } from './sqlite'
import type { Change } from './change'
import type { Table } from './table'
import type { World } from './world'

export class SqliteWorld implements World {
  readonly bundle: Bundle
  readonly #sqlite: Sqlite
  readonly #tasks: ReadonlyMap<string, Task>
  readonly #idle: WorldDatabase[]
  #closed = false
  /** The tools that can change the world. */
  readonly writers: readonly string[]

  /** Throws `Invalid`, with every problem found, where the world does not load. */
  constructor(sqlite: Sqlite, bundle: Bundle) {
    this.bundle = bundle
    this.#sqlite = sqlite
    this.#tasks = new Map(bundle.tasks.map((task) => [task.id, task]))
    const database = new WorldDatabase(sqlite, bundle)
    this.#idle = [database]
    this.writers = [...database.tools.values()].filter(({ writes }) => writes).map(({ name }) => name)
  }

  #task(id: string): Task {
    const task = this.#tasks.get(id)
    if (!task) throw new Error(`the world ${this.bundle.world.id} has no task ${id}`)
    return task
  }

  open(task: string, seed: number): Promise<PooledSession> {
    return Promise.resolve(this.openNow(task, seed))
  }

  /** The same, at once: for the process that holds the database. */
  openNow(id: string, seed: number): PooledSession {
    const task = this.#task(id)
    const database = this.#idle.pop() ?? new WorldDatabase(this.#sqlite, this.bundle)
    const giveBack = (whole: boolean) => (whole && !this.#closed ? this.#idle.push(database) : database.close())
    try {
      return new PooledSession(database, this.bundle, task, seed, giveBack)
    } catch (error) {
      giveBack(error instanceof Invalid)
      throw error
    }
  }

  start(task: string): Promise<Table[]> {
    return Promise.resolve(this.startNow(task))
  }

  /** The tables of a task before the first step. Throws `Invalid` where its seed does not fit. */
  startNow(id: string): Table[] {
    return this.#atStart(id, (database, opening) => database.readers.map((reader) => parseTable(reader, opening.get(reader.name) ?? '')))
  }

  /** The first row of a query over a task's opening tables, by column; `null` where it has none. Whatever the query does is undone. */
  query(id: string, sql: string, parameters: Record<string, unknown>): Record<string, unknown> | null {
    return this.#atStart(id, (database) => database.query(sql, { ...parameters, today: this.bundle.world.today }))
  }

  /** Problems that only SQLite can find: names of tables and columns that are not there, seeds that do not fit, SQL that does not run. */
  check(): Problem[] {
    return worldProblems(this.bundle, this.#idle[0]?.readers ?? [], {
      start: (task) => this.startNow(task),
      query: (task, sql) => this.query(task, sql, {}),
      tamper: (task, sql) => this.#atStart(task, (database) => database.db.exec(sql)),
    })
  }

  /** Gives its databases back, those of open sessions when they end; an engine has room for some thousands. */
  close(): void {
    this.#closed = true
    for (const database of this.#idle.splice(0)) database.close()
  }

  #atStart<T>(id: string, work: (database: WorldDatabase, opening: ReadonlyMap<string, string>) => T): T {
    const database = this.#idle.at(-1) ?? new WorldDatabase(this.#sqlite, this.bundle)
    if (!this.#idle.includes(database)) this.#idle.push(database)
    const opening = database.begin(this.#task(id), 0)
    try {
      return work(database, opening)
    } finally {
      database.end()
    }
  }
}

class PooledSession extends SqliteSession {
  readonly #giveBack: (whole: boolean) => void
  #given = false

  constructor(database: WorldDatabase, bundle: Bundle, task: Task, seed: number, giveBack: (whole: boolean) => void) {
    super(database, bundle, task, seed)
    this.#giveBack = giveBack
  }

  override closeNow(): Change[] {
    if (this.#given) return []
    this.#given = true
    try {
      const changes = super.closeNow()
      this.#giveBack(true)
      return changes
    } catch (error) {
      this.#giveBack(!(error instanceof IsolationBroken))
      throw error
    }
  }
}
