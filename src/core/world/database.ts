// One connection with one world in it: schema and seed loaded once, a task's rows and a trial's work rolled back after it.
import type { Bundle, Task } from '../task/schema'
import type { Cell } from '../task/cell'
import { Invalid, type Problem } from '../task/problem'
import { atTime, prng } from './chance'
import { bindCell, bindInput } from './bind'
import { closeDatabase, memoryDatabase, seedChance, type Database, type Sqlite, type Statement } from './sqlite'
import { readSchema, readTable, tableReaders, type TableReader } from './snapshot'
import { parameters, refusal } from './sqlText'
import { prepareHarness, type HarnessStatement } from './harness'
import { messageOf, prepareTool, type PreparedTool } from './tool'

/** A task's opening moment: the text of each table. */
export type Opening = ReadonlyMap<string, string>

export class WorldDatabase {
  readonly db: Database
  readonly tools = new Map<string, PreparedTool>()
  readonly readers: TableReader[]
  /** What the harness itself writes, prepared. */
  readonly harness: { receipt?: HarnessStatement; confirmation?: HarnessStatement } = {}
  readonly #schema: ReadonlyMap<string, string>
  /** Which controls are switched on. */
  readonly controls: readonly string[]
  readonly #controlSql: readonly string[]
  /** The world's clock: ms since 1970 at midnight UTC of its date. */
  readonly now: number
  readonly #chance = { prng: prng(0) }
  readonly #freeChance: () => void
  readonly #commands = new Map<string, Statement>()
  readonly #inserts = new Map<string, Statement>()
  readonly #openings = new Map<string, Opening>()
  #task: string | null = null
  #controlled: ReadonlyMap<string, string> | null = null

  /** Throws `Invalid`, with every problem found, where the world does not load. */
  constructor(sqlite: Sqlite, bundle: Bundle, controls: readonly string[] = []) {
    this.controls = controls
    this.now = Date.parse(`${bundle.world.today}T00:00:00Z`)
    this.db = memoryDatabase(sqlite)
    this.#freeChance = seedChance(sqlite, this.db, this.#chance)
    try {
      this.db.exec('PRAGMA foreign_keys = ON')
      atTime(this.now, () => {
        this.#loadText('schema.sql', bundle.schema)
        this.#loadText('seed.sql', bundle.seed)
      })
      this.readers = tableReaders(this.db)
      this.#schema = readSchema(this.db)
      this.#prepareTools(bundle)
      this.#prepareHarness(bundle)
      this.#controlSql = controls.map((id) => controlSql(bundle, id))
      this.db.exec('BEGIN')
    } catch (error) {
      this.close()
      throw error
    }
  }

