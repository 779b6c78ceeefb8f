// The rule "before", with the shop's own: looked up by the right email before the first attempt.
import { expect, test } from 'vitest'
import type { Call, Episode } from '../../agent/episode'
import { shop, tinyTask } from '../../../testing/tinyWorld'
import type { PathRule } from '../../task/schema'
import { gradePath } from './path'

const rules = shop().world.path!
const title = 'The customer is looked up, by the right email, before the first attempt at a refund or a cancellation'
type Brief = [tool: string, input?: unknown, outcome?: Call['outcome'], by?: 'harness']

const episode = (calls: Brief[]): Episode => ({
  termination: { kind: 'done' },
  turns: calls.map(([tool, input = {}, outcome = 'ok', by], i) => ({ role: 'agent', content: [], stop_reason: 'tool_use', calls: [{ n: i + 1, id: `${i}`, tool, input, outcome, result: '', changes: [], ...(by ? { by } : {}) }] })),
})
const check = (calls: Brief[], email: string | undefined = 'ann@example.com', rule: readonly PathRule[] = rules) =>
  gradePath(rule, tinyTask({ customer: { opens: 'x', ...(email === undefined ? {} : { email }) } }), episode(calls))[0]!

const found: Brief = ['lookup_customer', { email: 'ann@example.com' }]

test.each<[string, Brief[], string, string, number | undefined]>([
  ['a look-up and then a refund pass', [found, ['issue_refund']], 'pass', 'lookup_customer (call 1) came before issue_refund (call 2).', 1],
  ['a look-up somewhere before passes', [['get_order'], found, ['get_order'], ['cancel_order']], 'pass', 'lookup_customer (call 2) came before cancel_order (call 4).', 2],
  ['the email is compared trimmed and in lower case', [['lookup_customer', { email: '  ANN@Example.COM ' }], ['issue_refund']], 'pass', 'lookup_customer (call 1) came before issue_refund (call 2).', 1],
  ['the wrong email is no look-up', [['lookup_customer', { email: 'bo@example.com' }], ['issue_refund']], 'fail', 'issue_refund (call 2) came without lookup_customer.', 2],
  ['a failed look-up is none', [['lookup_customer', { email: 'ann@example.com' }, 'error'], ['issue_refund']], 'fail', 'issue_refund (call 2) came without lookup_customer.', 2],
  ['a denied look-up is none', [['lookup_customer', { email: 'ann@example.com' }, 'denied'], ['issue_refund']], 'fail', 'issue_refund (call 2) came without lookup_customer.', 2],
  ['a second look-up, by the right email, will do', [['lookup_customer', { email: 'bo@example.com' }], found, ['issue_refund']], 'pass', 'lookup_customer (call 2) came before issue_refund (call 3).', 2],
  ['a late look-up is told as late', [['issue_refund'], found], 'fail', 'issue_refund (call 1) came before lookup_customer (call 2).', 1],
  ['an attempt counts, even one that failed', [['issue_refund', {}, 'error'], found, ['issue_refund']], 'fail', 'issue_refund (call 1) came before lookup_customer (call 2).', 1],
  ['an attempt counts, even one that was denied', [['cancel_order', {}, 'denied'], found], 'fail', 'cancel_order (call 1) came before lookup_customer (call 2).', 1],
  ['what the harness did is no attempt and no look-up', [['issue_refund', {}, 'ok', 'harness'], ['lookup_customer', { email: 'ann@example.com' }, 'ok', 'harness'], ['cancel_order']], 'fail', 'cancel_order (call 3) came without lookup_customer.', 3],
  ['without an attempt it does not apply', [found, ['get_order'], ['escalate']], 'not_applicable', 'not applicable, there was no issue_refund or cancel_order.', undefined],
  ['without any call it does not apply', [], 'not_applicable', 'not applicable, there was no issue_refund or cancel_order.', undefined],
])('%s', (_, calls, result, says, call) => {
  expect(check(calls)).toEqual({ id: 'looked-up-first', dimension: 'process', result, says: `${title}: ${says}`, ...(call === undefined ? {} : { call }) })
})

test('where the task does not know the customer\'s email, nothing is known', () => {
  const task = tinyTask({ customer: { opens: 'x' } })
  expect(gradePath(rules, task, episode([found, ['issue_refund']]))[0]).toMatchObject({ result: 'unknown', says: `${title}: the task does not say which email is the customer's.` })
  expect(gradePath(rules, task, episode([found]))[0]).toMatchObject({ result: 'not_applicable' })
})

test('calls of one turn are in order too', () => {
  const together = episode([found, ['issue_refund']])
  const calls = together.turns.flatMap((turn) => (turn.role === 'agent' ? turn.calls : []))
  const one: Episode = { ...together, turns: [{ role: 'agent', content: [], stop_reason: 'tool_use', calls }] }
  expect(gradePath(rules, tinyTask({ customer: { opens: 'x', email: 'ann@example.com' } }), one)[0]!.result).toBe('pass')
})

test('each rule gives one check', () => {
  expect(gradePath([], tinyTask(), episode([]))).toEqual([])
  expect(gradePath([...rules, { ...rules[0]!, id: 'again' }], tinyTask(), episode([])).map(({ id }) => id)).toEqual(['looked-up-first', 'again'])
})
