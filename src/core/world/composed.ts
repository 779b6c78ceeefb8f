// Changes one after the other, put together into what they come to.
import { canonicalJson } from '../task/canonical'
import type { Change, RowChange } from './change'
import { keyText } from './table'

/** The net effect of changes taken in their order, one change a row; rows that end as they began have none. */
export function composed(changes: readonly Change[]): Change[] {
  const net = new Map<string, Change | null>()
  for (const change of changes) {
    const id = change.op === 'schema' ? `schema ${change.table}` : `${change.table} ${keyText(change.key)}`
    const before = net.get(id)
    net.set(id, before ? together(before, change) : change)
  }
  return [...net.values()].filter((change) => change !== null)
}

function together(first: Change, second: Change): Change | null {
  if (first.op === 'schema' || second.op === 'schema') {
    if (first.op !== 'schema' || second.op !== 'schema') return second
    return first.before === second.after ? null : { ...second, before: first.before }
  }
  const { table, key } = second
  const was = 'before' in first ? first.before : undefined
  const is = 'after' in second ? second.after : undefined
  if (!was) return is ? { op: 'insert', table, key, after: is } : null
  if (!is) return { op: 'delete', table, key, before: was }
  const change: RowChange = { op: 'update', table, key, before: was, after: is }
  return canonicalJson(was) === canonicalJson(is) ? null : change
}
