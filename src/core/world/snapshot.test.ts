// Snapshots against a second way of reading the same tables, for any values in any kind of table.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWorld, testSqlite, tinyWorld } from '../../testing/tinyWorld'
import type { Cell } from '../task/cell'
import { bindCell } from './bind'
import { diffSchema, diffTable, parseTable, readSchema, readTable, tableReaders } from './snapshot'
import { memoryDatabase, type Database } from './sqlite'
import { tablesAfter, type Table } from './table'

/** Tables of every kind; `columns` are the ones that are written. */
const KINDS = {
  'a primary key that may be NULL': { sql: 'CREATE TABLE t (k PRIMARY KEY, a, b)', columns: ['k', 'a', 'b'] },
  'an integer primary key': { sql: 'CREATE TABLE t (k INTEGER PRIMARY KEY, a, b)', columns: ['a', 'b'] },
  'a composite key in another order': { sql: 'CREATE TABLE t (a, k, j, PRIMARY KEY (j, k))', columns: ['a', 'k', 'j'] },
  'no rowid': { sql: 'CREATE TABLE t (a, k, PRIMARY KEY (k)) WITHOUT ROWID', columns: ['a', 'k'] },
  'no key': { sql: 'CREATE TABLE t (a, b)', columns: ['a', 'b'] },
  'no key and a column named rowid': { sql: 'CREATE TABLE t (RowId, a)', columns: ['RowId', 'a'] },
  'generated columns': { sql: "CREATE TABLE t (k INTEGER PRIMARY KEY, a, v AS (a || 'x'), s AS (a) STORED)", columns: ['a'] },
  'strict types': { sql: 'CREATE TABLE t (k ANY PRIMARY KEY, a ANY) STRICT', columns: ['k', 'a'] },
  'strange names': { sql: 'CREATE TABLE t ("a""b", [c d], "e,f" PRIMARY KEY, "constructor")', columns: ['a"b', 'c d', 'e,f'] },
} as const

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\0', 'a\0b', '\u001e\u001f', '"', "'", '\\', '[1,2]', '{"blob":"00"}', 'null', '1', '1.0', '\ud800', '\udc00x', '😀', '\u2028', ',', '}', '\u007f'))
const real = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(1, 0, 0.1 + 0.2, 1e300, 2 ** 53, -(2 ** 63), 5e-324, Infinity, -Infinity)).map((value) => value === 0 ? 0 : value)
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ int: String(value) })),
  fc.constantFrom({ int: '9223372036854775807' }, { int: '-9223372036854775808' }, { int: '9007199254740993' }),
  real.map((value): Cell => ({ real: Number.isFinite(value) ? value : value > 0 ? 'Infinity' : '-Infinity' })),
  text,
  fc.uint8Array({ maxLength: 6 }).map((bytes) => ({ blob: Buffer.from(bytes).toString('hex') })),
)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** As SQL, without sql.js's own ways of binding. */
function literal(value: Cell): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`
  if ('int' in value) return value.int === '-9223372036854775808' ? '(-9223372036854775807 - 1)' : value.int
  if ('real' in value) return value.real === 'Infinity' ? '9e999' : value.real === '-Infinity' ? '-9e999' : `CAST('${value.real}' AS REAL)`
  return `X'${value.blob}'`
}

/** The table read cell by cell with typeof, hex and the driver's own numbers. */
function readByHand(db: Database, columns: readonly string[], order: string): Cell[][] {
  const parts = columns.map(quoted).map((c) => `typeof(${c}), hex(CAST(${c} AS BLOB)), CAST(${c} AS TEXT), ${c}`)
  return (db.exec(`SELECT ${parts.join(', ')} FROM t ORDER BY ${order}`)[0]?.values ?? []).map((row) => columns.map((_, i): Cell => {
    const [type, hex, digits, value] = row.slice(4 * i, 4 * i + 4)
    switch (type) {
      case 'null': return null
      case 'text': return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(String(hex), 'hex'))
      case 'blob': return { blob: String(hex).toLowerCase() }
      case 'integer': return Number.isSafeInteger(Number(digits)) ? Number(digits) : { int: String(digits) }
      default: return value === Infinity ? { real: 'Infinity' } : value === -Infinity ? { real: '-Infinity' } : Number.isInteger(value) ? { real: value as number } : (value as number)
    }
  }))
}

type Op = { insert: Cell[] } | { remove: number } | { update: number; column: number; to: Cell }
const ops = fc.array(fc.oneof(
  { weight: 3, arbitrary: fc.array(cell, { minLength: 3, maxLength: 3 }).map((insert): Op => ({ insert })) },
  fc.nat(9).map((remove): Op => ({ remove })),
  fc.record({ update: fc.nat(9), column: fc.nat(2), to: cell }),
), { maxLength: 8 })

function apply(db: Database, columns: readonly string[], all: readonly Op[]): void {
  for (const op of all) {
    const nth = (n: number) => `(SELECT count(*) FROM t AS u WHERE u.rowid < t.rowid) = ${n}`
    const where = (n: number) => columns.includes('k') || columns.includes('rowid') || columns.includes('RowId') ? `${quoted(columns[0]!)} IS (SELECT ${quoted(columns[0]!)} FROM t LIMIT 1 OFFSET ${n})` : nth(n)
    try {
      if ('insert' in op) db.exec(`INSERT OR REPLACE INTO t (${columns.map(quoted).join(', ')}) VALUES (${columns.map((_, i) => literal(op.insert[i]!)).join(', ')})`)
      else if ('remove' in op) db.exec(`DELETE FROM t WHERE ${where(op.remove)}`)
      else db.exec(`UPDATE OR REPLACE t SET ${quoted(columns[op.column % columns.length]!)} = ${literal(op.to)} WHERE ${where(op.update)}`)
    } catch (error) {
      if (!/constraint failed/.test(String(error))) throw error
    }
  }
}

const sqlite = await testSqlite()

describe.each(Object.entries(KINDS))('a table with %s', (_, { sql, columns }) => {
  const database = () => {
    const db = memoryDatabase(sqlite)
    db.exec(sql)
    return { db, reader: tableReaders(db)[0]! }
  }

  test('reads as the values that SQLite holds, whatever they are', () => {
    const { db, reader } = database()
    const order = reader.key.length > 0 ? reader.key.map(quoted).join(', ') : '1'
    fc.assert(fc.property(ops, (some) => {
      db.exec('DELETE FROM t')
      apply(db, columns, some)
      const table = parseTable(reader, readTable(reader))
      const sorted = (rows: Cell[][]) => rows.map((row) => JSON.stringify(row)).sort()
      expect(sorted(table.rows)).toEqual(sorted(readByHand(db, reader.columns, order)))
    }), { seed: 1, numRuns: 60 })
  })

  test('differs from itself in nothing, and the difference applied to before gives after', () => {
    const { db, reader } = database()
    fc.assert(fc.property(ops, ops, (first, second) => {
      db.exec('DELETE FROM t')
      apply(db, columns, first)
      const before = readTable(reader)
      apply(db, columns, second)
      const after = readTable(reader)
      expect(diffTable(reader, after, after)).toEqual([])
      const changes = diffTable(reader, before, after)
      expect(changes.length === 0).toBe(before === after)
      for (const change of changes) if (change.op === 'update') expect(change.before).not.toEqual(change.after)
      const [view] = tablesAfter([parseTable(reader, before)], changes)
      const rows = view!.rows.filter(({ op }) => op !== 'delete').map(({ row }) => JSON.stringify(reader.columns.map((column) => row[column])))
      expect(rows.sort()).toEqual(parseTable(reader, after).rows.map((row) => JSON.stringify(row)).sort())
      const [back] = tablesAfter([parseTable(reader, after)], diffTable(reader, after, before))
      expect(back!.rows.filter(({ op }) => op !== 'delete').map(({ row }) => JSON.stringify(reader.columns.map((column) => row[column]))).sort()).toEqual(parseTable(reader, before).rows.map((row) => JSON.stringify(row)).sort())
    }), { seed: 2, numRuns: 60 })
  })
})

test('1, 1.0 and \'1\' are three values, and so are their differences', () => {
  const db = memoryDatabase(sqlite)
  db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 1.0), (3, '1'), (4, X'31'), (5, NULL), (6, 'null'), (7, '{\"blob\":\"31\"}')")
  const [reader] = tableReaders(db)
  const before = readTable(reader!)
  expect(parseTable(reader!, before).rows.map(([, a]) => a)).toEqual([1, { real: 1 }, '1', { blob: '31' }, null, 'null', '{"blob":"31"}'])
  db.exec('UPDATE t SET a = 1.0 WHERE id = 1; UPDATE t SET a = 1 WHERE id = 2')
  expect(diffTable(reader!, before, readTable(reader!))).toEqual([
    { op: 'update', table: 't', key: [1], before: { id: 1, a: 1 }, after: { id: 1, a: { real: 1 } } },
    { op: 'update', table: 't', key: [2], before: { id: 2, a: { real: 1 } }, after: { id: 2, a: 1 } },
  ])
})

test('what a cell binds is the value it names', () => {
  const db = memoryDatabase(sqlite)
  db.exec('CREATE TABLE t (a)')
  const [reader] = tableReaders(db)
  fc.assert(fc.property(cell, (value) => {
    // A real with no fraction is bound as an integer by the driver: whoever inserts one casts it.
    fc.pre(value === null || typeof value !== 'object' || !('real' in value))
    db.exec('DELETE FROM t')
    db.run('INSERT INTO t VALUES (?)', [bindCell(value)] as never)
    const db2 = memoryDatabase(sqlite)
    db2.exec(`CREATE TABLE t (a); INSERT INTO t VALUES (${literal(typeof value === 'string' ? value.toWellFormed() : value)})`)
    expect(readTable(reader!)).toBe(readTable(tableReaders(db2)[0]!))
  }), { seed: 3, numRuns: 60 })
})

test('rows that could not be told apart, or whose column no record may hold, are refused when the world is loaded', async () => {
  const world = await openWorld(tinyWorld({ schema: 'CREATE TABLE boxes (id, n); CREATE TABLE a (rowid, OID, _rowid_); CREATE TABLE b (rowid, oid, _rowid_ PRIMARY KEY); CREATE TABLE c (`__proto__`)', seed: '', tools: { put: '-- return row\nSELECT 1' } }))
  expect(world.check()).toEqual([
    { path: 'schema.sql', says: 'the table a has no primary key, and every name of its rowid is taken: its rows cannot be told apart' },
    { path: 'schema.sql', says: 'the table c has a column __proto__, which is refused' },
  ])
})

test('two texts with different halves of a character are stored as one that can be compared', () => {
  const [high, low] = ['\ud800', '\udc00'].map(bindCell)
  expect(high).toBe('\ufffd')
  expect(low).toBe('\ufffd')
})

test('tables, views, indexes and triggers that come, go or change are schema changes, SQLite\'s own are not', () => {
  const db = memoryDatabase(sqlite)
  db.exec('CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, x UNIQUE); CREATE INDEX i ON a (x); CREATE VIEW v AS SELECT 1')
  const before = readSchema(db)
  expect([...before.keys()].sort()).toEqual(['index i', 'table a', 'view v'])
  db.exec('DROP INDEX i; ALTER TABLE a ADD COLUMN y; CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; ANALYZE')
  expect(diffSchema(before, readSchema(db)).map((change) => change.op === 'schema' && [change.table, change.before === null, change.after === null])).toEqual([['index i', false, true], ['table a', false, false], ['trigger t', true, false]])
  expect(tableReaders(db).map(({ name }) => name)).toEqual(['a'])
})

test('tablesAfter keeps a table that no change touches as it is, and marks nothing', () => {
  const start: Table[] = [{ name: 'a', columns: ['x'], key: [], rows: [[1], [1]], rowids: [1, 2] }]
  expect(tablesAfter(start, [])).toEqual([{ name: 'a', columns: ['x'], key: [], rows: [{ key: [1], row: { x: 1 } }, { key: [2], row: { x: 1 } }] }])
})
