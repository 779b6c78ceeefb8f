// One call: its checks, its faults, its messages, its numbers, and what a failing step leaves behind.
import { describe, expect, test } from 'vitest'
import { openWorld, tinyWorld, type TinyTool } from '../../testing/tinyWorld'
import type { Fault } from '../task/schema'

const fields = { id: { type: 'string' }, n: { type: 'integer' }, text: { type: 'string' } }

/** A session on a world with these tools. */
async function session(tools: Record<string, string | TinyTool>, faults: Fault[] = [], more: Parameters<typeof tinyWorld>[0] = {}) {
  const world = await openWorld(tinyWorld({ tools, ...more, tasks: [{ faults }] }))
  return world.openNow('one', 1)
}
const tool = (sql: string): TinyTool => ({ sql, fields })

describe('a check', () => {
  test.each([['1', true], ['2.5', true], ["'1x'", true], ['-1', true], ['9007199254740993', true], ['0', false], ['0.0', false], ['NULL', false], ["'x'", false], ["''", false], ["'0'", false], ["X''", false]])('SELECT %s says yes: %s', async (value, yes) => {
    const { outcome } = (await session({ t: tool(`-- check: No.\nSELECT ${value};\n-- return row\nSELECT 1 AS one`) })).callNow('t', {})
    expect(outcome).toBe(yes ? 'ok' : 'error')
  })

  test('that yields no row says no', async () => {
    expect((await session({ t: tool('-- check: No.\nSELECT 1 WHERE 0;\n-- return row\nSELECT 1 AS one') })).callNow('t', {})).toEqual({ outcome: 'error', result: 'No.', changes: [] })
  })

  test('fills its message from its own row before the input, and leaves what neither has', async () => {
    const t = tool('-- check: {n} of {left}; {text}; {toString}; {id}{id}; {$&}.\nSELECT 0, 7 AS "left", NULL AS text;\n-- return row\nSELECT 1 AS one')
    expect((await session({ t })).callNow('t', { n: 3, id: '$1{n}' }).result).toBe('3 of 7; null; {toString}; $1{n}$1{n}; {$&}.')
  })

  test('that is an authorization denies, and a denial is no error', async () => {
    const s = await session({ t: tool("-- check: No box {id}.\nSELECT EXISTS (SELECT 1 FROM boxes WHERE id = :id);\n-- authorize: {id} is not yours.\nSELECT :id = 'a';\n-- run\nDELETE FROM boxes WHERE id = :id;\n-- return row\nSELECT :id AS gone") })
    expect(s.callNow('t', { id: 'x' })).toEqual({ outcome: 'error', result: 'No box x.', changes: [] })
    expect(s.callNow('t', { id: 'b' })).toEqual({ outcome: 'denied', result: 'b is not yours.', changes: [] })
    expect(s.callNow('t', { id: 'a' })).toMatchObject({ outcome: 'ok', result: '{"gone":"a"}' })
  })
})

describe('what comes back', () => {
  test('is an object for a row, null for none, and always a list for rows', async () => {
    const s = await session({ one: tool('-- return row\nSELECT id, n FROM boxes WHERE id = :id'), many: tool('-- return rows\nSELECT id FROM boxes WHERE id = :id') })
    expect(s.callNow('one', { id: 'a' }).result).toBe('{"id":"a","n":1}')
    expect(s.callNow('one', { id: 'x' }).result).toBe('null')
    expect(s.callNow('many', { id: 'a' }).result).toBe('[{"id":"a"}]')
    expect(s.callNow('many', { id: 'x' }).result).toBe('[]')
  })

  test('keeps every digit of a whole number and tells bytes as hex', async () => {
    const s = await session({ t: tool("-- return row\nSELECT 9007199254740993 AS big, -9223372036854775807 - 1 AS least, 9007199254740991 AS safe, 1e300 AS real, 0.1 AS tenth, X'00ff' AS bytes, 'é\"\n' AS text") })
    expect(s.callNow('t', {}).result).toBe('{"big":"9007199254740993","least":"-9223372036854775808","safe":9007199254740991,"real":1e+300,"tenth":0.1,"bytes":"0x00ff","text":"é\\"\\n"}')
  })

  test('says an infinite number as a word, since JSON has none', async () => {
    expect((await session({ t: tool('-- return row\nSELECT 9e999 AS up, -9e999 AS down') })).callNow('t', {}).result).toBe('{"up":"Infinity","down":"-Infinity"}')
  })

  test('an optional parameter that was not given is NULL, and :today is the world\'s date', async () => {
    const s = await session({ t: tool('-- return row\nSELECT typeof(:id) AS id, typeof(:n) AS n, :today AS today') })
    expect(s.callNow('t', { n: 3 }).result).toBe('{"id":"null","n":"integer","today":"2026-10-26"}')
  })

  test('whole numbers are bound as integers, whatever their size', async () => {
    const s = await session({ t: tool('-- return row\nSELECT typeof(:n) AS type, :n / 2 AS half') })
    for (const n of [5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1]) expect(s.callNow('t', { n }).result).toBe(`{"type":"integer","half":${Math.trunc(n / 2)}}`)
  })

  test('input is bound, never read as SQL', async () => {
    const s = await session({ t: tool('-- run\nINSERT INTO notes (text) VALUES (:text);\n-- return row\nSELECT :text AS text') })
    const text = "'); DELETE FROM notes; -- :id ?1"
    expect(s.callNow('t', { text })).toMatchObject({ result: JSON.stringify({ text }), changes: [{ op: 'insert', after: { text } }] })
  })
})

