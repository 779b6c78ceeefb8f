import { expect, test } from 'vitest'
import type { Turn } from '../core/agent/episode'
import { callOf, miniShop, miniTasks } from '../testing/fixtures/miniShop'
import { nextMove } from './hint'

const late = miniTasks.find(({ id }) => id === 'refund-late')!
const cancel = miniTasks.find(({ id }) => id === 'cancel-paid')!
const opening: Turn = { role: 'customer', text: '…', by: 'script' }
const called = (...calls: ReturnType<typeof callOf>[]): Turn => ({ role: 'agent', content: [], stop_reason: 'tool_use', calls })
const said: Turn = { role: 'agent', content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn', calls: [] }

test('the hint is the first of the oracle’s moves that has not been made', () => {
  expect(nextMove(cancel, miniShop.tools, [opening])).toEqual({ kind: 'call', tool: 'cancel_order', input: { order_id: 'ORD-1' } })
  expect(nextMove(cancel, miniShop.tools, [opening, called(callOf(1, 'cancel_order', { order_id: 'ORD-1' }))])).toEqual({ kind: 'say', text: 'ORD-1 has been cancelled.' })
  expect(nextMove(cancel, miniShop.tools, [opening, called(callOf(1, 'cancel_order', { order_id: 'ORD-1' })), said])).toBeNull()
})

test('a call that failed, or that went elsewhere, does not count as made', () => {
  for (const call of [callOf(1, 'cancel_order', { order_id: 'ORD-1' }, [], { outcome: 'error' }), callOf(1, 'cancel_order', { order_id: 'ORD-2' })]) {
    expect(nextMove(cancel, miniShop.tools, [opening, called(call)])).toMatchObject({ kind: 'call', tool: 'cancel_order' })
  }
})

test('free text may be put in other words', () => {
  const tools = [{ name: 'escalate', description: '', input_schema: { type: 'object' as const, properties: { note: { type: 'string' } } } }]
  expect(nextMove(late, tools, [opening, called(callOf(1, 'escalate', { note: 'In other words.' }))])).toMatchObject({ kind: 'say' })
})
