// Bad input: an error the agent can read, mend and go on from; nothing is coerced and nothing throws.
import { expect, test } from 'vitest'
import { openWorld, shop, tinyWorld } from '../../testing/tinyWorld'
import { inputProblem } from './input'

const world = await openWorld(shop())
const session = world.openNow('refund-damaged', 1)
const REFUND = 'Fields of issue_refund: order_id (string, required), amount_cents (integer, required), reason (string, required).'
const good = { order_id: 'ORD-1001', amount_cents: 4999, reason: 'x' }
const inherited = (fields: object): object => Object.create(fields) as object

test.each(['refund', '', 'toString', '__proto__', 'constructor', 'hasOwnProperty', 'issue_refund ', 'ISSUE_REFUND'])('an unknown tool %j is an error that lists the tools', (name) => {
  expect(session.callNow(name, {})).toEqual({ outcome: 'error', result: `There is no tool ${JSON.stringify(name)}. Tools: lookup_customer, list_orders, get_order, issue_refund, cancel_order, escalate.`, changes: [] })
})

test.each<[string, unknown, RegExp]>([
  ['a string', '{"order_id":"ORD-1001"}', /must be an object, not "\{/],
  ['a list', [good], /must be an object, not \[/],
  ['null', null, /must be an object, not null/],
  ['nothing', undefined, /must be an object, not nothing/],
  ['a number', 7, /must be an object, not 7/],
  ['a missing field', { order_id: 'ORD-1001', reason: 'x' }, /needs the field amount_cents\. /],
  ['no field at all', {}, /needs the field order_id and the field amount_cents and the field reason\. /],
  ['an extra field', { ...good, force: true }, /has no field "force"/],
  ['an extra field toString', { ...good, toString: 'x' }, /has no field "toString"/],
  ['an extra field constructor', { ...good, constructor: 'x' }, /has no field "constructor"/],
  ['an extra field __proto__', JSON.parse('{"order_id":"ORD-1001","amount_cents":1,"reason":"x","__proto__":{"a":1}}'), /is not valid: __proto__: the key "__proto__" is refused\. /],
  ['a part of a cent', { ...good, amount_cents: 26.25 }, /The field amount_cents must be of type integer; found 26\.25\./],
  ['an amount as text', { ...good, amount_cents: '2500' }, /The field amount_cents must be of type integer; found "2500"\./],
  ['an amount that is null', { ...good, amount_cents: null }, /The field amount_cents must be of type integer; found null\./],
  ['an amount that is true', { ...good, amount_cents: true }, /The field amount_cents must be of type integer; found true\./],
  ['an amount as a list', { ...good, amount_cents: [2500] }, /The field amount_cents must be of type integer; found \[2500\]\./],
  ['an amount without end', { ...good, amount_cents: Infinity }, /is not valid: amount_cents: the number is too large to be one\. /],
  ['an id with spaces', { ...good, order_id: ' w123 ' }, /The field order_id must match \^ORD-\[0-9\]\+\$; found " w123 "\./],
  ['an id as a number', { ...good, order_id: 1001 }, /The field order_id must be of type string; found 1001\./],
  ['an id as an object', { ...good, order_id: { id: 'ORD-1001' } }, /The field order_id must be of type string; found \{"id":"ORD-1001"\}\./],
  ['nesting without end', { ...good, reason: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown }, /is not valid: .* is nested deeper than/],
  ['a list without end', JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), /is not valid: .* is nested deeper than/],
  ['fields that a prototype lends', inherited(good), /needs the field order_id and the field amount_cents and the field reason\. /],
  ['fields of a deeper prototype', inherited(inherited(good)), /needs the field order_id/],
])('%s is an error that names the field and lists what is valid', (_, input, says) => {
  const { outcome, result, changes } = session.callNow('issue_refund', input)
  expect(outcome).toBe('error')
  expect(result).toMatch(says)
  expect(result.endsWith(REFUND)).toBe(true)
  expect(changes).toEqual([])
})

test('after all of that the episode goes on, and nothing has changed', () => {
  expect(session.callNow('issue_refund', good)).toMatchObject({ outcome: 'ok', changes: [{ op: 'insert', table: 'refunds' }] })
  expect(session.closeNow()).toHaveLength(1)
})

test('every fault of an input is told at once', () => {
  const refund = shop().tools.find(({ name }) => name === 'issue_refund')!
  const says = inputProblem(refund, { order_id: 'x', amount_cents: 1.5, reason: 3 })
  for (const field of ['order_id', 'amount_cents', 'reason']) expect(says).toContain(`The field ${field} must`)
})

test('numbers that JSON cannot write are refused for a field of any number', () => {
  const tool = { name: 't', description: 'T', input_schema: { type: 'object' as const, properties: { n: { type: 'number' } } } }
  for (const n of [Infinity, -Infinity, NaN]) expect(inputProblem(tool, { n })).toContain('n: the number is too large to be one')
  for (const n of [1, 1.5, -0, 1e308]) expect(inputProblem(tool, { n })).toBeNull()
})

test('lists, enumerations and objects inside an input are held to their schema, with the path of the fault', () => {
  const tool = {
    name: 't', description: 'T', input_schema: {
      type: 'object' as const,
      properties: { ids: { type: 'array', items: { type: 'string' }, maxItems: 2 }, how: { enum: ['fast', 'slow'] }, to: { type: 'object', properties: { zip: { type: 'string', minLength: 2 } }, required: ['zip'], additionalProperties: false } },
    },
  }
  expect(inputProblem(tool, { ids: ['a', 3] })).toMatch(/^The field ids\[1\] must be of type string; found 3\./)
  expect(inputProblem(tool, { ids: ['a', 'b', 'c'] })).toMatch(/The field ids /)
  expect(inputProblem(tool, { how: 'Fast' })).toMatch(/^The field how must be "fast" or "slow"; found "Fast"\./)
  expect(inputProblem(tool, { to: {} })).toMatch(/^The field to zip is missing\./)
  expect(inputProblem(tool, { to: { zip: '12', city: 'x' } })).toMatch(/^The field to city is not a known field\./)
  expect(inputProblem(tool, { ids: [], how: 'slow', to: { zip: '12' } })).toBeNull()
})

test('a tool that the task does not offer is as unknown as any', async () => {
  const tiny = (await openWorld(tinyWorld({ tasks: [{ tools: ['list', 'put'] }] }))).openNow('one', 1)
  expect(tiny.callNow('remove', { id: 'a' }).result).toBe('There is no tool "remove". Tools: list, put.')
})
