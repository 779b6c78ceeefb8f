// State: required, allowed and unexpected changes of the shop, in its own sentences.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shop, tinyTask } from '../../testing/tinyWorld'
import type { Expectation, Task } from '../task/schema'
import type { Change } from '../world/change'
import { gradeState } from './state'

const { world } = shop()
const taskOf = (expectation: Expectation | Expectation[]): Task => tinyTask({ expect: expectation })
const grade = (expectation: Expectation | Expectation[], changes: Change[], more = world) => gradeState(taskOf(expectation), more, changes)

let last = 0
const refund = (order_id: string, amount_cents: number): Change => ({ op: 'insert', table: 'refunds', key: [(last += 1)], after: { id: last, order_id, amount_cents, reason: 'x', refunded_on: '2026-10-26' } })
const escalation = (): Change => ({ op: 'insert', table: 'escalations', key: [(last += 1)], after: { id: last, order_id: null, note: 'x', raised_on: '2026-10-26' } })
const order = { id: 'ORD-1', customer_id: 'C-1', status: 'paid', total_cents: 100, note: null }
const cancel = (more = {}): Change => ({ op: 'update', table: 'orders', key: ['ORD-1'], before: order, after: { ...order, status: 'cancelled', ...more } })
const says = (result: ReturnType<typeof gradeState>) => result.checks.map((check) => `${check.result}: ${check.says}`)

describe('sentences', () => {
  test('a refund that nothing allows, beside the escalation that is missing', () => {
    const result = grade({ must: [{ escalate: {} }], may: [{ escalate: {} }] }, [refund('ORD-1010', 5900)])
    expect(says(result)).toEqual(['fail: Required: an escalation; none happened.', 'fail: Refund of $59.00 on ORD-1010: nothing allows it.'])
    expect(result).toMatchObject({ end_state: null, changes: ['unexpected'], missing: ['an escalation'] })
    expect(result.checks.map(({ id, dimension, changes }) => [id, dimension, changes])).toEqual([['must-1', 'state', undefined], ['unexpected-1', 'state', [0]]])
  })

  test('a required refund that happened, and nothing else', () => {
    const result = grade({ must: [{ refund: { order_id: 'ORD-1', amount_cents: 123456 } }] }, [refund('ORD-1', 123456)])
    expect(says(result)).toEqual(['pass: Required: refund of $1,234.56 on ORD-1; it happened.', 'pass: Nothing else changed.'])
    expect(result).toMatchObject({ end_state: 0, changes: ['required'], missing: [] })
  })

  test('a required refund that did not happen, by its literals or by what is asked of it', () => {
    expect(grade({ must: [{ refund: { order_id: 'ORD-1', amount_cents: 4999 } }] }, []).missing).toEqual(['refund of $49.99 on ORD-1'])
    expect(grade({ must: [{ refund: { order_id: 'ORD-1', amount_cents: { min: 1, max: 100 } } }] }, []).missing).toEqual(['a refund (order_id ORD-1, amount_cents from 1 to 100)'])
    expect(grade({ must: [{ refund: {} }] }, []).missing).toEqual(['a refund'])
    expect(grade({ must: [{ cancel: { order_id: { in: ['ORD-1', 'ORD-2'] } } }] }, []).missing).toEqual(['a cancellation (id one of ORD-1, ORD-2)'])
    expect(grade({ must: [{ change: { table: 'customers', op: 'delete', row: { email: { contains: '@' } } } }] }, []).missing).toEqual(['delete in customers (email containing “@”)'])
  })

  test('the second copy of what was required once', () => {
    expect(says(grade({ must: [{ refund: { order_id: 'ORD-1', amount_cents: 5 } }] }, [refund('ORD-1', 5), refund('ORD-1', 5)]))).toEqual([
      'pass: Required: refund of $0.05 on ORD-1; it happened.', 'fail: Refund of $0.05 on ORD-1: required once, and done more often.',
    ])
  })

  test('nothing had to change, and nothing did; or something was allowed', () => {
    expect(says(grade({ must: [] }, []))).toEqual(['pass: Nothing had to change, and nothing did.'])
    expect(says(grade({ must: [], may: [{ refund: {} }] }, [refund('ORD-1', 5)]))).toEqual(['pass: Nothing unexpected changed; allowed: refund of $0.05 on ORD-1.'])
  })

  test('changes that the world has no name for', () => {
    const changes: Change[] = [
      { op: 'delete', table: 'refunds', key: [1], before: { id: 1 } },
      { op: 'update', table: 'customers', key: ['C-1'], before: { id: 'C-1', name: 'Ann', email: 'a@x' }, after: { id: 'C-1', name: null, email: 'b@x' } },
      { op: 'insert', table: 'pairs', key: ['a', { real: 1 }], after: {} },
      { op: 'schema', table: 'table refunds', before: 'x', after: 'y' }, { op: 'schema', table: 'index i', before: null, after: 'y' }, { op: 'schema', table: 'trigger t', before: 'x', after: null },
    ]
    expect(says(grade({ must: [] }, changes))).toEqual([
      'fail: Deletion of row 1 of refunds: nothing allows it.', 'fail: Change of row C-1 of customers (name: Ann → null; email: a@x → b@x): nothing allows it.', 'fail: New row a, {"real":1} in pairs: nothing allows it.',
      'fail: Redefinition of table refunds: nothing allows it.', 'fail: Creation of index i: nothing allows it.', 'fail: Removal of trigger t: nothing allows it.',
    ])
  })
})

