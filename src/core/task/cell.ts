// A cell: one SQLite value, typed so that nothing is lost in JSON.
import { Type, type Static } from 'typebox'

/**
 * JSON form of one SQLite value.
 * `number` with no fraction within ±(2^53−1): INTEGER. `number` with a fraction: REAL.
 * `{int}`: an INTEGER beyond that range, in decimal. `{real}`: a REAL that has no fraction (so that 1 and 1.0 differ)
 * or is infinite ("Infinity", "-Infinity"). `{blob}`: bytes in lower-case hex. `string`: TEXT. `null`: NULL.
 */
export const CellSchema = Type.Union(
  [
    Type.Null(),
    Type.Number(),
    Type.String(),
    Type.Object({ int: Type.String({ pattern: '^-?[0-9]+$' }) }, { additionalProperties: false }),
    Type.Object({ real: Type.Union([Type.Number(), Type.Literal('Infinity'), Type.Literal('-Infinity')]) }, { additionalProperties: false }),
    Type.Object({ blob: Type.String({ pattern: '^([0-9a-f]{2})*$' }) }, { additionalProperties: false }),
  ],
  { description: 'One SQLite value. A whole number is an INTEGER; {"real": 1} is 1.0; {"blob": "00ff"} is bytes in hex.' },
)
export type Cell = Static<typeof CellSchema>

/** One row by column name. */
export const RowSchema = Type.Record(Type.String(), CellSchema)
export type Row = Record<string, Cell>

/** Whether two cells hold the same value of the same type. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if ('int' in a) return 'int' in b && a.int === b.int
  if ('real' in a) return 'real' in b && a.real === b.real
  return 'blob' in b && a.blob === b.blob
}
