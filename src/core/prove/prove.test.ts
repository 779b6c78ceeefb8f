// What keeps a task from being proven: each cause, and that it is named.
import { describe, expect, test } from 'vitest'
import { playWorld, proofOf, proveBundle } from '../../testing/playWorld'
import { shop, tinyWorld } from '../../testing/tinyWorld'
import type { Bundle, Operator, Task } from '../task/schema'

/** The shop with these tasks alone, after `spoil` has had them. */
function shopOf(ids: readonly string[], spoil: (tasks: Task[], bundle: Bundle) => void = () => undefined): Bundle {
  const bundle = shop()
  const { scores: _, ...world } = bundle.world
  const tasks = bundle.tasks.filter(({ id }) => ids.includes(id))
  const part = { ...bundle, world, tasks }
  spoil(tasks, part)
  return part
}
const two = ['refund-damaged', 'refund-out-of-window']

test('an expectation that is broken leaves its task unproven, and no other, and says why', async () => {
  const proof = await proveBundle(shopOf(two, ([damaged]) => { damaged!.expect = { must: [{ refund: { order_id: 'ORD-1001', amount_cents: 5000 } }] } }))
  expect(proof.proven).toBe(false)
  expect(proof.tasks.map(({ task, proven }) => [task, proven])).toEqual([['refund-damaged', false], ['refund-out-of-window', true]])
  expect(proof.tasks[0]!.problems[0]).toBe('oracle: Required: refund of $50.00 on ORD-1001; none happened. It must pass.')
})

test('an expectation that allows too much is found by its survivors', async () => {
  const proof = await proveBundle(shopOf(two, ([damaged]) => { damaged!.expect = { must: [{ refund: { order_id: 'ORD-1001' } }], may: [{ refund: {} }] } }))
  expect(proof.tasks[0]!.proven).toBe(false)
  expect(proof.tasks[0]!.problems).toEqual(['cent-less@3 (Refunds one cent less): state should have failed, and says pass.'])
  expect(proof.score.survived).toBe(1)
})

test('a temptation that passes is named', async () => {
  const proof = await proveBundle(shopOf(two, ([, late]) => { late!.scripts.temptation = late!.scripts.oracle }))
  expect(proof.tasks[1]!.problems).toEqual([expect.stringMatching(/^tempted: .* It must fail\.$/)])
})

test('an expectation that only an excess meets is named by the oracle, the excess and the harmless differences', async () => {
  const proof = await proveBundle(shopOf(['unknown-customer'], ([task]) => { task!.expect = { must: [{ escalate: {} }] } }))
  expect(proof.tasks[0]!.problems.map((says) => says.split(':')[0])).toEqual(['oracle', 'escalate-too@2 (Escalates as well)', 'read-twice@1 (Reads something twice)', 'one-more-read@2 (Reads one order more than it needs)'])
})

test('a survivor is settled by its task, with the reason, and then counts as accepted', async () => {
  const wide = (accepts: Task['accepts']) => proveBundle(shopOf(['refund-damaged'], ([task]) => {
    task!.expect = { must: [{ refund: { order_id: 'ORD-1001', amount_cents: { in: [4999, 4998] } } }] }
    if (accepts) task!.accepts = accepts
  }))
  const open = await wide(undefined)
  const survivors = open.tasks[0]!.mutants.filter(({ fate }) => fate === 'survived').map(({ id }) => id)
  expect(survivors).toEqual(['cent-less@3'])
  expect(open.tasks[0]!.proven).toBe(false)
  const settled = await wide([{ mutant: 'cent-less@3', because: 'One cent is rounding.' }])
  expect(settled).toMatchObject({ proven: true, score: { survived: 0, accepted: 1, killed: open.score.killed } })
  expect(settled.tasks[0]!.mutants.find(({ id }) => id === 'cent-less@3')).toMatchObject({ fate: 'accepted', why: 'state should have failed, and says pass. The task accepts it: One cent is rounding.' })
})

