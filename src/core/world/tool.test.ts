// Tools at load: what a file may say, what a step may do, and what is found out about its writes.
import { describe, expect, test } from 'vitest'
import { openWorld, testSqlite, tinyWorld, type TinyTool } from '../../testing/tinyWorld'
import { Invalid, problemText } from '../task/problem'
import { memoryDatabase } from './sqlite'
import { statementFacts } from './tool'
import { parseToolFile } from './toolFile'

/** What loading a world with this one tool says. */
async function loading(tool: string | TinyTool, world: Parameters<typeof tinyWorld>[0] = {}): Promise<string> {
  try {
    await openWorld(tinyWorld({ ...world, tools: { t: tool } }))
    return ''
  } catch (error) {
    if (error instanceof Invalid) return error.problems.map(problemText).join('\n')
    throw error
  }
}

const fields = { id: { type: 'string' }, n: { type: 'integer' } }

describe('a tool file that does not parse is refused with its line', () => {
  test.each<[string, string, RegExp]>([
    ['SQL before the first step', '\nSELECT 1;\n-- return row\nSELECT 1', /^tools\/t\.sql:2: SQL stands before the first step/],
    ['no return', '-- run\nDELETE FROM notes', /^tools\/t\.sql:1: a tool has exactly one return step; this one has 0$/],
    ['two returns', '-- return row\nSELECT 1;\n-- return rows\nSELECT 2', /^tools\/t\.sql:3: a tool has exactly one return step; this one has 2$/],
    ['an empty file', '', /^tools\/t\.sql:1: a tool has exactly one return step/],
    ['a check without a message', '-- check\nSELECT 1;\n-- return row\nSELECT 1', /^tools\/t\.sql:1: a check needs the message/],
    ['a run after the return', '-- return row\nSELECT 1;\n-- run\nDELETE FROM notes', /^tools\/t\.sql:3: the step run stands too late/],
    ['a check after the run', '-- run\nDELETE FROM notes;\n-- check: No.\nSELECT 1;\n-- return row\nSELECT 1', /^tools\/t\.sql:3: the step check stands too late/],
    ['two faults', '-- fault\n-- fault\n-- return row\nSELECT 1', /at most one fault step/],
    ['SQL in a fault', '-- fault\nSELECT 1;\n-- return row\nSELECT 1', /^tools\/t\.sql:1: a fault step holds no SQL/],
    ['an empty step', '-- run\n-- nothing\n-- return row\nSELECT 1', /^tools\/t\.sql:1: the step run holds no SQL$/],
    ['a step of a comment', '-- run\n/* nothing */\n-- return row\nSELECT 1', /^tools\/t\.sql:1: run: it holds no SQL$/],
    ['two statements in a check', '-- check: No.\nSELECT 1; SELECT 2;\n-- return row\nSELECT 1', /^tools\/t\.sql:1: check: it holds more than one statement$/],
    ['bad SQL', '-- return row\nSELEC 1', /^tools\/t\.sql:1: return row: near "SELEC": syntax error$/],
    ['a table that is not there', '-- run\nDELETE FROM nots;\n-- return row\nSELECT 1', /^tools\/t\.sql:1: run: no such table: nots$/],
    ['COMMIT in its run step', '-- run\nDELETE FROM notes;\nEND;\n-- return row\nSELECT 1', /^tools\/t\.sql:3: END is refused in a world$/],
  ])('%s', async (_, sql, says) => {
    expect(await loading(sql)).toMatch(says)
  })
})

test('a parameter that the schema lacks is refused by name, with file and line', async () => {
  expect(await loading({ sql: '-- fault\n-- return row\nSELECT :id, :amount', fields })).toBe("tools/t.sql:2: return row: :amount is not a field of the tool's input_schema; its fields are id, n, today")
  expect(await loading({ sql: '-- return row\nSELECT :id, :today, \':amount\'', fields })).toBe('')
})

describe('only a run step may write', () => {
  test.each([
    '-- return row\nINSERT INTO boxes VALUES (:id, :n) RETURNING id',
    '-- return rows\nWITH x AS (SELECT 1) DELETE FROM boxes WHERE n IN x RETURNING id',
    '-- return row\nUPDATE boxes SET n = 1 RETURNING n',
    '-- check: No.\nINSERT INTO boxes VALUES (:id, :n) RETURNING 1;\n-- return row\nSELECT 1',
    '-- authorize: No.\nDELETE FROM boxes RETURNING 1;\n-- return row\nSELECT 1',
  ])('%s', async (sql) => {
    expect(await loading({ sql, fields })).toMatch(/: it writes; only a run step may$/)
  })

  test('a common table expression that only reads is fine, an endless one too: it is not run at load', async () => {
    expect(await loading('-- check: No.\nWITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c;\n-- return row\nWITH x AS (SELECT 1 AS a) SELECT a FROM x')).toBe('')
  })
})

