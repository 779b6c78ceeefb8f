// The rest of the path vocabulary: what each rule passes, fails, leaves open, and to what it does not apply.
import { expect, test } from 'vitest'
import { tinyTask } from '../../../testing/tinyWorld'
import type { Call, CustomerTurn, Episode, Turn } from '../../agent/episode'
import type { PathRule } from '../../task/schema'
import { gradePath } from './path'

type Brief = [tool: string, input?: unknown, outcome?: Call['outcome']]
type Entry = Brief | { says: string; confirms?: boolean; by?: CustomerTurn['by'] }

function episode(entries: Entry[]): Episode {
  let n = 0
  return {
    termination: { kind: 'done' },
    turns: entries.map((entry): Turn => {
      if (!Array.isArray(entry)) return { role: 'customer', text: entry.says, by: entry.by ?? 'script', ...(entry.confirms === undefined ? {} : { confirms: entry.confirms }) }
      const [tool, input = {}, outcome = 'ok'] = entry
      n += 1
      return { role: 'agent', content: [], stop_reason: 'tool_use', calls: [{ n, id: `${n}`, tool, input, outcome, result: '', changes: [] }] }
    }),
  }
}

const named = { id: 'rule', title: 'Rule', dimension: 'd' }
const grade = (rule: PathRule, entries: Entry[]) => {
  const { result, says, call } = gradePath([rule], tinyTask(), episode(entries))[0]!
  return [result, says.replace('Rule: ', ''), call]
}
const ok = { says: 'yes', confirms: true }

