// A change: one row inserted, updated or deleted, or one object of the schema that is not what it was.
import type { Static } from 'typebox'
import type { ChangeSchema, RowChangeSchema } from './changeSchema'

/** `key` holds the primary key's cells, in the key's order; the rowid where the table has none. */
export type RowChange = Static<typeof RowChangeSchema>
export type SchemaChange = Extract<Static<typeof ChangeSchema>, { op: 'schema' }>
export type Change = RowChange | SchemaChange

/** Names of the columns whose value an update changed, in the row's order. */
export function changedColumns(change: Extract<RowChange, { op: 'update' }>): string[] {
  const names = new Set([...Object.keys(change.before), ...Object.keys(change.after)])
  return [...names].filter((name) => JSON.stringify(change.before[name]) !== JSON.stringify(change.after[name]))
}