describe('a bookkeeping table cannot be written by a tool', () => {
  const world = { world: { bookkeeping: ['notes'] } }
  test.each([
    ['itself', 'INSERT INTO notes (text) VALUES (1)'],
    ['all of it', 'DELETE FROM notes'],
    ['by a cascade', "DELETE FROM boxes WHERE id = 'a'"],
    ['by REPLACE', "REPLACE INTO boxes VALUES ('a', 1)"],
  ])('%s', async (_, sql) => {
    expect(await loading(`-- run\n${sql};\n-- return row\nSELECT 1`, world)).toMatch(/run: it writes notes, a bookkeeping table that tools cannot write$/)
  })

  test('nor by a trigger', async () => {
    const plan = { schema: 'CREATE TABLE a (x); CREATE TABLE log (x); CREATE TRIGGER t AFTER UPDATE ON a BEGIN INSERT INTO log VALUES (new.x); END;', seed: '', ...{ world: { bookkeeping: ['log'] } } }
    expect(await loading('-- run\nUPDATE a SET x = 1;\n-- return row\nSELECT 1', plan)).toMatch(/it writes log, a bookkeeping/)
    expect(await loading('-- run\nINSERT INTO a VALUES (1);\n-- return row\nSELECT count(*) AS n FROM log', plan)).toBe('')
  })

  test('and one that is not there is named', async () => {
    expect(await loading('-- return row\nSELECT 1', { world: { bookkeeping: ['audit'] } })).toBe('world.json: bookkeeping: there is no table audit')
  })
})

test('what a statement writes is read off SQLite itself: indexes, triggers, cascades, whole tables, the schema', async () => {
  const db = memoryDatabase(await testSqlite())
  db.exec(`PRAGMA foreign_keys = ON; CREATE TABLE a (id INTEGER PRIMARY KEY, x); CREATE INDEX a_x ON a (x);
    CREATE TABLE b (a REFERENCES a (id) ON UPDATE CASCADE ON DELETE SET NULL); CREATE TABLE c (x) ; CREATE TABLE w (k PRIMARY KEY, v) WITHOUT ROWID;
    CREATE TRIGGER t AFTER UPDATE OF x ON a BEGIN INSERT INTO c VALUES (1); DELETE FROM w; END; CREATE VIEW v AS SELECT x FROM a; CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN INSERT INTO w VALUES (new.x, 1); END`)
  const tables = (sql: string) => [...new Set(statementFacts(db, sql).tables)].sort()
  expect(tables('UPDATE a SET x = 1')).toEqual(['a', 'c', 'w'])
  expect(tables('DELETE FROM a')).toEqual(['a', 'b'])
  expect(tables('DELETE FROM c')).toEqual(['c'])
  expect(tables('INSERT INTO v VALUES (1)')).toEqual(['w'])
  expect(tables('SELECT * FROM a')).toEqual([])
  for (const sql of ['CREATE TABLE n (x)', 'DROP TABLE c', 'ALTER TABLE c ADD COLUMN y', 'ALTER TABLE c RENAME TO d', 'DROP INDEX a_x', 'CREATE VIEW u AS SELECT 1']) expect(statementFacts(db, sql), sql).toMatchObject({ writes: true, schema: true })
  expect(statementFacts(db, 'SELECT 1')).toEqual({ writes: false, schema: false, tables: [] })
})

test('a step keeps its message, its lines and what kind of answer it gives', () => {
  const parsed = parseToolFile('-- A tool.\r\n-- check: No {id}: none.\r\nSELECT 1;\r\n--authorize:  Not you.  \r\nSELECT 1\r\n-- fault\r\n-- run\r\nDELETE FROM a;\r\n-- return rows\r\nSELECT 2')
  expect(parsed).toEqual({
    steps: [
      { kind: 'check', message: 'No {id}: none.', sql: 'SELECT 1;\n', line: 2 }, { kind: 'authorize', message: 'Not you.', sql: 'SELECT 1\n', line: 4 },
      { kind: 'fault', message: '', sql: '', line: 6 }, { kind: 'run', message: '', sql: 'DELETE FROM a;\n', line: 7 }, { kind: 'return rows', message: '', sql: 'SELECT 2\n', line: 9 },
    ],
  })
})

test('a comment inside a step that begins like a head is no head', () => {
  const parsed = parseToolFile('-- run\n-- run through all of them, check that\nDELETE FROM a;\n-- checks are done by now\n-- fault tolerance: none\n-- return row\n-- returns one row\nSELECT 1')
  expect('steps' in parsed && parsed.steps.map(({ kind }) => kind)).toEqual(['run', 'return row'])
})
