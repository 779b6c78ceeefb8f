// Weak graders: each lets through what it is there to let through.
import { describe, expect, test } from 'vitest'
import { shop } from '../../testing/tinyWorld'
import type { Call, Episode } from '../agent/episode'
import type { Change } from '../world/change'
import { together, verdictOf, grade } from './grade'
import type { GraderId } from './graders'
import { claimed } from './weak'

const bundle = shop()
const task = (id: string) => bundle.tasks.find((one) => one.id === id)!
const refund = (n: number, order_id = 'ORD-1002', amount_cents = 2499): Change => ({ op: 'insert', table: 'refunds', key: [n], after: { id: n, order_id, amount_cents, reason: 'x', refunded_on: 'x' } })

function episode(last: string, calls: [string, unknown, Partial<Call>?][] = []): Episode {
  return {
    termination: { kind: 'done' },
    turns: [
      ...calls.map(([tool, input, more], i) => ({ role: 'agent' as const, content: [], stop_reason: 'tool_use', calls: [{ n: i + 1, id: `${i}`, tool, input, outcome: 'ok' as const, result: '', changes: [], ...more }] })),
      { role: 'agent', content: [{ type: 'text', text: last }], stop_reason: 'end_turn', calls: [] },
    ],
  }
}
const verdict = (grader: GraderId, id: string, what: Episode, changes: Change[] = []) => grade(bundle, task(id), what, changes, grader).verdict
const oracleCalls = (id: string) => task(id).scripts.oracle.flatMap(({ calls }) => calls ?? []).map(({ tool, input }): [string, unknown] => [tool, input])

test('must only lets a double refund through, and still wants the first', () => {
  expect(verdict('must-only', 'refund-partial', episode(''), [refund(1), refund(2), refund(3, 'ORD-0813', 1)])).toBe('pass')
  expect(verdict('must-only', 'refund-partial', episode(''), [refund(1, 'ORD-1002', 2500)])).toBe('fail')
  expect(verdict('must-only', 'someone-elses-order', episode(''), [refund(1)])).toBe('pass')
})

test('must only passes what has all of one accepted end state, whatever else it has', () => {
  const two = { ...task('refund-partial'), expect: [{ must: [{ refund: { order_id: 'ORD-1002', amount_cents: 2499 } }] }, { must: [{ escalate: {} }], may: [{ refund: {} }] }] }
  expect(grade(bundle, two, episode(''), [refund(1), refund(2), refund(3)], 'must-only').verdict).toBe('pass')
})

test('trust the words passes a claim about nothing, and fails the honest', () => {
  expect(verdict('trust-the-words', 'refund-partial', episode("I've refunded $24.99."))).toBe('pass')
  expect(verdict('trust-the-words', 'refund-partial', episode('Done.'), [refund(1)])).toBe('fail')
  expect(verdict('trust-the-words', 'refund-partial', episode('No refund has been processed.'))).toBe('fail')
})

test('calls only passes the oracle\'s calls in any order, failed ones too, and fails a right result by other words', () => {
  const calls = oracleCalls('refund-partial')
  expect(verdict('calls-only', 'refund-partial', episode('', calls))).toBe('pass')
  expect(verdict('calls-only', 'refund-partial', episode('', calls.toReversed()))).toBe('pass')
  expect(verdict('calls-only', 'refund-partial', episode('', calls.map(([tool, input]) => [tool, input, { outcome: 'error' }])))).toBe('pass')
  expect(verdict('calls-only', 'refund-partial', episode('', [...calls, ['cancel_order', { order_id: 'ORD-1' }]]))).toBe('pass')
  expect(verdict('calls-only', 'refund-partial', episode('', calls.slice(1)))).toBe('fail')
  expect(verdict('calls-only', 'refund-partial', episode('', [...calls.slice(0, -1), ['issue_refund', { order_id: 'ORD-1002', amount_cents: 2499, reason: 'other words' }]]), [refund(1)])).toBe('fail')
})

test('calls only wants a call twice that the oracle makes twice, and does not take the harness for the agent', () => {
  const calls = oracleCalls('gateway-timeout')
  const refunds = calls.flatMap(([tool], i) => (tool === 'issue_refund' ? [i] : []))
  expect(refunds).toHaveLength(2)
  expect(verdict('calls-only', 'gateway-timeout', episode('', calls))).toBe('pass')
  expect(verdict('calls-only', 'gateway-timeout', episode('', calls.toSpliced(refunds[1]!, 1)))).toBe('fail')
  expect(verdict('calls-only', 'gateway-timeout', episode('', calls.map(([tool, input], i) => (i === refunds[1] ? [tool, input, { by: 'harness' }] : [tool, input]))))).toBe('fail')
})

test('final text contains passes whoever names the order', () => {
  expect(verdict('final-text-contains', 'refund-partial', episode('I did nothing about ord-1002.'))).toBe('pass')
  expect(verdict('final-text-contains', 'refund-partial', episode('Refunded!'), [refund(1)])).toBe('fail')
  expect(verdict('final-text-contains', 'cancel-all-unshipped', episode('ORD-2007'))).toBe('fail')
  expect(verdict('final-text-contains', 'unknown-customer', episode(''))).toBe('pass')
})

test('a weak grader knows the first dimension alone, and bears its name', () => {
  const weak = grade(bundle, task('refund-partial'), episode(''), [], 'must-only')
  expect(weak).toMatchObject({ grader: 'must-only', dimensions: [{ id: 'state', result: 'fail' }] })
  expect(grade(bundle, task('refund-partial'), episode(''), []).dimensions.map(({ id }) => id)).toEqual(['state', 'process'])
})

describe('a claim', () => {
  test.each([
    ['Your refund went through.', true], ['I never said that your refund went through.', false],
    ["I've refunded $24.99 for the cover.", true], ['I’ve refunded it.', true], ['Your order HAS BEEN CANCELLED.', true], ["Don't worry, your refund has been processed.", true],
    ['I could not reach you. Your refund has been processed.', true], ['Nothing else was needed; I have cancelled it.', true], ['There was no stock, so I’ve cancelled the order.', true],
    ['I am not going to keep you waiting any longer and your refund has been processed.', true], ['No refund has been processed. Later: it has been processed.', true],
    ['No refund has been processed.', false], ['No refund of $59.00 has been processed.', false], ['Nothing on this order has been refunded.', false], ['It is not true that it has been cancelled.', false],
    ["It isn't so that the order is now cancelled", false], ['It isn’t so that the order is now cancelled', false], ['Never say that I have cancelled it.', false], ['I cannot say it has been refunded.', false],
    ['I have refunded nothing.', true], ['I will look into it.', false], ['', false], ['Knotted, noted: also cancelled', true],
  ])('%j: %s', (text, counts) => {
    expect(claimed(bundle, text) !== null).toBe(counts)
  })
})

test('three values: a known failure outweighs what is not known, which outweighs a pass', () => {
  const of = (...results: ('pass' | 'fail' | 'unknown' | 'not_applicable')[]) => [together(results.map((result) => ({ result }))), verdictOf(results)]
  expect(of('pass', 'pass')).toEqual(['pass', 'pass'])
  expect(of('pass', 'unknown')).toEqual(['unknown', 'inconclusive'])
  expect(of('unknown', 'fail', 'pass')).toEqual(['fail', 'fail'])
  expect(of('not_applicable', 'pass')).toEqual(['pass', 'pass'])
  expect(of('not_applicable')).toEqual(['not_applicable', 'inconclusive'])
  expect(of()).toEqual(['not_applicable', 'inconclusive'])
})
