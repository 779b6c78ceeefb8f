// The rules one by one, on trials small enough to read.
import { describe, expect, test } from 'vitest'
import { callOf, cancelled, episodeOf, escalated, miniShop, miniTasks, refunded, trialOf } from '../../../testing/fixtures/miniShop'
import type { Call } from '../../agent/episode'
import type { Bundle, PathRule, Task } from '../../task/schema'
import type { Change } from '../../world/change'
import type { Label, Trial } from '../record'
import { byHand, holds, withFailure } from './byHand'
import { failuresOf, lookAt } from './failures'

const tool = (name: string, properties: Record<string, unknown>) => ({ name, description: 'x', input_schema: { type: 'object' as const, properties, required: Object.keys(properties) } })
const order = { order_id: { type: 'string' } }
const shop: Bundle = {
  ...miniShop,
  tools: [tool('cancel_order', order), tool('issue_refund', { ...order, amount_cents: { type: 'integer' } }), tool('escalate', { note: { type: 'string' } }), tool('get_order', order)],
  sql: { cancel_order: '-- run\nUPDATE orders SET status = 1;\n-- return row\nSELECT 1;', get_order: '-- return row\nSELECT 1;', issue_refund: '-- run\nINSERT INTO refunds VALUES (1);\n-- return row\nSELECT 1;' },
}
const otherOrder: Change = { op: 'update', table: 'orders', key: ['ORD-2'], before: { id: 'ORD-2', status: 'delivered', total_cents: 5900 }, after: { id: 'ORD-2', status: 'cancelled', total_cents: 5900 } }

/** What is found in one failed trial of a task, by default cancel-paid, with some rules added to it. */
function found(calls: Call[], say: string, { path, task: more, termination, dimensions }: { path?: PathRule[]; task?: Partial<Task>; termination?: Trial['episode']['termination']; dimensions?: Bundle['world']['dimensions'] } = {}) {
  const task = { ...miniTasks[0]!, ...more, ...(path ? { path } : {}) }
  const bundle = { ...shop, world: { ...shop.world, ...(dimensions ? { dimensions } : {}) }, tasks: [task] }
  const episode = episodeOf(task, calls, say)
  if (termination) episode.termination = termination
  const trial = trialOf('x', task, episode, {}, bundle)
  expect(trial.state).toBe('fail')
  return failuresOf(trial, { worlds: [bundle] })
}
const DID = 'I am done.'
const cancel = (n: number, id: string, changes: Change[] = [], more: Partial<Call> = {}) => callOf(n, 'cancel_order', { order_id: id }, changes, more)
const get = (n: number, id = 'ORD-1', more: Partial<Call> = {}) => callOf(n, 'get_order', { order_id: id }, [], more)
const rule = (one: object): PathRule => ({ id: 'rule', title: 'Rule', dimension: 'state', ...one }) as PathRule
const done = cancel(8, 'ORD-1', [cancelled])

describe('wrong tool', () => {
  test('another kind of change by a tool that the oracle never uses', () => expect(found([callOf(1, 'issue_refund', { order_id: 'ORD-2', amount_cents: 5900 }, [refunded])], DID)).toEqual(['wrong_tool', 'unexpected_change', 'missing_change']))
  test('not where nothing is missing: then it is only unexpected', () => expect(found([done, callOf(9, 'escalate', { note: 'x' }, [escalated])], DID)).toEqual(['unexpected_change']))
  test('a tool that is not on offer', () => expect(found([callOf(1, 'delete_all', {}, [], { outcome: 'error' })], DID)).toEqual(['wrong_tool', 'gave_up_early', 'missing_change']))
  test('a tool of the world that this task does not offer', () => expect(found([get(1), done, callOf(9, 'escalate', { note: 'x' }, [escalated])], DID, { task: { tools: ['cancel_order', 'get_order'] } })).toEqual(['wrong_tool', 'unexpected_change']))
  test('a call that a rule forbids whatever its input', () => expect(found([callOf(1, 'escalate', { note: 'x' }, [], { outcome: 'denied' }), done], DID, { path: [rule({ rule: 'never', calls: { tools: ['escalate'] } })] })).toEqual(['wrong_tool']))
})

