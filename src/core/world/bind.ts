// Values on their way into SQLite: a whole number is an INTEGER, whatever its size.
import type { Cell } from '../task/cell'

export type Bindable = number | bigint | string | Uint8Array | null

// sql.js binds whole numbers beyond 32 bits as REAL, and BigInts as INTEGER.
const number = (value: number): Bindable => (Number.isSafeInteger(value) && (value | 0) !== value ? BigInt(value) : value)

// Half a character has no UTF-8: sql.js would store bytes that read back as another text, and as the same for any half.
const text = (value: string): string => value.toWellFormed()

/** A cell as sql.js binds it. */
export function bindCell(cell: Cell): Bindable {
  if (typeof cell === 'number') return number(cell)
  if (typeof cell === 'string') return text(cell)
  if (cell === null) return cell
  if ('int' in cell) return BigInt(cell.int)
  if ('real' in cell) return Number(cell.real)
  return Uint8Array.from(cell.blob.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** One field of a tool's input as sql.js binds it: nothing given is NULL, a list or an object its JSON. */
export function bindInput(value: unknown): Bindable {
  switch (typeof value) {
    case 'number': return number(value)
    case 'string': return text(value)
    case 'boolean': return value ? 1 : 0
    case 'object': return value === null ? null : JSON.stringify(value)
    default: return null
  }
}
