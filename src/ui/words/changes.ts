// Changes as the ledger marks them.
import { changedColumns, type Change } from '../../core/world/change'
import { cellText } from './cells'

const marks = { insert: '+', update: '~', delete: '−', schema: '~' } as const

/** The gutter glyph of a change. */
export const markOf = (op: Change['op']): string => marks[op]

const verbs = { insert: 'inserted', update: 'updated', delete: 'deleted', schema: 'changed' } as const

/** What a gutter glyph means, in a word. */
export const verbOf = (op: Change['op']): string => verbs[op]

/** A change as a ledger entry: "refunds + ORD-1010 5900", "orders ~ ORD-1 paid → cancelled". */
export function entryOf(change: Change): string {
  if (change.op === 'schema') return `${change.table} ~`
  const row = change.op === 'delete' ? change.before : change.after
  const cells = change.op === 'update'
    ? [...change.key.map(cellText), ...changedColumns(change).map((column) => `${cellText(change.before[column] ?? null)} → ${cellText(change.after[column] ?? null)}`)]
    : Object.values(row).slice(1, 3).map(cellText)
  return [change.table, marks[change.op], ...cells].join(' ')
}
