// Writes the published JSON Schemas from the ones the types are read off.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CellSchema, RowSchema } from '../core/task/cellSchema'
import { ChangePatternSchema, PatternSchema, ValuePatternSchema, ValuePatternsSchema } from '../core/task/pattern'
import { BundleSchema, ExpectationSchema, OperatorSchema, ScriptCallSchema, ScriptTurnSchema, TaskSchema, ToolSchema, WorldSchema } from '../core/task/schema'
import { CallPatternSchema, PathRuleSchema } from '../core/task/ruleSchema'
import { MonitorRuleSchemas, MonitorSchema } from '../core/task/monitorSchema'
import { ChangeSchema } from '../core/world/changeSchema'
import { TableSchema } from '../core/world/tableSchema'
import { CallSchema, EpisodeSchema } from '../core/agent/episodeSchema'
import { GradeSchema } from '../core/grade/check'
import { PlayerSchema, RunSchema, TrialSchema } from '../core/trial/record'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Schemas that get a name of their own, so that no file says the same thing twice. */
const NAMED: Record<string, object> = {
  cell: CellSchema, row: RowSchema, valuePattern: ValuePatternSchema, valuePatterns: ValuePatternsSchema, changePattern: ChangePatternSchema,
  pattern: PatternSchema, callPattern: CallPatternSchema, pathRule: PathRuleSchema, scriptCall: ScriptCallSchema, scriptTurn: ScriptTurnSchema,
  expectation: ExpectationSchema, operator: OperatorSchema, change: ChangeSchema, table: TableSchema, call: CallSchema, episode: EpisodeSchema,
  grade: GradeSchema, player: PlayerSchema, trial: TrialSchema, task: TaskSchema, tool: ToolSchema, world: WorldSchema, bundle: BundleSchema,
  ...Object.fromEntries(Object.entries(MonitorRuleSchemas).map(([kind, schema]) => [`${kind}Rule`, schema])),
}

const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]))

/** One self-contained schema file: named parts stand once, under $defs. */
function file(schema: object): string {
  const $defs: Record<string, unknown> = {}
  const body = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(part) : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, part(one)])) : value
  const part = (value: unknown): unknown => {
    const name = typeof value === 'object' && value !== null ? names.get(JSON.stringify(value)) : undefined
    if (name === undefined) return body(value)
    if (!Object.hasOwn($defs, name)) {
      $defs[name] = {}
      $defs[name] = body(value)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const whole = body(schema) as object
  return `${JSON.stringify({ $schema: DIALECT, ...whole, $defs }, null, 2)}\n`
}

/** File name → its text. */
export const publishedSchemas = (): Record<string, string> => ({
  'task.schema.json': file(TaskSchema),
  'tool.schema.json': file(ToolSchema),
  'world.schema.json': file(WorldSchema),
  'bundle.schema.json': file(BundleSchema),
  'run.schema.json': file(RunSchema),
  'monitor.schema.json': file(MonitorSchema),
})

if (process.argv[1] === import.meta.filename) {
  const folder = join(import.meta.dirname, '../../public/schema')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(publishedSchemas())) writeFileSync(join(folder, name), text)
}
