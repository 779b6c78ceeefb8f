// What only SQLite can find wrong with a world, each with its place.
import { expect, test } from 'vitest'
import { openWorld, shop, tinyWorld } from '../../testing/tinyWorld'
import type { Operator, Task, World } from '../task/schema'

const check = async (world: Partial<World>, tasks: Partial<Task>[] = [{}]) => (await openWorld(tinyWorld({ world, tasks }))).check().map(({ path, says }) => `${path} | ${says}`)
const put = tinyWorld().world.mutations.put!
const operator = (does: Operator['does']): Partial<World> => ({ operators: [{ id: 'o', title: 'O', dimension: 'state', does }] })

test('a sound world has none', async () => {
  expect(await check({})).toEqual([])
  expect((await openWorld(shop())).check()).toEqual([])
})

test.each<[string, Partial<World>, string]>([
  ['a mutation of no table', { mutations: { put: { ...put, table: 'crates', says: 'x' } } }, 'world.json: mutations.put | there is no table crates; tables: boxes, notes'],
  ['a mutation that sets no column', { mutations: { put: { ...put, op: 'update', set: { m: 1 } } } }, 'world.json: mutations.put | the table boxes has no column m; columns: id, n'],
  ['an argument of no column', { mutations: { put: { ...put, args: { box: 'idd' } } } }, 'world.json: mutations.put | the table boxes has no column idd; columns: id, n'],
  ['a sentence that names no column', { mutations: { put: { ...put, says: 'box {idd:money}' } } }, 'world.json: mutations.put | the table boxes has no column idd; columns: id, n'],
  ['an operator whose query does not run', operator({ set: { param: 'n', to: 'SELECT m FROM boxes' } }), 'world.json: operators[0].does.set.to | no such column: m'],
  ['an operator whose input does not run', operator({ retool: { on: ['put'], as: 'put', input: 'SELECT' } }), 'world.json: operators[0].does.retool.input | incomplete input'],
  ['tampering that does not run', operator({ tamper: { run: 'DELETE FROM crates' } }), 'world.json: operators[0].does.tamper.run | no such table: crates'],
  ['tampering that ends the transaction', operator({ tamper: { run: 'DELETE FROM notes; COMMIT' } }), 'world.json: operators[0].does.tamper.run | COMMIT is refused in a world'],
  ['a check that reaches outside', { checks: [{ id: 'c', title: 'C', dimension: 'state', sql: "SELECT 1; ATTACH 'x' AS y" }] }, 'world.json: checks[0].sql | ATTACH is refused in a world'],
  ['a query that changes settings', operator({ set: { param: 'n', to: 'PRAGMA recursive_triggers = ON' } }), 'world.json: operators[0].does.set.to | PRAGMA is refused in a world'],
])('%s', async (_, world, says) => {
  expect(await check(world)).toContain(says)
})

test('an expectation of no column or table', async () => {
  expect(await check({}, [{ expect: { must: [{ put: { m: 1 } }], may: [{ change: { table: 'crates', op: 'delete' } }] } }])).toEqual([
    'tasks/one.json: expect | the table boxes has no column m; columns: id, n', 'tasks/one.json: expect | there is no table crates; tables: boxes, notes',
  ])
})

test('trying an operator out leaves nothing behind', async () => {
  const world = await openWorld(tinyWorld({ world: operator({ tamper: { run: 'DELETE FROM notes; CREATE TABLE mine (x)' } }) }))
  expect(world.check()).toEqual([])
  expect(world.startNow('one').map(({ name, rows }) => [name, rows.length])).toEqual([['boxes', 2], ['notes', 2]])
})

test.each([
  ['schema.sql:2', { schema: 'CREATE TABLE boxes (id, n);\nPRAGMA foreign_keys = OFF' }],
  ['schema.sql', { schema: 'CREATE TABEL x' }],
  ['seed.sql:1', { seed: 'BEGIN; INSERT INTO boxes VALUES (1, 1)' }],
  ['seed.sql', { seed: 'INSERT INTO boxes VALUES (1, 5000)' }],
])('a fault in %s is named by its file, and where it was refused by its line', async (path, plan) => {
  await expect(openWorld(tinyWorld(plan))).rejects.toMatchObject({ name: 'Invalid', problems: [{ path }] })
})