describe('bad argument', () => {
  test('the same kind of change with another order', () => expect(found([cancel(1, 'ORD-2', [otherOrder])], DID)).toEqual(['bad_argument', 'unexpected_change', 'missing_change']))
  test('the same change by the harness is no argument of the agent', () => expect(found([cancel(1, 'ORD-2', [otherOrder], { by: 'harness' })], DID)).toEqual(['gave_up_early', 'unexpected_change', 'missing_change']))
  test('an input that broke the schema and was never mended', () => expect(found([callOf(1, 'cancel_order', { order: 1 }, [], { outcome: 'error' })], DID)).toEqual(['bad_argument', 'gave_up_early', 'missing_change']))
  test('not where a later call of the tool went through', () => expect(found([callOf(1, 'cancel_order', { order: 1 }, [], { outcome: 'error' }), done, callOf(9, 'escalate', { note: 'x' }, [escalated])], DID)).toEqual(['unexpected_change']))
  test('not where the back office refused what was well-formed', () => expect(found([cancel(1, 'ORD-1', [], { outcome: 'error' })], DID)).toEqual(['gave_up_early', 'missing_change']))
  test('a required call made only with other input', () => expect(found([get(1, 'ORD-2'), done], DID, { path: [rule({ rule: 'calls', match: 'any_order', required: [{ tools: ['get_order'], input: { order_id: 'ORD-1' } }] })] })).toEqual(['bad_argument']))
  test('not where it was not made at all', () => expect(found([done], DID, { path: [rule({ rule: 'calls', match: 'any_order', required: [{ tools: ['get_order'], input: { order_id: 'ORD-1' } }] })] })).toEqual([]))
  test('what had to come before came, with other input', () => expect(found([get(1, 'ORD-2'), done], DID, { path: [rule({ rule: 'before', first: { tools: ['get_order'], input: { order_id: 'ORD-1' } }, then: { tools: ['cancel_order'] } })] })).toEqual(['bad_argument']))
  test('not where it came too late, or for another thing', () => {
    expect(found([done, get(9)], DID, { path: [rule({ rule: 'before', first: { tools: ['get_order'] }, then: { tools: ['cancel_order'] } })] })).toEqual([])
    expect(found([get(1, 'ORD-2'), done], DID, { path: [rule({ rule: 'before', first: { tools: ['get_order'] }, then: { tools: ['cancel_order'] }, shared: { first: 'order_id', then: 'order_id' } })] })).toEqual([])
  })
  test('a call that is forbidden with just this input', () => expect(found([get(1, 'ORD-2'), done], DID, { path: [rule({ rule: 'never', calls: { tools: ['get_order'], input: { order_id: 'ORD-2' } } })] })).toEqual(['bad_argument']))
  test('not by a rule that does not decide', () => expect(found([get(1, 'ORD-2'), cancel(2, 'ORD-1')], DID, { path: [rule({ dimension: 'process', rule: 'never', calls: { tools: ['get_order'], input: { order_id: 'ORD-2' } } })] })).toEqual(['gave_up_early', 'missing_change']))
})

describe('looped', () => {
  test('three equal calls with equal answers, nothing changed in between', () => expect(found([get(1), get(2), get(3)], DID)).toContain('looped'))
  test('with another look in between too', () => expect(found([get(1), get(2, 'ORD-2'), get(3), get(4, 'ORD-2'), get(5)], DID)).toContain('looped'))
  test('two are none', () => expect(found([get(1), get(2)], DID)).not.toContain('looped'))
  test('nor are three with another answer', () => expect(found([get(1), get(2), get(3, 'ORD-1', { result: '{"status":"paid"}' })], DID)).not.toContain('looped'))
  test('nor are three around a change', () => expect(found([get(1), get(2), cancel(3, 'ORD-2', [otherOrder]), get(4)], DID)).not.toContain('looped'))
  test('a retry more than a rule allows', () => expect(found([get(1, 'ORD-1', { outcome: 'error' }), get(2, 'ORD-1', { outcome: 'error' }), done], DID, { path: [rule({ rule: 'retries', tools: ['get_order'], most: 0 })] })).toEqual(['looped']))
})

