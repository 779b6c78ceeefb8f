// Snapshots: a table as one text that SQLite writes, typed cell by cell, so that equal texts are equal tables.
import type { Database, Statement } from './sqlite'
import type { Cell, Row } from '../task/cell'
import type { Change, RowChange } from './change'
import type { Table } from './table'

const CELL = '\u001f'
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
  const rows = db.exec("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")[0]?.values ?? []
  return rows.map(([name, withoutRowid]) => tableReader(db, String(name), withoutRowid === 1))
}

// Text goes through json_quote, which escapes every control character, so that the separators cannot stand in it;
// everything else through quote(), which keeps 1 apart from 1.0, every digit, and bytes.
function tableReader(db: Database, name: string, withoutRowid: boolean): TableReader {
  const info = db.exec(`SELECT name, pk FROM pragma_table_xinfo(${sqlText(name)}) WHERE hidden <> 1 ORDER BY cid`)[0]?.values ?? []
  const columns = info.map(([column]) => String(column))
  const key = info.filter(([, pk]) => Number(pk) > 0).sort((a, b) => Number(a[1]) - Number(b[1])).map(([column]) => String(column))
  const cells = columns.map((column) => `CASE WHEN typeof(${quoted(column)}) = 'text' THEN json_quote(${quoted(column)}) ELSE quote(${quoted(column)}) END`)
  const rowid = ['rowid', '_rowid_', 'oid'].find((alias) => !columns.some((column) => column.toLowerCase() === alias))
  // A primary key of a rowid table may hold NULLs, which are not unique; the rowid then completes it.
  const identity = withoutRowid || !rowid ? "''" : key.length === 0 ? rowid : `CASE WHEN ${key.map((column) => `${quoted(column)} IS NULL`).join(' OR ')} THEN ${rowid} ELSE '' END`
  const order = key.length > 0 ? key.map(quoted).join(', ') : rowid ?? '1'
  const line = [identity, ...cells].join(` || char(31) || `)
  return { name, columns, key, read: db.prepare(`SELECT group_concat(line, char(30)) FROM (SELECT ${line} AS line FROM ${quoted(name)} ORDER BY ${order})`) }
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

export function parseCell(text: string): Cell {
  const first = text[0]
  if (first === '"') return JSON.parse(text) as string
  if (text === 'NULL') return null
  if (first === 'X') return { blob: text.slice(2, -1).toLowerCase() }
  const number = Number(text)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : { int: text }
  if (number === Infinity) return { real: 'Infinity' }
  if (number === -Infinity) return { real: '-Infinity' }
  return Number.isInteger(number) ? { real: number } : number
}

interface ParsedRow { key: Cell[]; cells: string[] }

function parseLine(reader: TableReader, line: string): ParsedRow {
  const [identity = '', ...cells] = line.split(CELL)
  const key: Cell[] = reader.key.map((column) => parseCell(cells[reader.columns.indexOf(column)] ?? 'NULL'))
  if (identity !== '') key.push(parseCell(identity))
  return { key, cells }
}

const lines = (text: string) => (text === '' ? [] : text.split(ROW))

/** A table's content as data. */
export function parseTable(reader: TableReader, text: string): Table {
  const parsed = lines(text).map((line) => parseLine(reader, line))
  const table: Table = { name: reader.name, columns: reader.columns, key: reader.key, rows: parsed.map(({ cells }) => cells.map(parseCell)) }
  if (reader.key.length === 0) table.rowids = parsed.map(({ key }) => key[0] ?? null)
  return table
}

/** What changed between two texts of the same table: deletions and updates in the old order, then insertions. */
export function diffTable(reader: TableReader, before: string, after: string, old: TableReader = reader): RowChange[] {
  if (before === after && old === reader) return []
  const rowOf = (columns: string[], cells: string[]): Row => {
    const row: Row = {}
    columns.forEach((column, i) => { row[column] = parseCell(cells[i] ?? 'NULL') })
    return row
  }
  // Lines that stand on both sides are equal rows: only the others are taken apart.
  const sameColumns = old.columns.join(CELL) === reader.columns.join(CELL)
  const beforeLines = lines(before)
  const afterLines = lines(after)
  const still = sameColumns ? new Set(afterLines) : new Set<string>()
  const was = sameColumns ? new Set(beforeLines) : new Set<string>()
  const left = new Map(beforeLines.filter((line) => !still.has(line)).map((line) => [line, parseLine(old, line)]))
  const right = new Map<string, ParsedRow & { line: string }>()
  for (const line of afterLines) {
    if (was.has(line)) continue
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
