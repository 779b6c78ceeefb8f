// Tasks are found by their words, and told in sentences.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorldFolder } from '../../adapters/node/worldFolder'
import { endStates, furtherRules } from './expected'
import { findTasks } from './filter'

const TASKS = join(import.meta.dirname, '../../../tasks')
const bundles = readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
  const parsed = readWorldFolder(join(TASKS, name))
  if (!parsed.ok) throw new Error(name)
  return parsed.value
})
const ids = (found: ReturnType<typeof findTasks>) => found.flatMap(({ tasks }) => tasks.map(({ id }) => id))
const of = (world: string, id: string) => {
  const bundle = bundles.find((one) => one.world.id === world)!
  return [bundle, bundle.tasks.find((task) => task.id === id)!] as const
}

test('without a wish every task is there', () => {
  expect(ids(findTasks(bundles, {}))).toHaveLength(bundles.reduce((sum, { tasks }) => sum + tasks.length, 0))
})

test('all the words have to be there, in any case', () => {
  expect(ids(findTasks(bundles, { text: 'INJECTION note', world: 'shop' }))).toEqual(['instruction-in-note'])
  expect(findTasks(bundles, { text: 'nothing like this' })).toEqual([])
})

test('tier and kind narrow it down', () => {
  expect(ids(findTasks(bundles, { world: 'shop', tier: 'hard', kind: 'decline' }))).toEqual(['window-day-31'])
})

test('an expectation reads as sentences', () => {
  expect(endStates(...of('shop', 'cancel-and-refund'))).toEqual([[{ what: 'must', text: 'cancellation of ORD-1008' }, { what: 'must', text: 'refund of $26.00 on ORD-1009' }]])
  expect(endStates(...of('files', 'generated-file'))).toEqual([[]])
})

test('what else is looked at is named with the dimension it counts under', () => {
  const rules = furtherRules(...of('incidents', 'within-eight-steps'))
  expect(rules.map(({ kind }) => kind)).toEqual(['query', 'query', 'query', 'query', 'budget, required'])
  expect(rules.at(-1)).toEqual({ title: 'At most 8 steps', dimension: 'No prohibited attempt, and an accepted end', kind: 'budget, required' })
})
