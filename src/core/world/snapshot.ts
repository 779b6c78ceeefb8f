// Snapshots: a table as one text that SQLite writes, typed cell by cell, so that equal texts are equal tables.
import type { Database, Statement } from './sqlite'
import type { Cell, Row } from '../task/cell'
import type { Change, RowChange } from './change'
import type { Table } from './table'

const ROW = '\u001e'

/** How one table is read: a query that yields its whole content as one text. */
export interface TableReader {
  name: string
  columns: string[]
  key: string[]
  read: Statement
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Every table of the main database, but SQLite's own. */
export function tableReaders(db: Database): TableReader[] {
  const rows = db.exec("SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")[0]?.values ?? []
  return rows.map(([name, withoutRowid, strict]) => tableReader(db, String(name), withoutRowid === 1, strict === 1))
}

function tableReader(db: Database, name: string, withoutRowid: boolean, strict: boolean): TableReader {
  const info = (db.exec(`SELECT name, pk, "notnull", upper(type) FROM pragma_table_xinfo(${sqlText(name)}) WHERE hidden <> 1 ORDER BY cid`)[0]?.values ?? [])
    .map(([column, pk, notNull, type]) => ({ name: String(column), pk: Number(pk), notNull: notNull === 1, type: String(type) }))
  const { sql, key } = tableQuery(name, info, { withoutRowid, strict })
  return { name, columns: info.map((column) => column.name), key, read: db.prepare(sql) }
}

export interface ColumnInfo { name: string; pk: number; notNull: boolean; type: string }

/**
 * The query that reads a table as one text, and the columns of its key. A row is written as a JSON array, in which
 * SQLite keeps 1 apart from 1.0 and every digit, and escapes every control character, so that the separator of rows
 * cannot stand in it. JSON has no bytes: they go in as {"blob": hex}.
 */
export function tableQuery(name: string, columns: readonly ColumnInfo[], { withoutRowid, strict }: { withoutRowid: boolean; strict: boolean }): { sql: string; key: string[] } {
  const keyed = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const key = keyed.map((column) => column.name)
  const cells = columns.map(({ name: column, type }) => {
    const cell = quoted(column)
    const bytes = !strict || type === 'ANY' || type === 'BLOB'
    return bytes ? `CASE WHEN typeof(${cell}) = 'blob' THEN json_object('blob', lower(hex(${cell}))) ELSE ${cell} END` : cell
  })
  const rowid = ['rowid', '_rowid_', 'oid'].find((alias) => !columns.some((column) => column.name.toLowerCase() === alias))
  // A primary key of a rowid table may hold NULLs, which are not unique; the rowid then completes it.
  const nullable = strict ? [] : keyed.filter(({ notNull }) => !notNull)
  const identity = withoutRowid || !rowid || (key.length > 0 && nullable.length === 0) ? 'NULL' : key.length === 0 ? rowid : `CASE WHEN ${nullable.map((column) => `${quoted(column.name)} IS NULL`).join(' OR ')} THEN ${rowid} END`
  const order = key.length > 0 ? key.map(quoted).join(', ') : rowid ?? '1'
  return { key, sql: `SELECT group_concat(line, char(30)) FROM (SELECT json_array(${[identity, ...cells].join(', ')}) AS line FROM ${quoted(name)} ORDER BY ${order})` }
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The content of a table as one text; '' where it has no rows. */
export function readTable(reader: TableReader): string {
  reader.read.step()
  const text = reader.read.get()[0]
  reader.read.reset()
  return text === null || text === undefined ? '' : String(text)
}

/** The definitions of every table, view, index and trigger: "type name" → SQL. */
export function readSchema(db: Database): Map<string, string> {
  const rows = db.exec("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1")[0]?.values ?? []
  return new Map(rows.map(([name, sql]) => [String(name), String(sql)]))
}

/** A cell from its JSON as SQLite writes it. */
export function parseCell(text: string): Cell {
  const first = text[0]
  if (first === '"' || first === '{') return JSON.parse(text) as Cell
  if (text === 'null') return null
  const number = Number(text)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : { int: text }
  if (number === Infinity) return { real: 'Infinity' }
  if (number === -Infinity) return { real: '-Infinity' }
  return Number.isInteger(number) ? { real: number } : number
}

interface ParsedRow { key: Cell[]; cells: Cell[] }

const CELLS = /"(?:[^"\\]|\\.)*"|\{[^}]*\}|[^,[\]]+/g

function parseLine(reader: TableReader, line: string): ParsedRow {
  const [identity = null, ...cells] = (line.match(CELLS) ?? []).map(parseCell)
  const key = reader.key.map((column) => cells[reader.columns.indexOf(column)] ?? null)
  if (identity !== null) key.push(identity)
  return { key, cells }
}

const lines = (text: string) => (text === '' ? [] : text.split(ROW))

/** A table's content as data. */
export function parseTable(reader: TableReader, text: string): Table {
  const parsed = lines(text).map((line) => parseLine(reader, line))
  const table: Table = { name: reader.name, columns: reader.columns, key: reader.key, rows: parsed.map(({ cells }) => cells) }
  if (parsed.some(({ key }) => key.length > reader.key.length) || reader.key.length === 0) table.rowids = parsed.map(({ key }) => key[reader.key.length] ?? null)
  return table
}

/** The lines of both texts without those that they begin and end with in common: equal rows need not be taken apart. */
function differingLines(before: string, after: string): [string[], string[]] {
  const left = lines(before)
  const right = lines(after)
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)]
}

/** What changed between two texts of the same table: deletions and updates in the old order, then insertions. */
export function diffTable(reader: TableReader, before: string, after: string, old: TableReader = reader): RowChange[] {
  if (before === after && old === reader) return []
  const rowOf = (columns: string[], cells: Cell[]): Row => {
    const row: Row = {}
    columns.forEach((column, i) => { row[column] = cells[i] ?? null })
    return row
  }
  const sameColumns = old.columns.length === reader.columns.length && old.columns.every((column, i) => column === reader.columns[i])
  const [beforeLines, afterLines] = sameColumns ? differingLines(before, after) : [lines(before), lines(after)]
  const left = new Map(beforeLines.map((line) => [line, parseLine(old, line)]))
  const right = new Map<string, ParsedRow & { line: string }>()
  for (const line of afterLines) {
    const parsed = parseLine(reader, line)
    right.set(JSON.stringify(parsed.key), { ...parsed, line })
  }
  const changes: RowChange[] = []
  for (const [line, { key, cells }] of left) {
    const id = JSON.stringify(key)
    const now = right.get(id)
    right.delete(id)
    if (!now) changes.push({ op: 'delete', table: reader.name, key, before: rowOf(old.columns, cells) })
    else if (now.line !== line || !sameColumns) changes.push({ op: 'update', table: reader.name, key, before: rowOf(old.columns, cells), after: rowOf(reader.columns, now.cells) })
  }
  for (const { key, cells } of right.values()) changes.push({ op: 'insert', table: reader.name, key, after: rowOf(reader.columns, cells) })
  return changes
}

/** Objects of the schema that came, went or read otherwise. */
export function diffSchema(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].sort().filter((name) => before.get(name) !== after.get(name)).map((name) => ({ op: 'schema', table: name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
}
