// A world that moves: events, receipts, confirmations and controls.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSqlite, tinyTask, tinyWorld } from '../../testing/tinyWorld'
import { customerOf } from '../agent/customer'
import { callsOf, everyChange } from '../agent/episode'
import { scriptedModel, type ScriptStep } from '../agent/script'
import { runTrial } from '../trial/runTrial'
import type { Bundle } from '../task/schema'
import type { Change } from './change'
import { composed } from './composed'
import { SqliteWorld } from './sqliteWorld'
import { tablesAfter } from './table'

const LEDGER = `CREATE TABLE boxes (id TEXT PRIMARY KEY, n INTEGER NOT NULL CHECK (n < 1000));
CREATE TABLE notes (id INTEGER PRIMARY KEY, box TEXT REFERENCES boxes (id) ON DELETE CASCADE, text);
CREATE TABLE receipts (n INTEGER PRIMARY KEY, tool TEXT, input TEXT, outcome TEXT);
CREATE TABLE confirmations (id INTEGER PRIMARY KEY, text TEXT);`
const kept = { bookkeeping: ['receipts', 'confirmations'], harness: { receipt: 'INSERT INTO receipts VALUES (:n, :tool, :input, :outcome)', confirmation: 'INSERT INTO confirmations (text) VALUES (:text)' } }
const put = (id: string, n = 3): ScriptStep => ({ calls: [{ tool: 'put', input: { id, n } }] })
const sqlite = await testSqlite()
const clock = { now: () => 0, steady: () => 0 }

async function play(bundle: Bundle, script: ScriptStep[], controls: string[] = []) {
  const task = bundle.tasks[0]!
  const world = new SqliteWorld(sqlite, bundle)
  const trial = await runTrial(world, { bundle, task, index: 0, player: { kind: 'script', id: 'x', title: 'X' }, model: scriptedModel(script), customer: customerOf(task.customer), steps: 20, seed: 1, controls }, clock)
  const again = world.startNow(task.id)
  world.close()
  return { trial, again }
}
const inserted = (changes: readonly Change[], table: string) => changes.flatMap((change) => (change.op === 'insert' && change.table === table ? [change.after] : []))

test('an event happens right before the nth call, is no change of the agent, and is seen by what follows', async () => {
  const bundle = tinyWorld({ tasks: [tinyTask({ events: [{ actor: 'security', says: 'The box b is emptied.', before: { tool: 'put', nth: 2 }, run: "UPDATE boxes SET n = 0 WHERE id = 'b'" }], expect: { must: [{ put: { id: 'c' } }, { put: { id: 'd' } }] } })] })
  const { trial } = await play(bundle, [put('c'), { calls: [{ tool: 'list', input: {} }] }, put('d'), { calls: [{ tool: 'list', input: {} }] }, { say: 'I have put both.' }])
  expect(trial.state).toBe('pass')
  expect(trial.episode.turns.filter(({ role }) => role === 'event')).toEqual([{ role: 'event', actor: 'security', text: 'The box b is emptied.', run: "UPDATE boxes SET n = 0 WHERE id = 'b'", before_call: 3, changes: [{ op: 'update', table: 'boxes', key: ['b'], before: { id: 'b', n: 2 }, after: { id: 'b', n: 0 } }] }])
  const lists = callsOf(trial.episode).filter(({ tool }) => tool === 'list').map(({ result }) => result)
  expect(lists).toEqual(['[{"id":"a","n":1},{"id":"b","n":2},{"id":"c","n":3}]', '[{"id":"a","n":1},{"id":"b","n":0},{"id":"c","n":3},{"id":"d","n":3}]'])
})

test('an event after a call of several in one turn stands between them in the order of changes', async () => {
  const bundle = tinyWorld({ tasks: [tinyTask({ events: [{ actor: 'clerk', says: 'c is counted again.', after: { tool: 'put', nth: 1 }, run: "UPDATE boxes SET n = 9 WHERE id = 'c'" }] })] })
  const { trial } = await play(bundle, [{ calls: [{ tool: 'put', input: { id: 'c', n: 3 } }, { tool: 'set', input: { id: 'c', n: 5 } }] }, { say: 'Done.' }])
  expect(everyChange(trial.episode).map(({ op }) => op)).toEqual(['insert', 'update', 'update'])
  expect(everyChange(trial.episode).map((change) => ('after' in change && change.op !== 'schema' ? change.after['n'] : null))).toEqual([3, 9, 5])
  expect(inserted(trial.outcome.changes, 'boxes')).toEqual([{ id: 'c', n: 5 }])
})

