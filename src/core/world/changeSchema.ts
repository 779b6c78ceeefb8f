// The schema of a change.
import { Type } from 'typebox'
import { CellSchema, RowSchema } from '../task/cellSchema'

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
