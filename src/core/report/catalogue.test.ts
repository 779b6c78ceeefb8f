// What is known of tasks, and whether doing nothing passes them.
import { expect, test } from 'vitest'
import { tinyWorld } from '../../testing/tinyWorld'
import type { Task, World } from '../task/schema'
import { catalogue, taskKey } from './catalogue'

const nothing = (task: Partial<Task>, world: Partial<World> = {}) => catalogue({ worlds: [tinyWorld({ tasks: [task], world })], proofs: [] }).get(taskKey('tiny', 'one'))!.nothing
const dimensions = [{ id: 'state', title: 'State', decides: true }, { id: 'calls', title: 'Calls', decides: true }, { id: 'beside', title: 'Beside', decides: false }]

test('doing nothing passes where one accepted end state requires no change', () => {
  expect(nothing({})).toBe(false)
  expect(nothing({ expect: { must: [] } })).toBe(true)
  expect(nothing({ expect: [{ must: [{ put: {} }] }, { must: [] }] })).toBe(true)
})

test('but not where a rule or a query that decides asks for something to be done or said', () => {
  const rule = (dimension: string): Partial<Task> => ({ path: [{ id: 'r', rule: 'calls', title: 'R', dimension, required: [{ tools: ['put'] }], match: 'any_order' }] })
  const check = (dimension: string, requires: boolean): Partial<Task> => ({ checks: [{ id: 'c', title: 'C', dimension, sql: 'SELECT 1', requires }] })
  const end = { expect: { must: [] } }
  expect(nothing({ ...end, ...rule('calls') }, { dimensions })).toBe(false)
  expect(nothing({ ...end, ...rule('beside') }, { dimensions })).toBe(true)
  expect(nothing({ ...end, ...check('calls', true) }, { dimensions })).toBe(false)
  expect(nothing({ ...end, ...check('calls', false) }, { dimensions })).toBe(true)
  expect(nothing({ ...end, ...check('beside', true) }, { dimensions })).toBe(true)
})

test('where changes do not decide, only a trial can tell', () => {
  expect(nothing({}, { dimensions: dimensions.map((one) => ({ ...one, decides: one.id === 'calls' })) })).toBeUndefined()
})

test('what a proof by the whole grader saw comes first; a weak one is not asked', () => {
  const worlds = [tinyWorld()]
  const proof = (grader: string) => ({ world: 'tiny', grader, tasks: [{ task: 'one', cells: [{ agent: 'null', state: 'pass' }] }] }) as unknown as Parameters<typeof catalogue>[0]['proofs'][number]
  expect(catalogue({ worlds, proofs: [proof('whole')] }).get(taskKey('tiny', 'one'))!.nothing).toBe(true)
  expect(catalogue({ worlds, proofs: [proof('must-only')] }).get(taskKey('tiny', 'one'))!.nothing).toBe(false)
})
