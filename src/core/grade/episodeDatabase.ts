// The finished episode as a database: its tables after and before, its changes, calls and turns, to be asked in SQL.
import { callsOf, textOf, type Episode } from '../agent/episode'
import type { Cell } from '../task/cell'
import { bindCell, type Bindable } from '../world/bind'
import type { Change } from '../world/change'
import { closeDatabase, memoryDatabase, type Database, type Sqlite, type Statement } from '../world/sqlite'
import { tablesAfter, type Table } from '../world/table'

/** What the database is made of: the tables before the first step, and what happened. */
export interface EpisodeParts {
  start: readonly Table[]
  changes: readonly Change[]
  episode: Episode
  /** The world's schema, for its views. */
  schema: string
}

export interface QueryResult {
  columns: string[]
  rows: Cell[][]
  /** Whether there are more rows than were read. */
  more: boolean
  /** How many queries were asked at once, where more than one: the rows are the last one's. */
  queries?: number
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Opens an episode as a database that refuses to be written. The caller closes it. */
export function openEpisode(sqlite: Sqlite, { start, changes, episode, schema }: EpisodeParts): Database {
  const db = memoryDatabase(sqlite)
  db.exec('BEGIN')
  for (const table of start) fill(db, `before_${table.name}`, table.columns, table.rows)
  for (const { name, columns, rows } of tablesAfter(start, changes)) {
    fill(db, name, columns, rows.filter(({ op }) => op !== 'delete').map(({ row }) => columns.map((column) => row[column] ?? null)))
  }
  const calls = callsOf(episode)
  const turnOf = new Map(episode.turns.flatMap((turn, i) => (turn.role === 'agent' ? turn.calls.map((call) => [call.n, i + 1] as const) : [])))
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  fill(db, 'calls', ['n', 'turn', 'tool', 'input', 'outcome', 'result', 'fault', 'delayed'], calls.map((call) => [call.n, turnOf.get(call.n) ?? null, call.tool, json(call.input), call.outcome, call.result, call.fault ?? null, call.delayed ?? null]))
  fill(db, 'turns', ['n', 'role', 'text', 'confirms'], episode.turns.map((turn, i) => [i + 1, turn.role, turn.role === 'agent' ? textOf(turn) : (turn.text ?? ''), turn.role === 'customer' && turn.confirms !== undefined ? Number(turn.confirms) : null]))
  fill(db, 'changes', ['n', 'table', 'op', 'key', 'before', 'after'], changes.map((change, i) => [i + 1, change.table, change.op, 'key' in change ? json(change.key) : null, 'before' in change ? json(change.before) : null, 'after' in change ? json(change.after) : null]))
  db.exec('COMMIT')
  addViews(db, sqlite, schema)
  db.exec('PRAGMA query_only = ON')
  return db
}

function fill(db: Database, name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  db.exec(`CREATE TABLE ${quoted(name)} (${columns.map(quoted).join(', ')})`)
  if (rows.length === 0) return
  const insert = db.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows) {
    const bound: Bindable[] = row.map(bindCell)
    insert.bind(bound as never)
    insert.step()
  }
  insert.free()
}

/** The world's own views over its tables; one that no longer fits its tables is left out. */
function addViews(db: Database, sqlite: Sqlite, schema: string): void {
  for (const sql of viewsOf(sqlite, schema)) {
    try {
      db.exec(sql)
    } catch {
      continue
    }
  }
}

const views = new Map<string, readonly string[]>()

/** The definitions of a schema's views; found out once a schema, as loading one takes longer than all the rest. */
function viewsOf(sqlite: Sqlite, schema: string): readonly string[] {
  const known = views.get(schema)
  if (known) return known
  const world = memoryDatabase(sqlite)
  try {
    world.exec(schema)
    const found = (world.exec("SELECT sql FROM sqlite_schema WHERE type = 'view'")[0]?.values ?? []).map(([sql]) => String(sql))
    views.set(schema, found)
    return found
  } finally {
    closeDatabase(world)
  }
}

/** Runs one query and reads at most `limit` rows. Throws SQLite's own sentence where it is not valid. */
export function ask(db: Database, sql: string, limit: number): QueryResult {
  const statements = db.iterateStatements(sql)
  let result: QueryResult = { columns: [], rows: [], more: false }
  let queries = 0
  for (const statement of statements) {
    result = read(statement, limit)
    queries++
  }
  return { ...result, ...(queries > 1 ? { queries } : {}) }
}

function read(statement: Statement, limit: number): QueryResult {
  const rows: Cell[][] = []
  let more = false
  while (statement.step()) {
    if (rows.length === limit) {
      more = true
      break
    }
    rows.push((statement.get as (params: null, config: { useBigInt: true }) => unknown[]).call(statement, null, { useBigInt: true }).map(cellOf))
  }
  return { columns: statement.getColumnNames(), rows, more }
}

/** Asked for BigInts, sql.js tells whole numbers from REALs. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : { int: String(value) }
  if (typeof value === 'number') return Number.isInteger(value) ? { real: value } : Number.isFinite(value) ? value : { real: value > 0 ? 'Infinity' : '-Infinity' }
  if (value instanceof Uint8Array) return { blob: Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('') }
  return typeof value === 'string' ? value : null
}
