// Tables as plain data, and the same tables after some changes.
import type { Static } from 'typebox'
import type { Cell, Row } from '../task/cell'
import type { Change, RowChange } from './change'
import type { TableSchema } from './tableSchema'

export type Table = Static<typeof TableSchema>

/** One row of a table as it stands after some changes. */
export interface TableRow {
  key: Cell[]
  row: Row
  /** What happened to it since the start, and the row as it was then; absent where nothing did. */
  op?: 'insert' | 'update' | 'delete'
  before?: Row
  /** Position, among the changes given, of the one that touched it last. */
  last?: number
}

export interface TableView {
  name: string
  columns: string[]
  key: string[]
  rows: TableRow[]
}

/** Text that is equal exactly for equal keys. */
export const keyText = (key: readonly Cell[]): string => JSON.stringify(key)

function rowOf(columns: readonly string[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null]))
}

/**
 * The tables after `changes`, taken in their order, from `start`. A deleted row stays, marked; a row whose changes
 * cancel out carries no mark. Rows keep the order of `start`; inserted ones follow. A table or column that only a
 * change names appears too.
 */
export function tablesAfter(start: readonly Table[], changes: readonly Change[]): TableView[] {
  const views = new Map<string, { view: TableView; byKey: Map<string, TableRow> }>()
  const open = (name: string, columns: string[], key: string[]) => {
    const entry = { view: { name, columns, key, rows: [] as TableRow[] }, byKey: new Map<string, TableRow>() }
    views.set(name, entry)
    return entry
  }
  for (const table of start) {
    const entry = open(table.name, [...table.columns], table.key)
    table.rows.forEach((cells, i) => {
      const row = rowOf(table.columns, cells)
      const rowid = table.rowids?.[i] ?? null
      const key = [...table.key.map((column) => row[column] ?? null), ...(rowid === null ? [] : [rowid])]
      const item = { key, row }
      entry.view.rows.push(item)
      entry.byKey.set(keyText(key), item)
    })
  }
  changes.forEach((change, position) => {
    if (change.op === 'schema') return
    const known = Object.keys(change.op === 'delete' ? change.before : change.after)
    const entry = views.get(change.table) ?? open(change.table, known, [])
    for (const column of known) if (!entry.view.columns.includes(column)) entry.view.columns.push(column)
    apply(entry, change, position)
  })
  return [...views.values()].map((entry) => entry.view)
}

function apply(entry: { view: TableView; byKey: Map<string, TableRow> }, change: RowChange, position: number): void {
  const text = keyText(change.key)
  const old = entry.byKey.get(text)
  if (!old) {
    if (change.op === 'delete') return
    const item: TableRow = { key: change.key, row: change.after, op: 'insert', last: position }
    entry.view.rows.push(item)
    entry.byKey.set(text, item)
    return
  }
  const origin = old.op === 'insert' ? undefined : (old.before ?? old.row)
  const now = change.op === 'delete' ? undefined : change.after
  if (!origin && !now) {
    entry.view.rows.splice(entry.view.rows.indexOf(old), 1)
    entry.byKey.delete(text)
    return
  }
  delete old.op
  delete old.before
  old.last = position
  old.row = now ?? origin ?? old.row
  if (!origin) old.op = 'insert'
  else if (!now) { old.op = 'delete'; old.before = origin }
  else if (JSON.stringify(sorted(origin)) !== JSON.stringify(sorted(now))) { old.op = 'update'; old.before = origin }
}

const sorted = (row: Row) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
