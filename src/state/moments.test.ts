import { expect, test } from 'vitest'
import { cancelled, callOf, episodeOf, miniTasks, refunded } from '../testing/fixtures/miniShop'
import { changesUpTo, moments, stepOfCall } from './moments'

const [task] = miniTasks
const list = task ? moments(episodeOf(task, [callOf(1, 'get_order', {}), callOf(2, 'cancel_order', {}, [cancelled]), callOf(3, 'issue_refund', {}, [refunded])], 'Done.')) : []

test('each turn of the customer, each text and each call is one step', () => {
  expect(list.map(({ step, kind }) => `${step} ${kind}`)).toEqual(['1 customer', '2 call', '3 call', '4 call', '5 agent'])
})

test('the changes up to a step are those of its calls, in their order, each with its step', () => {
  expect(changesUpTo(list, 2)).toEqual([])
  expect(changesUpTo(list, 3)).toEqual([{ change: cancelled, step: 3 }])
  expect(changesUpTo(list, 5).map(({ step }) => step)).toEqual([3, 4])
})

test('a call is found by its number, and one that is not there is not', () => {
  expect(stepOfCall(list, 2)).toBe(3)
  expect(stepOfCall(list, 9)).toBeUndefined()
})

test('an event is a step where it happened, before the call that it names', () => {
  if (!task) throw new Error('no task')
  const { turns, termination } = episodeOf(task, [callOf(1, 'get_order', {}), callOf(2, 'cancel_order', {}, [cancelled])], 'Done.')
  const event = (before_call: number) => ({ role: 'event' as const, actor: 'warehouse', before_call, changes: [refunded] })
  const both = turns.flatMap((turn, i) => (i === 1 ? [{ role: 'agent' as const, content: [], stop_reason: 'tool_use', calls: turns.slice(1, 3).flatMap((one) => (one.role === 'agent' ? one.calls : [])) }] : i === 2 ? [] : [turn]))
  const seen = moments({ turns: both.toSpliced(1, 0, event(2), event(3)), termination })
  expect(seen.map(({ kind }) => kind)).toEqual(['customer', 'call', 'event', 'call', 'agent', 'event'])
})
