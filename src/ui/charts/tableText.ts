// A table as CSV, Markdown and LaTeX, each with its origin.
import { provenanceLine, type Provenance } from './provenance'
import { labelText } from './scene'

export type Cell = string | number | null

export interface DataTable {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** What a spreadsheet would take for a formula is made plain text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvCell = (cell: Cell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(harmless(cell.toWellFormed())))

/** RFC 4180; the origin stands in columns of its own, so that a row that is taken elsewhere keeps it. */
export function csvText({ columns, rows }: DataTable, { name, id, label, hash, app, date }: Provenance): string {
  const origin: [string, string][] = [['run', name], ['run id', id], ['label', label ?? ''], ['configuration', hash], ['app version', app], ['date', date]]
  const all = [[...columns, ...origin.map(([column]) => column)], ...rows.map((row) => [...row, ...origin.map(([, value]) => value)])]
  return `${all.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

const plain = (cell: Cell): string => (cell === null ? '–' : typeof cell === 'number' ? String(cell) : labelText(cell.toWellFormed().replace(/\s+/g, ' ').trim()))
const numeric = ({ rows }: DataTable, column: number): boolean => rows.some((row) => typeof row[column] === 'number') && rows.every((row) => typeof row[column] === 'number' || row[column] === null)

const markdownCell = (cell: Cell): string => plain(cell).replace(/[\\|`*_<>[\]~&$]/g, (sign) => `\\${sign}`)

export function markdownText(table: DataTable, title: string, from: Provenance): string {
  const rows = [table.columns.map(markdownCell), table.columns.map((_, i) => (numeric(table, i) ? '--:' : '---')), ...table.rows.map((row) => row.map(markdownCell))]
  return `**${markdownCell(title)}**\n\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n${markdownCell(provenanceLine(from))}\n`
}

const LATEX: Record<string, string> = { '\\': '\\textbackslash{}', '&': '\\&', '%': '\\%', $: '\\$', '#': '\\#', _: '\\_', '{': '\\{', '}': '\\}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '<': '\\textless{}', '>': '\\textgreater{}', '–': '--', '−': '$-$', '≈': '$\\approx$', '→': '$\\to$', 'τ': '$\\tau$', '×': '$\\times$', '·': '$\\cdot$' }
const latexCell = (cell: Cell): string => plain(cell).replace(/[\\&%$#_{}~^<>–−≈→τ×·]/g, (sign) => LATEX[sign] ?? sign)

/** A booktabs table; its origin stands in a comment and below it. */
export function latexText(table: DataTable, title: string, from: Provenance): string {
  const row = (cells: readonly Cell[]) => `    ${cells.map(latexCell).join(' & ')} \\\\`
  const origin = provenanceLine(from)
  return [
    `% ${origin.replace(/\s+/g, ' ')}`,
    '% needs \\usepackage{booktabs}; LuaLaTeX or XeLaTeX where a name has letters that pdfLaTeX does not know',
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexCell(title)}}`,
    `  \\begin{tabular}{${table.columns.map((_, i) => (numeric(table, i) ? 'r' : 'l')).join('')}}`,
    '    \\toprule',
    row(table.columns),
    '    \\midrule',
    ...table.rows.map(row),
    '    \\bottomrule',
    '  \\end{tabular}',
    `  \\par\\footnotesize ${latexCell(origin)}`,
    '\\end{table}',
    '',
  ].join('\n')
}