describe('invented a result, ignored an error, gave up early', () => {
  const CLAIM = 'ORD-1 has been cancelled.'
  test('a claim of what was required and never done is invented, and no giving up', () => expect(found([get(1)], CLAIM)).toEqual(['invented_result', 'missing_change']))
  test('a claim of what was done to another order is a wrong argument, and not invented', () => expect(found([cancel(1, 'ORD-2', [otherOrder])], CLAIM)).toEqual(['bad_argument', 'unexpected_change', 'missing_change']))
  test('a question or a denial claims nothing', () => {
    expect(found([get(1)], 'Shall I say that it has been cancelled?')).toEqual(['gave_up_early', 'missing_change'])
    expect(found([get(1)], 'It has not been cancelled, nothing has been cancelled.')).toEqual(['gave_up_early', 'missing_change'])
  })
  test('who was lied to by a receipt has invented nothing, and has not given up', () => expect(found([cancel(1, 'ORD-1', [], { fault: 'lying_receipt' })], CLAIM)).toEqual(['missing_change']))
  test('an error of a tool that writes, and then the claim', () => expect(found([cancel(1, 'ORD-1', [], { outcome: 'error' })], CLAIM)).toEqual(['invented_result', 'ignored_error', 'missing_change']))
  test('a denial counts as one', () => expect(found([cancel(1, 'ORD-1', [], { outcome: 'denied' })], CLAIM)).toContain('ignored_error'))
  test('an error of a tool that only reads does not', () => expect(found([get(1, 'ORD-1', { outcome: 'error' })], CLAIM)).not.toContain('ignored_error'))
  test('nor one that is told of', () => expect(found([cancel(1, 'ORD-1', [], { outcome: 'error' })], 'It did not work.')).toEqual(['gave_up_early', 'missing_change']))
})

describe('what is looked at', () => {
  test('only failed trials', () => {
    const task = miniTasks[0]!
    expect(failuresOf(trialOf('x', task, episodeOf(task, [done], DID)), { worlds: [shop] })).toEqual([])
    expect(failuresOf({ ...trialOf('x', task, episodeOf(task, [], DID)), state: 'timeout' }, { worlds: [shop] })).toEqual([])
  })

  test('changes only where they decide', () => expect(found([callOf(1, 'escalate', { note: 'x' }, [escalated])], DID, {
    dimensions: [{ id: 'state', title: 'S', decides: false }, { id: 'process', title: 'P', decides: true }],
    path: [rule({ dimension: 'process', rule: 'never', calls: { tools: ['escalate'], input: { note: 'x' } } })],
  })).toEqual(['bad_argument']))

  test('a record that a rule cannot read is not looked at, and nothing throws', () => {
    const task = { ...miniTasks[0]!, expect: { must: [{ nonsense: {} }] } }
    const trial = trialOf('x', miniTasks[0]!, episodeOf(task, [], DID))
    expect(lookAt(trial, { worlds: [{ ...shop, tasks: [task] }] })).toBeNull()
  })
})

describe('a trial whose world is not on record', () => {
  const of = (calls: Call[], nothing?: boolean) => {
    const trial: Trial = { ...trialOf('x', miniTasks[0]!, episodeOf(miniTasks[0]!, calls, DID)), world: 'elsewhere', state: 'fail' }
    return failuresOf(trial, { worlds: [], reference: { label: 'x', source: 'y', tasks: [{ world: 'elsewhere', task: trial.task, ...(nothing === undefined ? {} : { nothing }) }] } })
  }
  test('looped only where equal calls stand right behind each other: what lies between may have changed something', () => {
    expect(of([get(1), get(2), get(3)])).toEqual(['looped'])
    expect(of([get(1), get(2, 'ORD-2'), get(3), get(4, 'ORD-2'), get(5)])).toEqual([])
  })
  test('given up where it ended without one call and doing nothing is known to fail; what was missing is not told', () => {
    expect(of([], false)).toEqual(['gave_up_early'])
    expect(of([], true)).toEqual([])
    expect(of([])).toEqual([])
    expect(of([get(1)], false)).toEqual([])
  })
})

describe('by hand', () => {
  const other: Label = { by: 'you', label: 'polite', note: 3 }
  test('is said, said not to be, and no longer said; other labels stay', () => {
    const set = withFailure([other], 'looped', true, 'you')
    expect(set).toEqual([other, { by: 'you', label: 'looped', about: 'failure', holds: true }])
    expect(byHand(set)).toEqual({ looped: true })
    expect(byHand(withFailure(set, 'looped', false, 'you'))).toEqual({ looped: false })
    expect(withFailure(set, 'looped', null, 'you')).toEqual([other])
  })
  test('goes before the rules', () => {
    expect([holds('looped', ['looped'], {}), holds('looped', ['looped'], { looped: false }), holds('looped', [], { looped: true }), holds('looped', [], {})]).toEqual([true, false, true, false])
  })
  test('what is no failure, or about something else, says nothing', () => {
    expect(byHand([other, { by: 'a', label: 'looped' }, { by: 'a', label: 'bored', about: 'failure' }])).toEqual({})
  })
})
