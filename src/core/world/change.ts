// A change: one row inserted, updated or deleted, or one object of the schema that is not what it was.
import { Type, type Static } from 'typebox'
import { CellSchema, RowSchema } from '../task/cell'

export const RowChangeSchema = Type.Union([
  Type.Object({ op: Type.Literal('insert'), table: Type.String(), key: Type.Array(CellSchema), after: RowSchema }),
  Type.Object({ op: Type.Literal('update'), table: Type.String(), key: Type.Array(CellSchema), before: RowSchema, after: RowSchema }),
  Type.Object({ op: Type.Literal('delete'), table: Type.String(), key: Type.Array(CellSchema), before: RowSchema }),
])

export const ChangeSchema = Type.Union([
  ...RowChangeSchema.anyOf,
  Type.Object(
    { op: Type.Literal('schema'), table: Type.String(), before: Type.Union([Type.String(), Type.Null()]), after: Type.Union([Type.String(), Type.Null()]) },
    { description: 'The definition of a table, view, index or trigger; `table` names it with its type, e.g. "table refunds".' },
  ),
])

/** `key` holds the primary key's cells, in the key's order; the rowid where the table has none. */
export type RowChange = Static<typeof RowChangeSchema>
export type SchemaChange = Extract<Static<typeof ChangeSchema>, { op: 'schema' }>
export type Change = RowChange | SchemaChange

/** Names of the columns whose value an update changed, in the row's order. */
export function changedColumns(change: Extract<RowChange, { op: 'update' }>): string[] {
  const names = new Set([...Object.keys(change.before), ...Object.keys(change.after)])
  return [...names].filter((name) => JSON.stringify(change.before[name]) !== JSON.stringify(change.after[name]))
}
