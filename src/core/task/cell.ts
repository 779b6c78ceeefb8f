// A cell: one SQLite value, typed so that nothing is lost in JSON.
import type { Static } from 'typebox'
import type { CellSchema } from './cellSchema'

/** One SQLite value; its forms stand at the schema. */
export type Cell = Static<typeof CellSchema>

/** One row by column name. */
export type Row = Record<string, Cell>

/** Whether two cells hold the same value of the same type. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if ('int' in a) return 'int' in b && a.int === b.int
  if ('real' in a) return 'real' in b && a.real === b.real
  return 'blob' in b && a.blob === b.blob
}
