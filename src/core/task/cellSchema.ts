// The schema of a cell and of a row.
import { Type } from 'typebox'

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

/** One row by column name. */
export const RowSchema = Type.Record(Type.String(), CellSchema)
