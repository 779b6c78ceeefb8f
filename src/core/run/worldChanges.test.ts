// What is said of two versions of a world.
import { expect, test } from 'vitest'
import { altered, lendingWorld } from '../../testing/lendingWorld'
import { worldChanges } from './worldChanges'

test('the same world, in whatever order its fields stand, has no changes', () => {
  const { policy, ...rest } = structuredClone(lendingWorld)
  expect(worldChanges(lendingWorld, { policy, ...rest })).toEqual([])
})

test.each([
  ['its policy', altered((bundle) => { bundle.policy = 'Lend nothing.' })],
  ['its tools', altered((bundle) => { bundle.sql['find_book'] += '\n' })],
  ['its description, tables or seed', altered((bundle) => { bundle.seed += '\n' })],
  ['1 task', altered(({ tasks }) => { tasks[0]!.minutes = 2 })],
  ['1 task more', altered(({ tasks }) => { tasks.push({ ...tasks[0]!, id: 'lend-again' }) })],
  ['1 task fewer', altered(({ tasks }) => { tasks.pop() })],
])('%s', (said, after) => {
  expect(worldChanges(lendingWorld, after)).toEqual([said])
})

test('several changes are told one after another', () => {
  const after = altered((bundle) => {
    bundle.policy = 'Lend nothing.'
    for (const task of bundle.tasks) task.minutes = 9
  })
  expect(worldChanges(lendingWorld, after)).toEqual(['its policy', '2 tasks'])
})