describe('a failing step', () => {
  test('takes the whole call back: statements before it, and run steps before it', async () => {
    const s = await session({
      two: tool("-- run\nINSERT INTO boxes VALUES ('x', 1); UPDATE boxes SET n = 9 WHERE id = 'a';\n-- run\nINSERT INTO boxes VALUES (:id, :n);\n-- return row\nSELECT 1 AS one"),
      ask: tool('-- run\nDELETE FROM notes;\n-- return row\nSELECT abs(:n) AS n'), list: '-- return rows\nSELECT id, n FROM boxes ORDER BY id',
    })
    const before = s.callNow('list', {}).result
    expect(s.callNow('two', { id: 'a', n: 1 })).toEqual({ outcome: 'error', result: 'UNIQUE constraint failed: boxes.id', changes: [] })
    expect(s.callNow('list', {}).result).toBe(before)
    expect(s.callNow('two', { id: 'y', n: 2 }).changes).toMatchObject([{ op: 'update', key: ['a'] }, { op: 'insert', key: ['x'] }, { op: 'insert', key: ['y'] }])
    expect(s.closeNow()).toHaveLength(3)
  })

  test('that is the return takes back what ran before it', async () => {
    const s = await session({ t: tool('-- run\nDELETE FROM notes;\n-- return row\nSELECT json(:text) AS x') })
    expect(s.callNow('t', { text: '{' })).toEqual({ outcome: 'error', result: 'malformed JSON', changes: [] })
    expect(s.callNow('t', { text: '1' }).changes).toHaveLength(2)
  })

  test('refused by a trigger is an error with the trigger\'s words', async () => {
    const s = await session({ t: tool('-- run\nINSERT INTO a VALUES (1);\n-- return row\nSELECT 1 AS one') }, [], { schema: "CREATE TABLE a (x); CREATE TABLE boxes (id, n); CREATE TRIGGER g BEFORE INSERT ON a BEGIN SELECT RAISE(ABORT, 'not today'); END", seed: '' })
    expect(s.callNow('t', {})).toEqual({ outcome: 'error', result: 'not today', changes: [] })
  })
})

describe('the changes of a call', () => {
  test('hold what triggers and cascades did, table by table', async () => {
    const schema = "CREATE TABLE boxes (id TEXT PRIMARY KEY, n INTEGER); CREATE TABLE notes (id INTEGER PRIMARY KEY, box TEXT REFERENCES boxes (id) ON DELETE CASCADE); CREATE TABLE log (what); CREATE TRIGGER l AFTER DELETE ON notes BEGIN INSERT INTO log VALUES ('note ' || old.id); END"
    const s = await session({ remove: tool('-- run\nDELETE FROM boxes WHERE id = :id;\n-- return row\nSELECT 1 AS one') }, [], { schema, seed: "INSERT INTO boxes VALUES ('a', 1); INSERT INTO notes VALUES (7, 'a')" })
    expect(s.callNow('remove', { id: 'a' }).changes).toEqual([
      { op: 'delete', table: 'boxes', key: ['a'], before: { id: 'a', n: 1 } },
      { op: 'insert', table: 'log', key: [1], after: { what: 'note 7' } },
      { op: 'delete', table: 'notes', key: [7], before: { id: 7, box: 'a' } },
    ])
  })

  test('hold what a trigger did that an earlier call made', async () => {
    const s = await session({
      spy: tool("-- run\nCREATE TRIGGER spy AFTER UPDATE ON boxes BEGIN INSERT INTO notes (text) VALUES (new.id); END;\n-- return row\nSELECT 1 AS one"),
      set: tool('-- run\nUPDATE boxes SET n = :n WHERE id = :id;\n-- return row\nSELECT 1 AS one'),
    })
    expect(s.callNow('spy', {}).changes).toMatchObject([{ op: 'schema', table: 'trigger spy', before: null }])
    expect(s.callNow('set', { id: 'a', n: 5 }).changes).toMatchObject([{ op: 'update', table: 'boxes' }, { op: 'insert', table: 'notes', after: { text: 'a' } }])
    expect(s.closeNow()).toMatchObject([{ op: 'schema' }, { op: 'update', table: 'boxes' }, { op: 'insert', table: 'notes' }])
  })

  test('are none where a call writes what stood there', async () => {
    const s = await session({ set: tool('-- run\nUPDATE boxes SET n = n;\n-- return row\nSELECT 1 AS one') })
    expect(s.callNow('set', {}).changes).toEqual([])
    expect(s.closeNow()).toEqual([])
  })
})

