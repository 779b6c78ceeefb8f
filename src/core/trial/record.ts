// The record: what a run and a trial leave behind, version 1.
import { Type, type Static } from 'typebox'
import { BundleSchema, type Bundle } from '../task/schema'
import { literals } from '../task/literals'
import { NeededCallsSchema } from '../task/ruleSchema'
import type { Change } from '../world/change'
import { ChangeSchema } from '../world/changeSchema'
import type { Table } from '../world/table'
import { TableSchema } from '../world/tableSchema'
import type { Episode } from '../agent/episode'
import { EpisodeSchema } from '../agent/episodeSchema'
import { GradeSchema, type Grade } from '../grade/check'

export const PlayerSchema = Type.Object({
  kind: literals('script', 'model', 'person'),
  id: Type.String({ minLength: 1, description: 'oracle, null, liar, …; a model\'s id; "you".' }),
  title: Type.String({ minLength: 1 }),
  mutant: Type.Optional(Type.String({ description: 'Which deliberate fault, as operator@call.' })),
})
export type Player = Static<typeof PlayerSchema>

export const TerminalStateSchema = literals(
  'pass', 'fail', 'inconclusive',
  'system_error', 'grader_error', 'timeout', 'truncated', 'refusal', 'step_limit', 'stopped', 'missing_output', 'invalid', 'cancelled', 'customer',
)
/** Exactly one for each trial. Only pass and fail are scored; the rest is attrition, never coerced into either. */
export type TerminalState = Static<typeof TerminalStateSchema>

const time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$', description: 'UTC, ISO 8601.' })

export const SlotSchema = {
  world: Type.String({ minLength: 1 }),
  task: Type.String({ minLength: 1 }),
  index: Type.Integer({ minimum: 0, description: 'Which trial of its task, from 0.' }),
}

export const LabelSchema = Type.Object({
  by: Type.String({ description: 'Who says it.' }),
  label: Type.String(),
  about: Type.Optional(Type.String({ description: '"failure": the label is one of wrong_tool, bad_argument, gave_up_early, looped, invented_result, ignored_error, unexpected_change, missing_change.' })),
  holds: Type.Optional(Type.Boolean({ description: 'false: it is said not to be so.' })),
}, { additionalProperties: true })
/** What a person says of a trial. */
export type Label = Static<typeof LabelSchema> & { [field: string]: unknown }

export const TrialSchema = Type.Object({
  ...SlotSchema,
  attempt: Type.Integer({ minimum: 1, description: 'A re-run of an unscored trial counts up; the last one counts.' }),
  player: PlayerSchema,
  started: time,
  milliseconds: Type.Number({ minimum: 0 }),
  episode: EpisodeSchema,
  outcome: Type.Object({ changes: Type.Array(ChangeSchema) }),
  grade: Type.Union([GradeSchema, Type.Null()], { description: 'null where the grader threw.' }),
  state: TerminalStateSchema,
  error: Type.Optional(Type.String({ description: 'What went wrong, where the state is an error.' })),
  practice: Type.Optional(Type.Boolean({ description: 'Steps were undone: kept, and not to be counted.' })),
  judgements: Type.Optional(Type.Array(Type.Object({ by: Type.String(), dimension: Type.String() }, { additionalProperties: true }))),
  labels: Type.Optional(Type.Array(LabelSchema)),
})
export interface Trial {
  world: string
  task: string
  index: number
  attempt: number
  player: Player
  /** UTC, ISO 8601. */
  started: string
  milliseconds: number
  episode: Episode
  outcome: { changes: Change[] }
  grade: Grade | null
  state: TerminalState
  error?: string
  practice?: boolean
  judgements?: { by: string; dimension: string; [field: string]: unknown }[]
  labels?: Label[]
}

const hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hex.' })

export const ConfigurationSchema = Type.Object({
  player: PlayerSchema,
  trials: Type.Integer({ minimum: 1, description: 'Trials planned a task.' }),
  steps: Type.Integer({ minimum: 1, description: 'Model turns allowed an episode.' }),
  seed: Type.Integer({ minimum: 0 }),
}, { additionalProperties: true })
export type Configuration = Static<typeof ConfigurationSchema> & { [field: string]: unknown }

const taskOf = { world: Type.String(), task: Type.String() }
const whole = Type.Integer({ minimum: 0 })

