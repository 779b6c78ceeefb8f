// A finished episode can be asked in SQL, on a copy that refuses to be written.
import { expect, test } from 'vitest'
import { startNodeSqlite } from '../../adapters/node/sqlite'
import { readWorldFolder } from '../../adapters/node/worldFolder'
import { runJob } from '../prove/scripted'
import { closeDatabase, type Database } from '../world/sqlite'
import { databaseFile } from '../world/databaseFile'
import { SqliteWorld } from '../world/sqliteWorld'
import { ask, openEpisode } from './episodeDatabase'

const sqlite = await startNodeSqlite()
const parsed = readWorldFolder(new URL('../../../tasks/shop', import.meta.url).pathname)
if (!parsed.ok) throw new Error('the shop is not sound')
const bundle = parsed.value
const world = new SqliteWorld(sqlite, bundle)
const clock = { now: () => 0, steady: () => 0 }
const trial = await runJob(world, bundle, { task: 'refund-out-of-window', index: 0, agent: 'tempted' }, clock)
if (!trial) throw new Error('no trial')
const parts = { start: world.startNow('refund-out-of-window'), changes: trial.outcome.changes, episode: trial.episode, schema: bundle.schema }

function asked<T>(work: (db: Database) => T): T {
  const db = openEpisode(sqlite, parts)
  try {
    return work(db)
  } finally {
    closeDatabase(db)
  }
}

test('the tables stand as they are after the episode, and before it under before_', () => {
  const rows = (sql: string) => asked((db) => ask(db, sql, 10).rows)
  expect(rows("SELECT amount_cents FROM refunds WHERE order_id = 'ORD-1010'")).toEqual([[5900]])
  expect(rows("SELECT count(*) FROM before_refunds WHERE order_id = 'ORD-1010'")).toEqual([[0]])
  expect(rows("SELECT remaining FROM order_balances WHERE id = 'ORD-1010'")).toEqual([[0]])
})

test('calls, turns and changes can be asked', () => {
  const { columns, rows } = asked((db) => ask(db, "SELECT c.tool, c.outcome, json_extract(c.input, '$.amount_cents') AS cents, t.role FROM calls c JOIN turns t ON t.n = c.turn WHERE c.tool = 'issue_refund'", 10))
  expect(columns).toEqual(['tool', 'outcome', 'cents', 'role'])
  expect(rows).toEqual([['issue_refund', 'ok', 5900, 'agent']])
  expect(asked((db) => ask(db, 'SELECT "table", op FROM changes', 10).rows)).toEqual([['refunds', 'insert']])
})

test('values keep their types, and a long answer is cut and says so', () => {
  expect(asked((db) => ask(db, "SELECT 1, 1.0, 0.5, '1', NULL, x'00ff', 9007199254740993", 10).rows)).toEqual([[1, { real: 1 }, 0.5, '1', null, { blob: '00ff' }, { int: '9007199254740993' }]])
  expect(asked((db) => ask(db, 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50) SELECT i FROM n', 10))).toMatchObject({ more: true, rows: { length: 10 } })
})

test('of several queries the last is answered, and how many there were is told', () => {
  expect(asked((db) => ask(db, 'SELECT 1; SELECT 2; -- done', 10))).toMatchObject({ rows: [[2]], queries: 2 })
  expect(asked((db) => ask(db, 'SELECT 2;', 10))).not.toHaveProperty('queries')
})

test('a write is refused, and a bad query says what is wrong', () => {
  expect(() => asked((db) => ask(db, 'DELETE FROM refunds', 10))).toThrow(/readonly/)
  expect(() => asked((db) => ask(db, 'SELECT nonsense', 10))).toThrow('no such column: nonsense')
})

test('the file of a task holds its rows at the start, and after the changes those too', () => {
  const refunds = (changes: typeof trial.outcome.changes) => {
    const db = new sqlite.Database(databaseFile(sqlite, bundle, 'refund-out-of-window', changes))
    const count = db.exec("SELECT count(*) FROM refunds WHERE order_id = 'ORD-1010'")[0]?.values[0]?.[0]
    db.close()
    return count
  }
  expect([refunds([]), refunds(trial.outcome.changes)]).toEqual([0, 1])
})
