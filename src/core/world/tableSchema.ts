// The schema of a table as plain data.
import { Type } from 'typebox'
import { CellSchema } from '../task/cellSchema'

export const TableSchema = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  key: Type.Array(Type.String(), { description: 'Columns of the primary key; empty where the rowid is the key.' }),
  rows: Type.Array(Type.Array(CellSchema), { description: 'One row an entry, a cell a column.' }),
  rowids: Type.Optional(Type.Array(CellSchema, { description: 'One a row, where the rowid is the key or, beside NULLs in the key, completes it; else null.' })),
})