test.each<[string, PathRule, Entry[], unknown[]]>([
  ['before, shared: each approval is for its own order', { ...named, rule: 'before', first: { tools: ['approve'], outcome: 'ok' }, then: { tools: ['cancel'] }, shared: { first: 'order', then: 'id' } }, [['approve', { order: 1 }], ['cancel', { id: 1 }], ['cancel', { id: 2 }]], ['fail', 'cancel (call 3) came without approve of the same order.', 3]],
  ['before, shared: two approvals for two orders pass', { ...named, rule: 'before', first: { tools: ['approve'] }, then: { tools: ['cancel'] }, shared: { first: 'order', then: 'id' } }, [['approve', { order: 2 }], ['approve', { order: 1 }], ['cancel', { id: 1 }], ['cancel', { id: 2 }]], ['pass', 'approve (call 2) came before cancel (call 3).', 2]],
  ['never: an attempt fails it, even a denied one', { ...named, rule: 'never', calls: { tools: ['wipe'] } }, [['read'], ['wipe', {}, 'denied']], ['fail', 'wipe (call 2) was attempted, and denied.', 2]],
  ['never executed: a denied attempt passes', { ...named, rule: 'never', executed: true, calls: { tools: ['wipe'] } }, [['wipe', {}, 'denied'], ['wipe', {}, 'error']], ['pass', 'there was no executed wipe of this kind.', undefined]],
  ['never with arguments: another argument passes', { ...named, rule: 'never', calls: { tools: ['wipe'], input: { tenant: 'b' } } }, [['wipe', { tenant: 'a' }]], ['pass', 'there was no wipe of this kind.', undefined]],
  ['calls in order: others may stand between', { ...named, rule: 'calls', match: 'in_order', required: [{ tools: ['a'] }, { tools: ['b'] }] }, [['x'], ['a'], ['x'], ['b']], ['pass', 'all 2 required calls were made, in order.', undefined]],
  ['calls in order: the wrong order fails', { ...named, rule: 'calls', match: 'in_order', required: [{ tools: ['a'] }, { tools: ['b'] }] }, [['b'], ['a']], ['fail', 'the required b was not made after a.', undefined]],
  ['calls in any order pass either way', { ...named, rule: 'calls', match: 'any_order', required: [{ tools: ['a'] }, { tools: ['b'] }] }, [['b'], ['a']], ['pass', 'all 2 required calls were made.', undefined]],
  ['calls in any order: one call does not serve twice', { ...named, rule: 'calls', match: 'any_order', required: [{ tools: ['a'] }, { tools: ['a', 'b'] }] }, [['a']], ['fail', 'the required a or b was not made.', undefined]],
  ['calls in any order: the narrow pattern gets the call that only it can use', { ...named, rule: 'calls', match: 'any_order', required: [{ tools: ['a', 'b'] }, { tools: ['a'] }] }, [['a'], ['b']], ['pass', 'all 2 required calls were made.', undefined]],
  ['calls exact: an extra call fails', { ...named, rule: 'calls', match: 'exact', required: [{ tools: ['a'] }, { tools: ['b'] }] }, [['a'], ['x'], ['b']], ['fail', '3 calls were made where exactly 2 were required.', 2]],
  ['calls exact: exactly these pass', { ...named, rule: 'calls', match: 'exact', required: [{ tools: ['a'] }, { tools: ['b'] }] }, [['a'], ['b']], ['pass', 'all 2 required calls were made, in order.', undefined]],
  ['confirmed: a write after a confirming turn passes', { ...named, rule: 'confirmed', calls: { tools: ['write'] } }, [ok, ['write']], ['pass', 'the customer had confirmed before write (call 1).', 1]],
  ['confirmed: a write before it fails, and the others are counted', { ...named, rule: 'confirmed', calls: { tools: ['write'] } }, [{ says: 'hello' }, ['write'], ['write'], ok, ['write']], ['fail', 'write (call 1) came without the customer\'s confirmation, and so did 1 more.', 1]],
  ['confirmed: a refusal confirms nothing', { ...named, rule: 'confirmed', calls: { tools: ['write'] } }, [{ says: 'no', confirms: false }, ['write']], ['fail', 'write (call 1) came without the customer\'s confirmation.', 1]],
  ['confirmed: a model that plays the customer and marks nothing leaves it open', { ...named, rule: 'confirmed', calls: { tools: ['write'] } }, [{ says: 'yes', by: 'model' }, ['write']], ['unknown', 'whether the customer confirmed before write (call 1) is not marked.', 1]],
  ['confirmed: without a write it does not apply', { ...named, rule: 'confirmed', calls: { tools: ['write'] } }, [['read']], ['not_applicable', 'not applicable, there was no write.', undefined]],
  ['no repeats in a row: with another call between it passes', { ...named, rule: 'no_repeats', scope: 'in_a_row' }, [['read', { id: 1 }], ['read', { id: 2 }], ['read', { id: 1 }]], ['pass', 'no call was repeated.', undefined]],
  ['no repeats at all: with another call between it fails', { ...named, rule: 'no_repeats', scope: 'at_all' }, [['read', { id: 1 }], ['read', { id: 2 }], ['read', { id: 1 }]], ['fail', 'read (call 3) repeats call 1.', 3]],
  ['no repeats: a retry after an error is none', { ...named, rule: 'no_repeats', scope: 'in_a_row' }, [['read', {}, 'error'], ['read']], ['pass', 'no call was repeated.', undefined]],
  ['no repeats: the order of fields does not tell calls apart', { ...named, rule: 'no_repeats', scope: 'in_a_row' }, [['read', { a: 1, b: 2 }], ['read', { b: 2, a: 1 }]], ['fail', 'read (call 2) repeats call 1.', 2]],
  ['retries: one retry of one allowed passes', { ...named, rule: 'retries', tools: ['pay'], most: 1 }, [['pay', {}, 'error'], ['pay']], ['pass', 'a failed call was made again at most 1 time.', undefined]],
  ['retries: a second one fails', { ...named, rule: 'retries', tools: ['pay'], most: 1 }, [['pay', {}, 'error'], ['pay', {}, 'error'], ['pay']], ['fail', 'pay (call 3) is retry 2 of the same failed call; at most 1 is right.', 3]],
  ['retries: another input is another call', { ...named, rule: 'retries', tools: ['pay'], most: 0 }, [['pay', { id: 1 }, 'error'], ['pay', { id: 2 }]], ['pass', 'a failed call was made again at most 0 times.', undefined]],
  ['retries: without an error it does not apply', { ...named, rule: 'retries', tools: ['pay'], most: 1 }, [['pay']], ['not_applicable', 'not applicable, no pay ended in an error.', undefined]],
])('%s', (_, rule, entries, expected) => {
  expect(grade(rule, entries)).toEqual(expected)
})
