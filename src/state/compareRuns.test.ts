import { expect, test } from 'vitest'
import { callOf, cancelled, episodeOf, miniTasks, trialOf } from '../testing/fixtures/miniShop'
import { aligned } from './compareRuns'

const [task] = miniTasks
const trial = (calls: Parameters<typeof episodeOf>[1], say: string) => trialOf('a', task!, episodeOf(task!, calls, say))
const look = callOf(1, 'find', { email: 'ann@example.com' })
const cancel = callOf(2, 'cancel_order', { order_id: 'ORD-1' }, [cancelled])

test('what both trials begin with is told once, and each goes its own way from the first step that differs', () => {
  const { common, first, second } = aligned(trial([look, cancel], 'Done.'), trial([look], 'I cannot.'))
  expect(common.map(({ kind }) => kind)).toEqual(['customer', 'call'])
  expect(first.rest.map(({ kind, step }) => [kind, step])).toEqual([['call', 3], ['agent', 4]])
  expect(second.rest).toMatchObject([{ kind: 'agent', text: 'I cannot.', step: 3 }])
})

test('the same call with another answer is where they part', () => {
  const other = { ...look, result: '{"found":0}' }
  expect(aligned(trial([look], 'Done.'), trial([other], 'Done.')).common).toHaveLength(1)
})

test('trials that are the same to the end leave nothing apart', () => {
  const { first, second } = aligned(trial([look, cancel], 'Done.'), trial([look, cancel], 'Done.'))
  expect([first.rest, second.rest]).toEqual([[], []])
})