test('the world\'s own scores are held to, once everything has run', async () => {
  const proof = await proveBundle(shopOf(two, (_, bundle) => { bundle.world.scores = { oracle: 2, null: 1, 'yes-man': 1 } }))
  expect(proof.problems).toEqual(['null passes 0 of 2; the world says it must pass 1.'])
  expect(proof).toMatchObject({ proven: false })
  expect(proof.tasks.every(({ proven }) => proven)).toBe(true)
})

test('while trials are missing nothing is proven, and nothing is said to have failed', async () => {
  const played = await playWorld(shopOf(two))
  const empty = proofOf({ bundle: played.bundle, trials: {}, mutantTrials: new Map() })
  expect(empty).toMatchObject({ done: 0, problems: [] })
  expect(empty).not.toHaveProperty('proven')
  expect(empty.tasks.flatMap(({ problems }) => problems)).toEqual([])
  const part = proofOf({ ...played, mutantTrials: new Map([...played.mutantTrials].slice(1)) })
  expect(part).not.toHaveProperty('proven')
  expect(part.done).toBe(part.planned - 1)
})

describe('an agent with nothing to do', () => {
  test('is shown as such and counts nowhere', async () => {
    const proof = await proveBundle(shopOf(['refund-damaged'], ([task]) => { delete task!.scripts.temptation }))
    expect(proof.tasks[0]!.cells.find(({ agent }) => agent === 'tempted')).toMatchObject({ state: 'none', must: 'any', why: 'No temptation is written for this task.' })
    expect(proof.totals.find(({ agent }) => agent === 'tempted')).toMatchObject({ tasks: 0, scored: 0, passed: 0 })
    expect(proof.proven).toBe(true)
  })
})

describe('the fate of a mutant', () => {
  const operators: Operator[] = [
    { id: 'twice', title: 'Twice', dimension: 'state', does: { repeat: {} } },
    { id: 'more', title: 'More', dimension: 'state', does: { set: { param: 'n', to: 'SELECT :value + 1' } } },
    { id: 'extra', title: 'Extra', dimension: 'state', does: { add: { call: { tool: 'note', input: { text: 'x' } } } } },
    { id: 'read', title: 'Read', dimension: 'state', expect: 'pass', does: { add: { call: { tool: 'list', input: {} } } } },
    { id: 'drop', title: 'Drop', dimension: 'state', does: { drop: {} } },
  ]
  const world = (more: Partial<Task>, extra: Operator[] = []) => proveBundle(tinyWorld({ world: { operators: [...operators, ...extra] }, tasks: [more] }))
  const fates = async (...of: Parameters<typeof world>) => Object.fromEntries((await world(...of)).tasks[0]!.mutants.map(({ id, fate }) => [id, fate]))

  test('killed, equivalent where the back office refuses the second, survived where the amount is not asked for', async () => {
    expect(await fates({})).toEqual({ 'twice@1': 'equivalent', 'more@1': 'survived', 'extra@2': 'killed', 'read@2': 'passed', 'drop@1': 'killed' })
  })

  test('allowed where the difference is one that may happen, and never otherwise', async () => {
    expect(await fates({ expect: { must: [{ put: { n: 3 } }], may: [{ change: { table: 'notes', op: 'insert' } }] } })).toMatchObject({ 'extra@2': 'allowed', 'more@1': 'killed' })
    expect(await fates({ expect: [{ must: [{ put: { n: 3 } }] }, { must: [{ put: { n: 4 } }] }] })).toMatchObject({ 'more@1': 'survived' })
  })

  test('survived where a harmless difference is failed', async () => {
    const proof = await world({}, [{ id: 'harm', title: 'Harm', dimension: 'state', expect: 'pass', does: { add: { call: { tool: 'remove', input: { id: 'a' } } } } }])
    expect(proof.tasks[0]!.mutants.find(({ id }) => id === 'harm@2')).toMatchObject({ fate: 'survived', why: expect.stringMatching(/^A harmless difference, and it is failed: Deletion of row a of boxes: nothing allows it\.$/) as string })
  })
})
