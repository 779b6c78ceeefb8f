// Cells as text: one SQLite value, and money where a column holds cents.
import type { Cell } from '../../core/task/cell'
import { dollars } from '../../core/task/money'

/** A cell as SQLite would print it; text as it is. */
export function cellText(cell: Cell): string {
  if (cell === null) return 'NULL'
  if (typeof cell !== 'object') return String(cell)
  if ('int' in cell) return cell.int
  if ('real' in cell) return Number.isInteger(cell.real) ? `${String(cell.real)}.0` : String(cell.real)
  return `x'${cell.blob}'`
}

/** The dollars of a cell whose column is named as cents (`amount_cents`); null for any other. */
export function moneyOf(column: string, cell: Cell): string | null {
  return /(^|_)cents$/.test(column) && typeof cell === 'number' && Number.isSafeInteger(cell) ? dollars(cell) : null
}
