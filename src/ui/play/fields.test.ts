import { expect, test } from 'vitest'
import type { Tool } from '../../core/task/schema'
import { fieldsOf, inputOf, textsOf } from './fields'

const tool: Tool = {
  name: 't', description: 'd',
  input_schema: {
    type: 'object', required: ['order_id', 'amount_cents'],
    properties: {
      order_id: { type: 'string', pattern: '^ORD-[0-9]+$' }, amount_cents: { type: 'integer' }, urgent: { type: 'boolean' },
      way: { type: 'string', enum: ['card', 'cash'] }, level: { enum: [1, 2] }, lines: { type: 'array' }, note: { type: 'string' },
    },
  },
}
const fields = fieldsOf(tool)

test('a field is made of its schema: kind, whether it is required, and what it wants in words', () => {
  expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['order_id', 'text', true], ['amount_cents', 'number', true], ['urgent', 'truth', false], ['way', 'choice', false], ['level', 'choice', false], ['lines', 'json', false], ['note', 'text', false],
  ])
  expect(fields[0]?.wants).toBe('like ^ORD-[0-9]+$')
  expect(fields[1]?.wants).toBe('integer')
})

test('what is left empty is left out, and a number is sent as a number', () => {
  expect(inputOf(fields, { order_id: 'ORD-1', amount_cents: '4999', note: '' })).toEqual({ order_id: 'ORD-1', amount_cents: 4999 })
  expect(inputOf(fields, { urgent: 'true', way: 'cash', level: '2', lines: '[1,"a"]' })).toEqual({ urgent: true, way: 'cash', level: 2, lines: [1, 'a'] })
})

test('nothing is coerced: what is no number, or no JSON, goes as the text that was typed', () => {
  for (const text of ['26.25', '-1', '1e3']) expect(inputOf(fields, { amount_cents: text })).toEqual({ amount_cents: Number(text) })
  for (const text of ['$49.99', ' 4999', '4999 ', '049', '0x10', '4,999', 'NaN']) expect(inputOf(fields, { amount_cents: text })).toEqual({ amount_cents: text })
  expect(inputOf(fields, { order_id: ' ORD-1 ', lines: '[1', note: '5' })).toEqual({ order_id: ' ORD-1 ', lines: '[1', note: '5' })
})

test('a move of the oracle filled into the form is sent as it was', () => {
  const input = { order_id: 'ORD-1', amount_cents: 4999, urgent: false, lines: [{ a: 1 }], note: 'x' }
  expect(inputOf(fields, textsOf(input))).toEqual(input)
})
