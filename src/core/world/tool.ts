// A tool made ready to run: its steps prepared on one database, and what they may write found out with EXPLAIN.
import type { Database, Statement } from './sqlite'
import type { Tool } from '../task/schema'
import { parameters, refusal } from './sqlText'
import { parseToolFile, type StepKind } from './toolFile'

export interface PreparedStatement {
  statement: Statement
  /** Names of its parameters, in the order they are bound. */
  parameters: string[]
  columns: string[]
}

export interface PreparedStep {
  kind: StepKind
  message: string
  statements: PreparedStatement[]
}

export interface PreparedTool {
  name: string
  steps: PreparedStep[]
  /** Whether any step can change the world. */
  writes: boolean
  /** Tables it can change, triggers and cascades included; `null` where it can change the schema itself. */
  tables: ReadonlySet<string> | null
}

interface Facts { writes: boolean; schema: boolean; tables: string[] }

/** What a statement can write, read off SQLite's own program for it. */
export function statementFacts(db: Database, sql: string): Facts {
  const facts: Facts = { writes: false, schema: false, tables: [] }
  const roots = new Map((db.exec('SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0')[0]?.values ?? []).map(([page, name]) => [Number(page), String(name)]))
  for (const [, opcode, p1, p2, p3] of db.exec(`EXPLAIN ${sql}`)[0]?.values ?? []) {
    if (opcode === 'Transaction' && Number(p2) > 0) facts.writes = true
    if (opcode === 'OpenWrite' || opcode === 'Clear') {
      const page = Number(opcode === 'Clear' ? p1 : p2)
      const table = (opcode === 'OpenWrite' ? Number(p3) : Number(p2)) === 0 ? roots.get(page) : undefined
      if (page === 1 || table === undefined) facts.schema = true
      else facts.tables.push(table)
    }
    if (opcode === 'ParseSchema' || opcode === 'Destroy' || opcode === 'DropTable' || opcode === 'SetCookie') facts.schema = true
  }
  return facts
}

/** Prepares a tool on a database, or says with the line of its file what is wrong. */
export function prepareTool(db: Database, tool: Tool, file: string, bookkeeping: readonly string[]): PreparedTool | { line: number; says: string } {
  const refused = refusal(file)
  if (refused) return refused
  const parsed = parseToolFile(file)
  if ('says' in parsed) return parsed
  const known = new Set([...Object.keys(tool.input_schema.properties ?? {}), 'today'])
  const steps: PreparedStep[] = []
  const tables = new Set<string>()
  let writes = false
  let schema = false
  for (const step of parsed.steps) {
    const at = (says: string) => ({ line: step.line, says: `${step.kind}: ${says}` })
    const statements: PreparedStatement[] = []
    try {
      for (const statement of db.iterateStatements(step.sql)) {
        const sql = statement.getSQL()
        const names = parameters(sql)
        const unknown = names.find((name) => !known.has(name))
        if (unknown) return at(`:${unknown} is not a field of the tool's input_schema; its fields are ${[...known].join(', ')}`)
        const facts = statementFacts(db, sql)
        if (facts.writes && step.kind !== 'run') return at('it writes; only a run step may')
        const touched = facts.tables.find((table) => bookkeeping.includes(table))
        if (touched) return at(`it writes ${touched}, a bookkeeping table that tools cannot write`)
        writes ||= facts.writes
        schema ||= facts.schema
        for (const table of facts.tables) tables.add(table)
        const prepared = db.prepare(sql)
        statements.push({ statement: prepared, parameters: names, columns: prepared.getColumnNames() })
      }
    } catch (error) {
      return at(messageOf(error))
    }
    if (statements.length === 0 && step.kind !== 'fault') return at('it holds no SQL')
    if (statements.length > 1 && step.kind !== 'run') return at('it holds more than one statement')
    if (step.kind !== 'run' && step.kind !== 'fault' && statements[0]?.columns.length === 0) return at('it yields no columns')
    steps.push({ kind: step.kind, message: step.message, statements })
  }
  return { name: tool.name, steps, writes, tables: schema ? null : tables }
}

/** sql.js throws Errors, and for its own misuse strings. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