describe('a fault', () => {
  const put = (point: string) => tool(`-- check: There is {id} already.\nSELECT NOT EXISTS (SELECT 1 FROM boxes WHERE id = :id);\n${point}-- run\nINSERT INTO boxes VALUES (:id, 1);\n-- return row\nSELECT :id AS id, n FROM boxes WHERE id = :id`)
  const list = '-- return rows\nSELECT id FROM boxes WHERE id > :today OR 1 ORDER BY id'
  const kinds: [string, Fault, { outcome: string; result: string; written: boolean; delayed?: number }][] = [
    ['error', { tool: 'put', kind: 'error', message: 'gateway timeout', times: 2 }, { outcome: 'error', result: 'gateway timeout', written: false }],
    ['empty', { tool: 'put', kind: 'empty', times: 2 }, { outcome: 'ok', result: 'null', written: false }],
    ['wrong_row', { tool: 'put', kind: 'wrong_row', result: { id: 'z' }, times: 2 }, { outcome: 'ok', result: '{"id":"z"}', written: false }],
    ['delay', { tool: 'put', kind: 'delay', milliseconds: 5, times: 2 }, { outcome: 'ok', result: '', written: true, delayed: 5 }],
    ['lying_receipt', { tool: 'put', kind: 'lying_receipt', times: 2 }, { outcome: 'ok', result: '', written: false }],
  ]
  for (const point of ['-- fault\n', '']) {
    test.each(kinds)(`%s strikes exactly as often as it says ${point ? 'at its point' : 'without one'}`, async (kind, fault, { outcome, result, written, delayed }) => {
      const s = await session({ put: put(point), list }, [fault])
      for (const id of ['p', 'q']) {
        // A check that says no never reaches the fault, and spends none of it.
        expect(s.callNow('put', { id: 'a' })).toEqual({ outcome: 'error', result: 'There is a already.', changes: [] })
        const struck = s.callNow('put', { id })
        expect(struck).toMatchObject({ outcome, fault: kind, result: result || `{"id":"${id}","n":1}` })
        expect(struck.delayed).toBe(delayed)
        expect(struck.changes).toHaveLength(written ? 1 : 0)
        expect(s.callNow('list', {}).result.includes(id)).toBe(written)
      }
      const after = s.callNow('put', { id: 'r' })
      expect(after).toMatchObject({ outcome: 'ok', result: '{"id":"r","n":1}' })
      expect(after).not.toHaveProperty('fault')
      expect(s.closeNow()).toHaveLength(written ? 3 : 1)
    })
  }

  test('strikes a tool that only reads, and other tools not', async () => {
    const s = await session({ put: put(''), list }, [{ tool: 'list', kind: 'empty', times: 1 }, { tool: 'list', kind: 'error', message: 'down', times: 1 }])
    expect(s.callNow('put', { id: 'p' }).outcome).toBe('ok')
    expect([1, 2, 3].map(() => s.callNow('list', {})).map(({ result, fault }) => [result, fault])).toEqual([['[]', 'empty'], ['down', 'error'], ['[{"id":"a"},{"id":"b"},{"id":"p"}]', undefined]])
  })

  test('is spent anew in every trial', async () => {
    const world = await openWorld(tinyWorld({ tools: { put: put('') }, tasks: [{ faults: [{ tool: 'put', kind: 'error', message: 'no', times: 1 }] }] }))
    for (let i = 0; i < 2; i += 1) {
      const s = world.openNow('one', 1)
      expect(['p', 'p'].map((id) => s.callNow('put', { id }).outcome)).toEqual(['error', 'ok'])
      s.closeNow()
    }
  })
})
