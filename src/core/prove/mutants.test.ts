// Mutants of small scripts: each operator makes exactly these.
import { describe, expect, test } from 'vitest'
import { openWorld, tinyTask, tinyWorld } from '../../testing/tinyWorld'
import type { Operator, ScriptTurn, Task } from '../task/schema'
import { mutantsOf, type MutantSpec } from './mutants'
import { runJob } from './scripted'

const call = (tool: string, input: Record<string, unknown> = {}) => ({ tool, input })
const put = (id: string, n = 3) => call('put', { id, n })
const list = call('list')

/** Reads, writes twice in one turn, reads and writes with a word, ends. Calls 2, 3 and 5 change rows. */
const ORACLE: ScriptTurn[] = [{ calls: [list] }, { calls: [put('c'), put('d')] }, { say: 'Now this.', calls: [list, call('set', { id: 'a', n: 7 })] }, { say: 'Done.' }]
const DIMENSIONS = [{ id: 'state', title: 'S', decides: true }, { id: 'order', title: 'O', decides: false }]

async function mutants(does: Operator['does'], oracle = ORACLE, more: Partial<Operator> = {}, task: Partial<Task> = {}): Promise<MutantSpec[]> {
  const bundle = tinyWorld({ world: { dimensions: DIMENSIONS, operators: [{ id: 'op', title: 'Op', dimension: 'state', does, ...more }] }, tasks: [{ scripts: { oracle }, expect: { must: [], may: [{ put: {} }] }, ...task }] })
  const world = await openWorld(bundle)
  const trial = await runJob(world, bundle, { task: 'one', index: 0, agent: 'oracle' }, { now: () => 0, steady: () => 0 })
  return mutantsOf(bundle, bundle.tasks[0]!, trial!, (sql, parameters) => world.query('one', sql, parameters))
}
const scripts = async (...of: Parameters<typeof mutants>) => (await mutants(...of)).map(({ id, script }) => [id, script])
const [first, second, third, end] = ORACLE as [ScriptTurn, ScriptTurn, ScriptTurn, ScriptTurn]

describe('drop', () => {
  test('leaves out each call that changed rows, one at a time, and the turn it leaves empty', async () => {
    expect(await scripts({ drop: {} })).toEqual([
      ['op@2', [first, { calls: [put('d')] }, third, end]], ['op@3', [first, { calls: [put('c')] }, third, end]], ['op@5', [first, second, { say: 'Now this.', calls: [list] }, end]],
    ])
  })

  test('or each call of the tools it names', async () => {
    expect(await scripts({ drop: { on: ['list'] } })).toEqual([['op@1', [second, third, end]], ['op@4', [first, second, { say: 'Now this.', calls: [call('set', { id: 'a', n: 7 })] }, end]]])
  })
})

describe('repeat', () => {
  test('does each change again in a turn of its own', async () => {
    expect(await scripts({ repeat: {} })).toEqual([
      ['op@2', [first, second, { calls: [put('c')] }, third, end]], ['op@3', [first, second, { calls: [put('d')] }, third, end]], ['op@5', [first, second, third, { calls: [call('set', { id: 'a', n: 7 })] }, end]],
    ])
  })

  test('or the first read', async () => {
    expect(await scripts({ repeat: { reads: true } })).toEqual([['op@1', [first, first, second, third, end]]])
  })
})

describe('set', () => {
  test('gives the parameter the query\'s value, with the input and the old value at hand', async () => {
    expect(await scripts({ set: { on: ['put', 'set'], param: 'n', to: "SELECT :value + (SELECT n FROM boxes WHERE id = 'b') + (:id = 'd')" } })).toEqual([
      ['op@2', [first, { calls: [put('c', 5), put('d')] }, third, end]], ['op@3', [first, { calls: [put('c'), put('d', 6)] }, third, end]], ['op@5', [first, second, { say: 'Now this.', calls: [list, call('set', { id: 'a', n: 9 })] }, end]],
    ])
  })

  test('makes none where the value stays, is NULL or has no row, and none for a call without the parameter', async () => {
    expect(await scripts({ set: { param: 'n', to: 'SELECT :value' } })).toEqual([])
    expect(await scripts({ set: { param: 'n', to: 'SELECT NULL' } })).toEqual([])
    expect(await scripts({ set: { param: 'n', to: 'SELECT 1 WHERE 0' } })).toEqual([])
    expect(await scripts({ set: { on: ['list'], param: 'n', to: 'SELECT 1' } })).toEqual([])
    expect(await scripts({ set: { param: 'toString', to: 'SELECT 1' } })).toEqual([])
  })

  test('reads the opening tables, not what the oracle left', async () => {
    expect((await scripts({ set: { on: ['set'], param: 'n', to: 'SELECT count(*) FROM boxes' } }))[0]![1]).toEqual([first, second, { say: 'Now this.', calls: [list, call('set', { id: 'a', n: 2 })] }, end])
  })
})

