// Evidence: which group a change is in, and at which step it was made.
import type { Check, Grade } from '../../core/grade/check'
import { keyText } from '../../core/world/table'
import type { Change } from '../../core/world/change'
import { changesOf, stepOfCall, type Moment } from '../../state/moments'

export type Group = Grade['changes'][number]

const place = (table: string, key: Parameters<typeof keyText>[0]) => `${table} ${keyText(key)}`
const placeOf = (change: Change) => (change.op === 'schema' ? change.table : place(change.table, change.key))

/** The group of a row, by the change that the outcome holds of it; undefined where it holds none. */
export function groupOfRow(changes: readonly Change[], grade: Grade | null): (table: string, key: Parameters<typeof keyText>[0]) => Group | undefined {
  const groups = new Map(changes.map((change, i) => [placeOf(change), grade?.changes[i]]))
  return (table, key) => groups.get(place(table, key))
}

/** Whether a row is one of those that a step changed; no row is, where no step is named. */
export function isLit(list: readonly Moment[], step: number | null): (table: string, key: Parameters<typeof keyText>[0]) => boolean {
  const moment = list.find((one) => one.step === step)
  const places = new Set(moment ? changesOf(moment).map(placeOf) : [])
  return (table, key) => places.has(place(table, key))
}

/** The last step that touched the row of a change; undefined where none did. */
export function stepOfChange(list: readonly Moment[], change: Change): number | undefined {
  return list.findLast((moment) => changesOf(moment).some((other) => placeOf(other) === placeOf(change)))?.step
}

/** The step that a check points at: its call, else its first change. */
export function stepOfCheck(list: readonly Moment[], changes: readonly Change[], check: Check): number | undefined {
  if (check.call !== undefined) return stepOfCall(list, check.call)
  const change = changes[check.changes?.[0] ?? -1]
  return change && stepOfChange(list, change)
}
