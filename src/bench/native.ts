// The same world work on better-sqlite3, SQLite in native code: done naively, and done as well as we do it.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { bindCell, bindInput } from '../core/world/bind'
import { diffTable, tableQuery, type TableReader } from '../core/world/snapshot'
import { parameters } from '../core/world/sqlText'
import { parseToolFile } from '../core/world/toolFile'
import type { Bundle, Task } from '../core/task/schema'
import { medianMicroseconds, workOf, type Work } from './work'

interface NativeStatement {
  reader: boolean
  columns(): { name: string }[]
  all(...parameters: unknown[]): unknown[]
  get(...parameters: unknown[]): unknown
  run(...parameters: unknown[]): unknown
  raw(): NativeStatement
  pluck(): NativeStatement
}
interface Native {
  exec(sql: string): void
  prepare(sql: string): NativeStatement
  pragma(sql: string): void
  close(): void
}

const folder = process.argv[2] ?? ''
const Database = createRequire(join(folder, 'index.js'))('better-sqlite3') as new (file: string) => Native

const parsed = readWorldFolder(join(import.meta.dirname, '../../tasks/shop'))
if (!parsed.ok) throw new Error('the shop is not sound')
const bundle = parsed.value
const work = workOf(bundle)

interface Step { kind: string; statements: { statement: NativeStatement; names: string[] }[] }

function tools(db: Native, { sql }: Bundle): Map<string, Step[]> {
  return new Map(Object.entries(sql).map(([name, file]) => {
    const tool = parseToolFile(file)
    if ('says' in tool) throw new Error(tool.says)
    return [name, tool.steps.filter(({ kind }) => kind !== 'fault').map(({ kind, sql: text }) => {
      const statement = db.prepare(text.replace(/:(\w+)/g, '@$1'))
      return { kind, statements: [{ statement: statement.reader ? statement.raw() : statement, names: parameters(text) }] }
    })]
  }))
}

function seed(db: Native, task: Task): void {
  for (const [table, rows] of Object.entries(task.seed ?? {})) for (const row of rows) {
    db.prepare(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?').join(', ')})`).run(...Object.values(row).map(bindCell))
  }
}

function open(): Native {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  db.exec(bundle.schema)
  db.exec(bundle.seed)
  return db
}

function call(all: Map<string, Step[]>, name: string, input: Record<string, unknown>, before: () => void): string {
  let result = ''
  for (const { kind, statements } of all.get(name) ?? []) {
    for (const { statement, names } of statements) {
      const bound = Object.fromEntries(names.map((one) => [one, one === 'today' ? bundle.world.today : bindInput(input[one])]))
      if (kind === 'run') { before(); statement.run(bound) }
      else {
        const rows = statement.all(bound)
        if (kind === 'check' && !(rows[0] as unknown[] | undefined)?.[0]) return 'no'
        if (kind.startsWith('return')) {
          const names = statement.columns().map(({ name: column }) => column)
          result = JSON.stringify((rows as unknown[][]).map((row) => Object.fromEntries(names.map((column, i) => [column, row[i]]))))
        }
      }
    }
  }
  return result
}

/** A fresh database a trial, every table read whole before and after. */
function naive({ task, calls }: Work): void {
  const db = open()
  seed(db, task)
  const snapshot = () => ['customers', 'orders', 'refunds', 'escalations'].map((table) => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all()))
  const before = snapshot()
  const all = tools(db, bundle)
  for (const { tool, input } of calls) call(all, tool, input, () => undefined)
  const after = snapshot()
  if (before.length !== after.length) throw new Error('unreachable')
  db.close()
}

/** One database, a transaction rolled back after each trial, statements kept, written tables alone compared. */
function asWell(): (one: Work) => void {
  const db = open()
  const all = tools(db, bundle)
  const readers = new Map(['customers', 'orders', 'refunds', 'escalations'].map((table) => [table, reader(db, table)]))
  const writes: Record<string, string> = { issue_refund: 'refunds', cancel_order: 'orders', escalate: 'escalations' }
  const command = new Map(['SAVEPOINT step', 'RELEASE step', 'ROLLBACK TO trial'].map((sql) => [sql, db.prepare(sql)]))
  const run = (sql: string) => command.get(sql)?.run()
  let current = ''
  const opening = new Map<string, string>()
  db.exec('BEGIN')
  return ({ task, calls }) => {
    if (current !== task.id) {
      db.exec('ROLLBACK; BEGIN')
      seed(db, task)
      db.exec('SAVEPOINT trial')
      current = task.id
      for (const [table, { read }] of readers) opening.set(table, String(read.get() ?? ''))
    }
    for (const { tool, input } of calls) {
      let begun = false
      call(all, tool, input, () => { run('SAVEPOINT step'); begun = true })
      const table = writes[tool]
      if (!begun || !table) continue
      run('RELEASE step')
      const entry = readers.get(table)!
      const after = String(entry.read.get() ?? '')
      if (after !== opening.get(table)) diffTable(entry.shape, opening.get(table) ?? '', after)
    }
    run('ROLLBACK TO trial')
  }
}

function reader(db: Native, table: string): { read: NativeStatement; shape: TableReader } {
  const info = db.prepare(`SELECT name, pk, "notnull" AS nn, upper(type) AS type FROM pragma_table_xinfo('${table}') ORDER BY cid`).all() as { name: string; pk: number; nn: number; type: string }[]
  const { sql, key } = tableQuery(table, info.map(({ nn, ...column }) => ({ ...column, notNull: nn === 1 })), { withoutRowid: false, strict: true })
  return { read: db.prepare(sql).pluck(), shape: { name: table, columns: info.map(({ name }) => name), key } as unknown as TableReader }
}

const rounds = 9
const repeat = 40
const eachTask = (one: (work: Work) => void, times: number) => () => { for (const item of work) for (let i = 0; i < times; i += 1) one(item) }
const result = {
  naive: medianMicroseconds(rounds, work.length * 4, eachTask(naive, 4)),
  asWell: medianMicroseconds(rounds, work.length * repeat, eachTask(asWell(), repeat)),
}
console.log(JSON.stringify(result))