test('add puts a call before the last turn', async () => {
  expect(await scripts({ add: { call: put('x') } })).toEqual([['op@6', [first, second, third, { calls: [put('x')] }, end]]])
})

test('retool replaces a call that changed rows by another tool, its input from a query', async () => {
  expect(await scripts({ retool: { on: ['put'], as: 'remove', input: "SELECT :id AS id, id AS other FROM boxes WHERE id = 'a' AND :id <> 'd'" } })).toEqual([['op@2', [first, { calls: [call('remove', { id: 'c', other: 'a' }), put('d')] }, third, end]]])
  expect(await scripts({ retool: { on: ['list'], as: 'remove', input: "SELECT 'a' AS id" } })).toEqual([])
})

describe('delay', () => {
  test('moves the calls behind the last change, in their order', async () => {
    expect(await scripts({ delay: { on: ['list'] } })).toEqual([['op@1', [second, { say: 'Now this.', calls: [call('set', { id: 'a', n: 7 })] }, { calls: [list] }, { calls: [list] }, end]]])
  })

  test('makes none where they are behind it already, or nothing changes', async () => {
    expect(await scripts({ delay: { on: ['list'] } }, [{ calls: [put('c')] }, { calls: [list] }, { say: 'Done.' }])).toEqual([])
    expect(await scripts({ delay: { on: ['list'] } }, [{ calls: [list] }, { say: 'Done.' }])).toEqual([])
  })
})

test('tamper runs before the last message', async () => {
  expect(await scripts({ tamper: { run: 'DELETE FROM notes' } })).toEqual([['op@6', [first, second, third, { say: 'Done.', tamper: 'DELETE FROM notes' }]]])
})

test('claim keeps the words of turns without calls, and makes none where nothing was done', async () => {
  expect(await scripts({ claim: {} })).toEqual([['op@1', [end]]])
  expect(await scripts({ claim: {} }, [{ calls: [list] }, { say: 'No.' }])).toEqual([])
})

describe('stop', () => {
  test('ends before the last change, in its turn where that has a call before it', async () => {
    expect(await scripts({ stop: {} })).toEqual([['op@5', [first, second, { say: 'Now this.', calls: [list] }]]])
    expect(await scripts({ stop: {} }, [first, { calls: [put('c'), put('d')] }, end])).toEqual([['op@3', [first, { calls: [put('c')] }]]])
    expect(await scripts({ stop: {} }, [first, { calls: [put('c')] }, end])).toEqual([['op@2', [first]]])
    expect(await scripts({ stop: {} }, [{ calls: [put('c')] }, end])).toEqual([['op@1', []]])
  })

  test('makes none where nothing changes', async () => {
    expect(await scripts({ stop: {} }, [first, end])).toEqual([])
  })
})

test('reorder swaps each two neighbouring changes, across turns too', async () => {
  expect(await scripts({ reorder: {} })).toEqual([
    ['op@2', [first, { calls: [put('d'), put('c')] }, third, end]],
    ['op@3', [first, { calls: [put('c'), call('set', { id: 'a', n: 7 })] }, { say: 'Now this.', calls: [list, put('d')] }, end]],
  ])
  expect(await scripts({ reorder: {} }, [{ calls: [put('c')] }, end])).toEqual([])
})

test('a call that failed, or changed nothing, is none that changed rows', async () => {
  expect(await scripts({ drop: {} }, [{ calls: [put('a'), call('set', { id: 'a', n: 1 })] }, { calls: [put('c')] }, end])).toEqual([['op@3', [{ calls: [put('a'), call('set', { id: 'a', n: 1 })] }, end]]])
})

test('a dimension that does not apply to the oracle makes no mutant', async () => {
  expect(await mutants({ drop: {} }, ORACLE, { dimension: 'order' })).toEqual([])
  const path: Task['path'] = [{ id: 'r', rule: 'before', title: 'R', dimension: 'order', first: { tools: ['list'] }, then: { tools: ['put'] } }]
  expect(await mutants({ drop: { on: ['list'] } }, ORACLE, { dimension: 'order' }, { path })).toHaveLength(2)
})

test('mutants are numbered through, bear their operator\'s title, and leave the oracle as it is', async () => {
  const before = structuredClone(ORACLE)
  const all = await mutants({ drop: {} })
  expect(all.map(({ index, operator, title, task, dimension }) => [index, operator, title, task, dimension])).toEqual([0, 1, 2].map((index) => [index, 'op', 'Op', 'one', 'state']))
  expect(ORACLE).toEqual(before)
  expect(tinyTask().scripts.oracle).not.toBe(ORACLE)
})
