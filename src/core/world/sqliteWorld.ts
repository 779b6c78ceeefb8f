// SqliteWorld: a world in this thread. Each open session has a connection of its own; idle ones are used again.
import type { Bundle, Task } from '../task/schema'
import { Invalid, type Problem } from '../task/problem'
import { worldProblems } from './problems'
import type { WorldDatabase } from './database'
import { DatabasePool } from './pool'
import { IsolationBroken, SqliteSession } from './session'
import { parseTable, type TableReader } from './snapshot'
import type { Sqlite } from './sqlite'
import type { Change } from './change'
import type { Table } from './table'
import type { World } from './world'

export class SqliteWorld implements World {
  readonly bundle: Bundle
  readonly #tasks: ReadonlyMap<string, Task>
  readonly #pool: DatabasePool
  readonly #tables: readonly Pick<TableReader, 'name' | 'columns' | 'key'>[]
  /** The tools that can change the world. */
  readonly writers: readonly string[]

  /** Throws `Invalid`, with every problem found, where the world does not load. */
  constructor(sqlite: Sqlite, bundle: Bundle) {
    this.bundle = bundle
    this.#tasks = new Map(bundle.tasks.map((task) => [task.id, task]))
    this.#pool = new DatabasePool(sqlite, bundle)
    const database = this.#pool.take([])
    this.writers = [...database.tools.values()].filter(({ writes }) => writes).map(({ name }) => name)
    this.#tables = database.readers.map(({ name, columns, key }) => ({ name, columns, key }))
    this.#pool.give(database)
  }

  #task(id: string): Task {
    const task = this.#tasks.get(id)
    if (!task) throw new Error(`the world ${this.bundle.world.id} has no task ${id}`)
    return task
  }

  open(task: string, seed: number, controls: readonly string[] = []): Promise<PooledSession> {
    return Promise.resolve(this.openNow(task, seed, controls))
  }

  /** The same, at once: for the process that holds the database. */
  openNow(id: string, seed: number, controls: readonly string[] = []): PooledSession {
    const task = this.#task(id)
    const database = this.#pool.take(controls)
    const giveBack = (whole: boolean) => (whole ? this.#pool.give(database) : database.close())
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
    return worldProblems(this.bundle, this.#tables, {
      start: (task) => this.startNow(task),
      query: (task, sql) => this.query(task, sql, {}),
      tamper: (task, sql) => this.#atStart(task, (database) => database.db.exec(sql)),
    })
  }

  /** Gives its databases back, those of open sessions when they end. */
  close(): void {
    this.#pool.close()
  }

  #atStart<T>(id: string, work: (database: WorldDatabase, opening: ReadonlyMap<string, string>) => T): T {
    const database = this.#pool.take([])
    try {
      const opening = database.begin(this.#task(id), 0)
      try {
        return work(database, opening)
      } finally {
        database.end()
      }
    } finally {
      this.#pool.give(database)
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
