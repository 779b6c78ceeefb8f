// Matching one value, one row, one change, one call against its pattern.
import { canonicalJson } from '../task/canonical'
import { sameCell, type Cell, type Row } from '../task/cell'
import type { ChangePattern, ValuePattern, ValuePatterns } from '../task/pattern'
import type { CallPattern, Customer } from '../task/schema'
import { changedColumns, type Change } from '../world/change'
import type { Call } from '../agent/episode'

/** Whether a value is what the pattern asks. `value` undefined means that it was not given. */
export function matchesValue(pattern: ValuePattern, value: unknown, customer?: Customer): boolean {
  if (pattern !== null && typeof pattern === 'object') {
    if ('any' in pattern) return value !== undefined
    if ('json' in pattern) return value !== undefined && canonicalJson(value) === canonicalJson(pattern.json)
    if ('in' in pattern) return pattern.in.some((one) => isCell(value) && sameCell(one, value))
    if ('contains' in pattern) return typeof value === 'string' && value.includes(pattern.contains)
    if ('fold' in pattern) {
      const wanted = typeof pattern.fold === 'string' ? pattern.fold : customer?.email
      return typeof value === 'string' && wanted !== undefined && fold(value) === fold(wanted)
    }
    if ('min' in pattern || 'max' in pattern) {
      const number = numberOf(value)
      return number !== null && number >= (pattern.min ?? -Infinity) && number <= (pattern.max ?? Infinity)
    }
  }
  return isCell(value) && sameCell(pattern as Cell, value)
}

const fold = (text: string) => text.trim().toLowerCase()
const isCell = (value: unknown): value is Cell => value !== undefined && typeof value !== 'boolean' && !Array.isArray(value)

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'object' || value === null) return null
  if ('int' in value) return Number(value.int)
  return 'real' in value ? Number(value.real) : null
}

function matchesRow(patterns: ValuePatterns | undefined, row: Row, customer: Customer | undefined): boolean {
  return Object.entries(patterns ?? {}).every(([column, pattern]) => matchesValue(pattern, Object.hasOwn(row, column) ? row[column] : undefined, customer))
}

/** Whether a change is what the pattern asks; an update has to change exactly the columns in `set`, where it is given. */
export function matchesChange(pattern: ChangePattern, change: Change, customer?: Customer): boolean {
  if (change.op === 'schema' || change.op !== pattern.op || change.table !== pattern.table) return false
  if (!matchesRow(pattern.row, change.op === 'delete' ? change.before : change.after, customer)) return false
  if (pattern.was && (change.op === 'insert' || !matchesRow(pattern.was, change.before, customer))) return false
  if (!pattern.set) return true
  if (change.op !== 'update') return false
  const changed = changedColumns(change)
  const set = pattern.set
  return matchesRow(set, change.after, customer) && changed.every((column) => Object.hasOwn(set, column))
}

/** Whether a call is what the pattern asks. What the harness did is no call. */
export function matchesCall(pattern: CallPattern, call: Call, customer: Customer): boolean {
  if (call.by === 'harness' || !pattern.tools.includes(call.tool)) return false
  if (pattern.outcome && call.outcome !== pattern.outcome) return false
  const input = call.input
  return Object.entries(pattern.input ?? {}).every(([field, wanted]) => {
    const given = typeof input === 'object' && input !== null && Object.hasOwn(input, field) ? (input as Record<string, unknown>)[field] : undefined
    return matchesValue(wanted, given, customer)
  })
}