  #loadText(file: string, sql: string): void {
    const refused = refusal(sql)
    if (refused) throw new Invalid([{ path: `${file}:${refused.line}`, says: refused.says }])
    try {
      this.db.exec(sql)
    } catch (error) {
      throw new Invalid([{ path: file, says: messageOf(error) }])
    }
  }

  #prepareTools(bundle: Bundle): void {
    const problems: Problem[] = []
    const tables = new Set(this.readers.map(({ name }) => name))
    for (const name of bundle.world.bookkeeping ?? []) if (!tables.has(name)) problems.push({ path: 'world.json: bookkeeping', says: `there is no table ${name}` })
    for (const tool of bundle.tools) {
      const prepared = prepareTool(this.db, tool, bundle.sql[tool.name] ?? '', bundle.world.bookkeeping ?? [])
      if ('says' in prepared) problems.push({ path: `tools/${tool.name}.sql:${prepared.line}`, says: prepared.says })
      else this.tools.set(tool.name, prepared)
    }
    if (problems.length > 0) throw new Invalid(problems)
  }

  #prepareHarness({ world: { harness = {}, bookkeeping = [] } }: Bundle): void {
    for (const [name, known] of [['receipt', ['n', 'tool', 'input', 'outcome', 'result', 'today']], ['confirmation', ['text', 'today']]] as const) {
      const sql = harness[name]
      if (sql === undefined) continue
      const prepared = prepareHarness(this.db, sql, known, bookkeeping)
      if ('says' in prepared) throw new Invalid([{ path: `world.json: harness.${name}`, says: prepared.says }])
      this.harness[name] = prepared
    }
  }

  /** The definitions as a trial finds them, with the controls that are switched on. */
  get currentSchema(): ReadonlyMap<string, string> {
    return this.#controlled ?? this.#schema
  }

  /** Brings the database to the task's first moment, behind which `end` returns. Throws `Invalid` where its seed does not fit. */
  begin(task: Task, seed: number): Opening {
    if (this.#task !== task.id) this.#seedTask(task)
    this.#chance.prng = prng(seed)
    const known = this.#openings.get(task.id)
    if (known) return known
    const opening = new Map(this.readers.map((reader) => [reader.name, readTable(reader)]))
    this.#openings.set(task.id, opening)
    return opening
  }

  /** Undoes the trial. Throws where a statement has ended the transaction behind our back: the database must then be thrown away. */
  end(): void {
    this.command('ROLLBACK TO trial')
  }

  /** Runs a statement without parameters or rows, prepared once. */
  command(sql: string): void {
    let statement = this.#commands.get(sql)
    if (!statement) {
      statement = this.db.prepare(sql)
      this.#commands.set(sql, statement)
    }
    try {
      statement.step()
    } finally {
      statement.reset()
    }
  }

  #seedTask(task: Task): void {
    this.#task = null
    // Chance in the seed itself is alike for every trial, whichever of them is the first on this connection.
    this.#chance.prng = prng(0)
    this.command('ROLLBACK')
    this.command('BEGIN')
    for (const [table, rows] of Object.entries(task.seed ?? {})) {
      for (const [i, row] of rows.entries()) {
        try {
          atTime(this.now, () => this.#insert(table, row))
        } catch (error) {
          throw new Invalid([{ path: `tasks/${task.id}.json: seed.${table}[${i}]`, says: messageOf(error) }])
        }
      }
    }
    for (const sql of this.#controlSql) this.db.exec(sql)
    if (this.#controlSql.length > 0) this.#controlled = readSchema(this.db)
    this.command('SAVEPOINT trial')
    this.#task = task.id
  }

  #insert(table: string, row: Record<string, Cell>): void {
    const columns = Object.keys(row)
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
    // sql.js binds 1.0 as an INTEGER; the cast keeps it a REAL.
    const marks = Object.values(row).map((cell) => (cell !== null && typeof cell === 'object' && 'real' in cell ? 'CAST(? AS REAL)' : '?'))
    const key = JSON.stringify([table, columns, marks])
    let statement = this.#inserts.get(key)
    if (!statement) {
      statement = this.db.prepare(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${marks.join(', ')})`)
      this.#inserts.set(key, statement)
    }
    try {
      statement.bind(Object.values(row).map(bindCell) as never)
      statement.step()
    } finally {
      statement.reset()
    }
  }

  /** The first row of a query, by column; `null` where it yields none. Parameters are bound by name. */
  query(sql: string, values: Record<string, unknown>): Record<string, unknown> | null {
    const statement = this.db.prepare(sql)
    try {
      return atTime(this.now, () => {
        statement.bind(parameters(sql).map((name) => bindInput(Object.hasOwn(values, name) ? values[name] : null)) as never)
        return statement.step() ? statement.getAsObject() : null
      })
    } finally {
      statement.free()
    }
  }

  close(): void {
    closeDatabase(this.db)
    this.#freeChance()
  }
}

function controlSql({ world: { controls = {} } }: Bundle, id: string): string {
  const control = Object.hasOwn(controls, id) ? controls[id] : undefined
  if (!control) throw new Invalid([{ path: 'world.json: controls', says: `there is no control ${id}; controls: ${Object.keys(controls).join(', ') || 'none'}` }])
  const refused = refusal(control.run)
  if (refused) throw new Invalid([{ path: `world.json: controls.${id}`, says: refused.says }])
  return control.run
}
