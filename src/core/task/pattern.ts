// Value patterns: what an expectation or a path rule asks of one value.
import { Type, type Static } from 'typebox'
import { CellSchema } from './cellSchema'

const closed = { additionalProperties: false }

/**
 * A literal cell (exact, typed), or one of
 * `{"in": […]}`, `{"min": …, "max": …}` (numbers, both ends included), `{"contains": "…"}` (text, case-sensitive),
 * `{"any": true}`, `{"fold": …}` (text, compared trimmed and in lower case; `{"customer": "email"}` stands for the
 * email of the task's customer), `{"json": …}` (an argument that is a list, an object or a truth value, compared as a
 * whole; the order of an object's fields does not count).
 */
export const ValuePatternSchema = Type.Union([
  CellSchema,
  Type.Object({ in: Type.Array(CellSchema, { minItems: 1 }) }, closed),
  Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }, { ...closed, minProperties: 1 }),
  Type.Object({ contains: Type.String({ minLength: 1 }) }, closed),
  Type.Object({ any: Type.Literal(true) }, closed),
  Type.Object({ json: Type.Unknown() }, closed),
  Type.Object({ fold: Type.Union([Type.String(), Type.Object({ customer: Type.Literal('email') }, closed)]) }, closed),
])
export type ValuePattern = Static<typeof ValuePatternSchema>

export const ValuePatternsSchema = Type.Record(Type.String(), ValuePatternSchema)
export type ValuePatterns = Record<string, ValuePattern>

/**
 * A change spelled out: `row` is asked of the row itself (the new one; of a deletion the old one), `was` of the row
 * before, `set` of the columns that an update changed: exactly those columns, no other.
 */
export const ChangePatternSchema = Type.Object(
  {
    table: Type.String({ minLength: 1 }),
    op: Type.Union([Type.Literal('insert'), Type.Literal('update'), Type.Literal('delete')]),
    row: Type.Optional(ValuePatternsSchema),
    was: Type.Optional(ValuePatternsSchema),
    set: Type.Optional(ValuePatternsSchema),
  },
  closed,
)
export type ChangePattern = Static<typeof ChangePatternSchema>

/** `{"refund": {"order_id": "ORD-1"}}`: a mutation that the world names, with its arguments; or `{"change": {…}}`. */
export const PatternSchema = Type.Record(Type.String(), Type.Union([ValuePatternsSchema, ChangePatternSchema]), {
  minProperties: 1,
  maxProperties: 1,
  description: 'One of the world\'s named mutations with the arguments it must have, e.g. {"refund": {"order_id": "ORD-1"}}, or {"change": {table, op, row, was, set}}.',
})
export type Pattern = Record<string, ValuePatterns | ChangePattern>
