// A task's database as a file: at its first moment, or after some changes.
import { Invalid } from '../task/problem'
import type { Bundle } from '../task/schema'
import { bindCell } from './bind'
import type { RowChange, Change } from './change'
import type { Database, Sqlite } from './sqlite'
import type { Cell, Row } from '../task/cell'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The bytes of an SQLite file with the world's schema, the task's rows, and `changes` applied in their order. */
export function databaseFile(sqlite: Sqlite, bundle: Bundle, taskId: string, changes: readonly Change[]): Uint8Array {
  const task = bundle.tasks.find(({ id }) => id === taskId)
  if (!task) throw new Invalid([{ path: 'tasks', says: `there is no task ${taskId}` }])
  const db = new sqlite.Database()
  try {
    db.exec(bundle.schema)
    db.exec(bundle.seed)
    for (const [table, rows] of Object.entries(task.seed ?? {})) for (const row of rows) insert(db, table, row)
    // The changes hold what triggers did: they must not fire again.
    const triggers = (db.exec("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")[0]?.values ?? []).map(([name, sql]) => ({ name: String(name), sql: String(sql) }))
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`)
    for (const change of changes) apply(db, change)
    for (const { sql } of triggers) db.exec(sql)
    return db.export()
  } finally {
    db.close()
  }
}

function apply(db: Database, change: Change): void {
  if (change.op === 'schema') {
    if (change.after !== null && change.before === null) db.exec(change.after)
    return
  }
  if (change.op === 'insert') insert(db, change.table, change.after)
  else if (change.op === 'delete') run(db, `DELETE FROM ${quoted(change.table)} WHERE ${where(db, change)}`, change.key)
  else {
    const columns = Object.keys(change.after)
    run(db, `UPDATE ${quoted(change.table)} SET ${columns.map((column) => `${quoted(column)} = ?`).join(', ')} WHERE ${where(db, change)}`, [...Object.values(change.after), ...change.key])
  }
}

function where(db: Database, change: RowChange): string {
  const names = (db.exec(`SELECT name FROM pragma_table_info('${change.table.replaceAll("'", "''")}') WHERE pk > 0 ORDER BY pk`)[0]?.values ?? []).map(([name]) => quoted(String(name)))
  return (names.length === 0 ? ['rowid'] : names).map((name) => `${name} IS ?`).join(' AND ')
}

function insert(db: Database, table: string, row: Row): void {
  const columns = Object.keys(row)
  run(db, `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`, Object.values(row))
}

const run = (db: Database, sql: string, cells: readonly Cell[]): void => { db.run(sql, cells.map(bindCell) as never) }