/** What is known of a run that was not played here: where it is from, and of its tasks what no world of ours can say. */
export const ReferenceSchema = Type.Object({
  label: Type.String({ minLength: 1, description: 'What it must be called wherever it is shown: "published counts", "τ-bench results".' }),
  source: Type.String({ minLength: 1, description: 'Where it is from.' }),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'How it was read, a sentence each.' })),
  cost_per_success: Type.Optional(Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'Dollars of agent cost for each passed episode, as published.' })),
  process: Type.Optional(Type.Array(Type.Object({ dimension: Type.String(), passed: whole, of: whole, says: Type.Optional(Type.String()) }), { description: 'What else was counted beside the verdicts.' })),
  tasks: Type.Optional(Type.Array(Type.Object({ ...taskOf, says: Type.Optional(Type.String({ description: 'What was asked.' })), nothing: Type.Optional(Type.Boolean({ description: 'Whether doing nothing passes it; absent where the source does not tell.' })), needs: Type.Optional(NeededCallsSchema) }))),
})
export type Reference = Static<typeof ReferenceSchema>

const amount = {
  calls: Type.Integer({ minimum: 0, description: 'Requests sent.' }),
  nanodollars: Type.Integer({ minimum: 0, description: 'Known cost, in 10⁻⁹ dollars.' }),
  uncertain: Type.Integer({ minimum: 0, description: 'At most what requests cost that were never answered whole.' }),
  unpriced: Type.Integer({ minimum: 0, description: 'Answered requests whose cost is unknown, for want of a price or of usage.' }),
}
const AmountSchema = Type.Object(amount)
export type Amount = Static<typeof AmountSchema>
export const SpentSchema = Type.Object({ ...amount, customers: AmountSchema }, { description: 'What the run had come to when it was written, requests that never became a turn included; of it, what the model took that plays the customers.' })
export type Spent = Static<typeof SpentSchema>

const RunHeadFields = {
  format: Type.Literal('aftermath/run'),
  version: Type.Literal(1),
  id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' }),
  name: Type.String({ minLength: 1 }),
  created: time,
  app: Type.String({ description: 'The version of the app that made it.' }),
  kind: literals('scripted', 'model', 'person', 'mutants', 'synthetic', 'reference'),
  configuration: ConfigurationSchema,
  configuration_hash: hash,
  manifest: Type.Array(Type.Object({ world: Type.String(), task: Type.String(), trials: Type.Integer({ minimum: 0 }) }), { description: 'The trials that were planned.' }),
  hashes: Type.Object({
    grader: Type.String(),
    worlds: Type.Record(Type.String(), Type.Object({ world: hash, tools: hash, policy: hash, tasks: Type.Record(Type.String(), hash) })),
  }),
  worlds: Type.Array(BundleSchema, { description: 'Each world as it was, with the tasks of the manifest: what it takes to grade or play any trial again.' }),
  starts: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(TableSchema)), { description: 'World → task → its tables before the first step.' }),
  reference: Type.Optional(ReferenceSchema),
  spent: Type.Optional(SpentSchema),
}

export const RunSchema = Type.Object({
  $schema: Type.Optional(Type.String()),
  ...RunHeadFields,
  trials: Type.Optional(Type.Array(TrialSchema)),
  counts: Type.Optional(Type.Array(Type.Object({ world: Type.String(), task: Type.String(), trials: Type.Integer({ minimum: 0 }), passes: Type.Integer({ minimum: 0 }) }), { description: 'Instead of trials, where only passes a task are known.' })),
}, { title: 'Aftermath run' })

/** A run without its trials: small, read whole. */
export interface RunHead {
  format: 'aftermath/run'
  version: 1
  id: string
  name: string
  created: string
  app: string
  kind: 'scripted' | 'model' | 'person' | 'mutants' | 'synthetic' | 'reference'
  configuration: Configuration
  configuration_hash: string
  manifest: { world: string; task: string; trials: number }[]
  hashes: { grader: string; worlds: Record<string, { world: string; tools: string; policy: string; tasks: Record<string, string> }> }
  worlds: Bundle[]
  starts: Record<string, Record<string, Table[]>>
  reference?: Reference
  /** As its file told; what is played on here is in the ledger. */
  spent?: Spent
  counts?: { world: string; task: string; trials: number; passes: number }[]
}
export interface Run extends RunHead {
  trials?: Trial[]
}