test('every call leaves a receipt, the failed ones too, and receipts are never unexpected', async () => {
  const bundle = tinyWorld({ schema: LEDGER, world: kept })
  const { trial, again } = await play(bundle, [put('a'), { calls: [{ tool: 'nonsense', input: {} }] }, put('c'), { say: 'I have put it.' }])
  expect(trial.state).toBe('pass')
  expect(inserted(trial.outcome.changes, 'receipts').map(({ n, tool, outcome }) => [n, tool, outcome])).toEqual([[1, 'put', 'error'], [2, 'nonsense', 'error'], [3, 'put', 'ok']])
  expect(again.find(({ name }) => name === 'receipts')?.rows).toEqual([])
})

test('what the customer confirms is put on record, and shown', async () => {
  const bundle = tinyWorld({ schema: LEDGER, world: kept, tasks: [tinyTask({ customer: { opens: 'Put c.', replies: [{ says: 'Yes, do.', confirms: true }] } })] })
  const { trial } = await play(bundle, [{ say: 'Shall I?' }, put('c'), { say: 'I have put it.' }])
  expect(inserted(trial.outcome.changes, 'confirmations')).toEqual([{ id: 1, text: 'Yes, do.' }])
  expect(trial.episode.turns.find(({ role }) => role === 'event')).toMatchObject({ actor: 'harness', changes: [{ table: 'confirmations' }] })
})

const control = { 'no-c': { title: 'No box c', run: "CREATE TRIGGER no_c BEFORE INSERT ON boxes WHEN NEW.id = 'c' BEGIN SELECT RAISE(ABORT, 'a box c is not allowed'); END", fires: { task: 'one', calls: [{ tool: 'put', input: { id: 'c', n: 1 } }] } } }

test('a control that is switched on makes the action impossible; switched off, or in the next trial, it is not there', async () => {
  const bundle = tinyWorld({ world: { controls: control } })
  const script = [put('c'), { say: 'I have put it.' }]
  const on = await play(bundle, script, ['no-c'])
  expect(callsOf(on.trial.episode)[0]).toMatchObject({ outcome: 'error', result: 'a box c is not allowed', changes: [] })
  expect(on.trial.outcome.changes).toEqual([])
  const off = await play(bundle, script)
  expect(off.trial.state).toBe('pass')
})

test('a control that no world has is a problem, and the trial an error', async () => {
  const { trial } = await play(tinyWorld(), [put('c'), { say: 'x' }], ['moat'])
  expect([trial.state, trial.error]).toEqual(['system_error', 'world.json: controls: there is no control moat; controls: none'])
})

test.each([
  ['a table that is no bookkeeping', { ...kept, bookkeeping: ['confirmations'] }, 'world.json: harness.receipt: it writes receipts, which is not a bookkeeping table'],
  ['a parameter it does not have', { ...kept, harness: { receipt: 'INSERT INTO receipts (tool) VALUES (:name)' } }, 'world.json: harness.receipt: :name is not known here; parameters: :n, :tool, :input, :outcome, :result, :today'],
])('the harness is refused %s', (_, world, says) => {
  expect(() => new SqliteWorld(sqlite, tinyWorld({ schema: LEDGER, world }))).toThrow(says)
})

const anyChanges = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), n: fc.nat(3), gone: fc.boolean() }), { maxLength: 12 })

test('changes put together come to the same tables as the changes one by one', () => {
  fc.assert(fc.property(anyChanges, (steps) => {
    const rows = new Map<string, number>([['a', 1], ['b', 2]])
    const changes = steps.flatMap(({ key, n, gone }): Change[] => {
      const old = rows.get(key)
      if (gone) {
        if (old === undefined) return []
        rows.delete(key)
        return [{ op: 'delete', table: 't', key: [key], before: { id: key, n: old } }]
      }
      rows.set(key, n)
      if (old === undefined) return [{ op: 'insert', table: 't', key: [key], after: { id: key, n } }]
      return old === n ? [] : [{ op: 'update', table: 't', key: [key], before: { id: key, n: old }, after: { id: key, n } }]
    })
    const start = [{ name: 't', columns: ['id', 'n'], key: ['id'], rows: [['a', 1], ['b', 2]] }]
    const content = (list: readonly Change[]) => tablesAfter(start, list)[0]!.rows.filter(({ op }) => op !== 'delete').map(({ row }) => JSON.stringify(row)).sort()
    const net = composed(changes)
    expect(content(net)).toEqual([...rows].map(([id, n]) => JSON.stringify({ id, n })).sort())
    expect(net.length).toBeLessThanOrEqual(3)
  }))
})
