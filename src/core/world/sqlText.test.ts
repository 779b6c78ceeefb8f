// SQL as text: what is refused, however it is written, and what is not.
import { describe, expect, test } from 'vitest'
import { parameters, refusal, tokens } from './sqlText'

describe('what would end the transaction, leave the database or hide from the comparison is refused', () => {
  test.each([
    "ATTACH ':memory:' AS x", 'DETACH x', 'PRAGMA foreign_keys = OFF', 'pragma recursive_triggers = on', 'VACUUM', "VACUUM INTO 'x'",
    'BEGIN', 'begin immediate', 'COMMIT', 'END', 'END;', 'end transaction', 'ROLLBACK', 'ROLLBACK TO trial', 'SAVEPOINT x', 'RELEASE trial',
    'EXPLAIN PRAGMA recursive_triggers = ON', 'explain query plan select 1',
    "SELECT RAISE(ROLLBACK, 'x')", 'INSERT OR ROLLBACK INTO t VALUES (1)', 'UPDATE OR rollback t SET a = 1', 'CREATE TABLE t (a PRIMARY KEY ON CONFLICT ROLLBACK)', 'CREATE TABLE t (a UNIQUE ON CONFLICT/**/RollBack)',
    'CREATE TEMP TABLE t (a)', 'CREATE TEMPORARY VIEW v AS SELECT 1', 'create temp trigger x after insert on t begin select 1; end', 'CREATE TABLE temp.t (a)', 'CREATE TABLE IF NOT EXISTS "temp" . t (a)', 'CREATE VIEW [temp].v AS SELECT 1', 'CREATE TRIGGER IF NOT EXISTS temp.x AFTER INSERT ON t BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE t USING fts5(a)', 'CREATE TABLE t (a REFERENCES u DEFERRABLE INITIALLY DEFERRED)', 'create table t (a references u deferrable initially/**/deferred)',
    'SELECT ?', 'SELECT ?1', 'SELECT @a', 'SELECT $a', 'SELECT :1', 'SELECT :é', 'SELECT :a$b',
    "SELECT datetime('now', 'localtime')", "SELECT strftime('%H', :today, 'LocalTime')", "SELECT date('now', 'utc')", 'SELECT "time"(\'now\', "localtime")',
  ])('%s', (sql) => {
    expect(refusal(sql)).not.toBeNull()
  })

  test.each([
    ['behind a line comment', '-- nothing\nCOMMIT'],
    ['behind a comment', '/* SELECT */ COMMIT'],
    ['between comments', '/**/COMMIT/**/;'],
    ['behind a byte order mark', '\uFEFFPRAGMA x'],
    ['as a second statement', 'SELECT 1; COMMIT'],
    ['behind an empty statement', ';;COMMIT'],
    ['behind a string with a semicolon and a comment', "SELECT ';--'; COMMIT"],
    ['behind a string with a quote', "SELECT 'it''s'; COMMIT"],
    ['behind a name with a semicolon', 'SELECT 1 AS "a;b"; COMMIT'],
    ['behind a trigger', 'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; END;'],
    ['in a trigger\'s body', "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN RAISE(ROLLBACK, 'no') END; END"],
    ['in the second statement of a trigger', 'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; INSERT OR ROLLBACK INTO t VALUES (1); END'],
    ['behind an unended comment sign in a string', "SELECT '/*'; COMMIT; SELECT '*/'"],
  ])('%s', (_, sql) => {
    expect(refusal(sql)).not.toBeNull()
  })
})

describe('the same words are fine where they do nothing', () => {
  test.each([
    ['in a string', "INSERT INTO notes VALUES ('ROLLBACK; COMMIT; PRAGMA x')"],
    ['in a string of two lines', "INSERT INTO notes VALUES ('first\nCOMMIT;\nROLLBACK')"],
    ['in a comment', '-- COMMIT; ROLLBACK\nSELECT 1 /* PRAGMA x; ROLLBACK */'],
    ['in a comment without an end', 'SELECT 1 /* ROLLBACK'],
    ['in a quoted name', 'SELECT "rollback", [commit], `pragma` FROM t'],
    ['in a longer name', 'SELECT rollback_reason, xROLLBACK, éROLLBACK, r$ROLLBACK FROM t'],
    ['END of CASE', 'SELECT CASE WHEN a THEN 1 ELSE 2 END; SELECT 2'],
    ['a trigger without a last semicolon', 'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END'],
    ['a trigger of several statements', 'CREATE TRIGGER x AFTER INSERT ON t WHEN new.a BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM t; END; SELECT 1'],
    ['two triggers', 'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; CREATE TRIGGER y AFTER INSERT ON t BEGIN SELECT 1; END;'],
    ['a column named as a first word', 'SELECT release, begin_on FROM t'],
    ['an alias temp', 'CREATE VIEW v AS SELECT temp.a FROM t temp'],
    ['a time zone\'s name as data', "INSERT INTO zones VALUES ('utc'), ('localtime')"],
    ['a time zone\'s name beside a date function', "SELECT date(:today), coalesce(zone, 'utc') FROM t"],
    ['a reference that is checked at once', 'CREATE TABLE t (a REFERENCES u DEFERRABLE INITIALLY IMMEDIATE, b REFERENCES u NOT DEFERRABLE)'],
    ['RAISE(ABORT)', "SELECT RAISE(ABORT, 'ROLLBACK')"],
    ['REPLACE', 'INSERT OR REPLACE INTO t VALUES (:a)'],
  ])('%s', (_, sql) => {
    expect(refusal(sql)).toBeNull()
  })
})

test('a refusal names the line of the word', () => {
  expect(refusal("-- one\n/* two\nthree */ SELECT 'x\ny';\n  COMMIT;")).toEqual({ line: 5, says: 'COMMIT is refused in a world' })
})

test('parameters are named once each, in the order SQLite numbers them, and not found in texts', () => {
  expect(parameters("SELECT :b, :a, :b, ':c', \":d\" -- :e\n/* :f */ FROM t WHERE x = :G_1")).toEqual(['b', 'a', 'G_1'])
})

test('tokens keep quoted text whole and count its lines', () => {
  expect(tokens("a 'b\n''c' -- d\ne")).toEqual([{ text: 'a', line: 1 }, { text: "'b\n''c'", line: 1 }, { text: 'e', line: 3 }])
})