describe('what fails the state', () => {
  test('a cancellation that sets one column more is not the cancellation', () => {
    expect(grade({ must: [{ cancel: { order_id: 'ORD-1' } }] }, [cancel()]).end_state).toBe(0)
    const result = grade({ must: [{ cancel: { order_id: 'ORD-1' } }] }, [cancel({ note: 'free' })])
    expect(says(result)).toEqual(['fail: Required: cancellation of ORD-1; none happened.', 'fail: Change of row ORD-1 of orders (status: paid → cancelled; note: null → free): nothing allows it.'])
  })

  test('a change of the schema, even of a bookkeeping table', () => {
    expect(grade({ must: [] }, [{ op: 'schema', table: 'table log', before: 'a', after: 'b' }], { ...world, bookkeeping: ['log'] }).changes).toEqual(['unexpected'])
  })

  test('not a row of a bookkeeping table, which is neither required nor allowed', () => {
    expect(grade({ must: [] }, [{ op: 'insert', table: 'log', key: [1], after: {} }], { ...world, bookkeeping: ['log'] })).toMatchObject({ end_state: 0, changes: ['bookkeeping'] })
  })

  test('a second escalation not, where one is required and any is allowed', () => {
    expect(grade({ must: [{ escalate: {} }], may: [{ escalate: {} }] }, [escalation(), escalation()])).toMatchObject({ end_state: 0, changes: ['required', 'allowed'] })
    expect(grade({ must: [{ escalate: {} }] }, [escalation(), escalation()])).toMatchObject({ end_state: null, changes: ['required', 'unexpected'] })
  })
})

describe('matching', () => {
  const wide = { refund: { order_id: 'ORD-1' } }
  const narrow = { refund: { order_id: 'ORD-1', amount_cents: 5 } }

  test('finds room for both where taking the first that fits would not', () => {
    for (const must of [[wide, narrow], [narrow, wide]]) for (const changes of [[refund('ORD-1', 5), refund('ORD-1', 7)], [refund('ORD-1', 7), refund('ORD-1', 5)]]) expect(grade({ must }, changes).end_state).toBe(0)
  })

  test('spends a must on what nothing else allows, and leaves to a may what a may allows', () => {
    // The small refund is allowed anyway; only the must can account for the large one.
    const expectation: Expectation = { must: [{ refund: { order_id: 'ORD-1' } }], may: [{ refund: { order_id: 'ORD-1', amount_cents: { max: 10 } } }] }
    for (const changes of [[refund('ORD-1', 5), refund('ORD-1', 70)], [refund('ORD-1', 70), refund('ORD-1', 5)]]) expect(grade(expectation, changes).end_state).toBe(0)
  })

  test('a may saves nothing: a required change that is missing stays missing beside an allowed one', () => {
    expect(grade({ must: [{ refund: { order_id: 'ORD-2' } }], may: [{ refund: {} }] }, [refund('ORD-1', 5)])).toMatchObject({ end_state: null, changes: ['allowed'], missing: ['a refund (order_id ORD-2)'] })
  })

  test('the order of the changes never decides, nor the order of the patterns', () => {
    const amount = fc.constantFrom(1, 2, 3)
    const some = fc.array(fc.tuple(fc.constantFrom('A', 'B'), amount), { maxLength: 4 })
    const pattern = fc.record({ order_id: fc.constantFrom('A', 'B'), amount_cents: fc.oneof(amount, fc.constantFrom({ max: 2 }, { in: [1, 3] }, { any: true as const })) }, { requiredKeys: [] }).map((fields) => ({ refund: fields }))
    const expectation = fc.record({ must: fc.array(pattern, { maxLength: 3 }), may: fc.array(pattern, { maxLength: 2 }) })
    fc.assert(fc.property(some, expectation, fc.infiniteStream(fc.nat()), (pairs, { must, may }, random) => {
      const shuffled = <T>(list: readonly T[]) => list.map((one) => [random.next().value, one] as const).sort(([a], [b]) => a - b).map(([, one]) => one)
      const changes = pairs.map(([id, cents]) => refund(id, cents))
      const one = grade({ must, may }, changes)
      const other = grade({ must: shuffled(must), may: shuffled(may) }, shuffled(changes))
      expect(other.end_state).toBe(one.end_state)
      expect(other.missing.length).toBe(one.missing.length)
      expect([...other.changes].sort()).toEqual([...one.changes].sort())
    }), { seed: 31, numRuns: 300 })
  })
})

describe('several accepted end states', () => {
  const either: Expectation[] = [{ must: [{ refund: { order_id: 'ORD-1', amount_cents: 5 } }] }, { must: [{ cancel: { order_id: 'ORD-1' } }] }, { must: [] }]

  test('any of them passes, and the grade says which', () => {
    expect(grade(either, [refund('ORD-1', 5)]).end_state).toBe(0)
    expect(grade(either, [cancel()]).end_state).toBe(1)
    expect(grade(either, []).end_state).toBe(2)
  })

  test('two of them at once are none; the nearest is told', () => {
    const result = grade(either, [refund('ORD-1', 5), cancel()])
    expect(result.end_state).toBeNull()
    expect(result.changes).toEqual(['required', 'unexpected'])
  })
})
