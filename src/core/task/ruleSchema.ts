// What a task or a world asks of calls, of the finished episode, and of what it used.
import { Type, type Static } from 'typebox'
import { literals } from './literals'
import { ValuePatternsSchema } from './pattern'

const closed = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const id = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Lower-case letters, digits and hyphens.' })

// ---- path rules

export const CallPatternSchema = Type.Object(
  {
    tools: Type.Array(text, { minItems: 1 }),
    input: Type.Optional(ValuePatternsSchema),
    outcome: Type.Optional(literals('ok', 'error', 'denied')),
  },
  { ...closed, description: 'Calls of these tools, with this input, that ended this way (any way where not said).' },
)
export type CallPattern = Static<typeof CallPatternSchema>

const named = { id, title: text, dimension: id }

export const BeforeRuleSchema = Type.Object(
  {
    ...named,
    rule: Type.Literal('before'),
    first: CallPatternSchema,
    then: CallPatternSchema,
    shared: Type.Optional(Type.Object({ first: text, then: text }, { ...closed, description: 'A field of each whose values must be the same: then every `then` needs its own `first`.' })),
  },
  { ...closed, description: 'A call like `first` comes before the earliest call like `then`; not applicable where no call is like `then`.' },
)
export const NeverRuleSchema = Type.Object(
  { ...named, rule: Type.Literal('never'), calls: CallPatternSchema, executed: Type.Optional(Type.Boolean({ description: 'Only what was executed counts; where not said, an attempt does.' })) },
  { ...closed, description: 'No such call.' },
)
export const CallsRuleSchema = Type.Object(
  { ...named, rule: Type.Literal('calls'), required: Type.Array(CallPatternSchema, { minItems: 1 }), match: literals('exact', 'in_order', 'any_order') },
  { ...closed, description: 'These calls are made: exactly these and in this order, in this order among others, or in any order among others.' },
)
export const ConfirmedRuleSchema = Type.Object(
  { ...named, rule: Type.Literal('confirmed'), calls: CallPatternSchema },
  { ...closed, description: 'Before each such call stands a customer\'s turn that is marked as confirming.' },
)
export const NoRepeatsRuleSchema = Type.Object(
  { ...named, rule: Type.Literal('no_repeats'), tools: Type.Optional(Type.Array(text, { minItems: 1 })), scope: literals('in_a_row', 'at_all') },
  { ...closed, description: 'No identical call twice; a retry after an error is no repeat.' },
)
export const RetriesRuleSchema = Type.Object(
  { ...named, rule: Type.Literal('retries'), tools: Type.Array(text, { minItems: 1 }), most: Type.Integer({ minimum: 0 }) },
  { ...closed, description: 'A call that ended in an error is made again, with the same input, at most so many times.' },
)
export type BeforeRule = Static<typeof BeforeRuleSchema>
export type NeverRule = Static<typeof NeverRuleSchema>
export type CallsRule = Static<typeof CallsRuleSchema>
export type ConfirmedRule = Static<typeof ConfirmedRuleSchema>
export type NoRepeatsRule = Static<typeof NoRepeatsRuleSchema>
export type RetriesRule = Static<typeof RetriesRuleSchema>

export const PathRuleSchema = Type.Union([BeforeRuleSchema, NeverRuleSchema, CallsRuleSchema, ConfirmedRuleSchema, NoRepeatsRuleSchema, RetriesRuleSchema])
export type PathRule = BeforeRule | NeverRule | CallsRule | ConfirmedRule | NoRepeatsRule | RetriesRule

// ---- checks, call accuracy, budgets

export const SqlCheckSchema = Type.Object(
  {
    ...named,
    sql: Type.String({ minLength: 1, description: 'One query over the finished episode: the world\'s tables after it, the same before it as before_<table>, and changes, calls, turns. The first column of its first row: true passes, false fails, NULL or no row is unknown.' }),
    requires: Type.Optional(Type.Boolean({ description: 'It asks for something to be done or said: doing nothing must fail it.' })),
    unknown: Type.Optional(Type.String({ minLength: 1, description: 'What is missing where the answer is NULL, as the end of a sentence.' })),
  },
  closed,
)
export type SqlCheck = Static<typeof SqlCheckSchema>

export const NeededCallsSchema = Type.Object(
  { dimension: Type.Optional(Type.String({ minLength: 1, description: 'Under which it counts; only reported where not said.' })), calls: Type.Array(Type.Object({ tool: text, input: Type.Optional(ValuePatternsSchema) }, closed)) },
  { ...closed, description: 'The calls that the task needs, each as often as it stands here; what the agent called is held against them, tool by tool.' },
)
export type NeededCalls = Static<typeof NeededCallsSchema>

const limit = Type.Optional(Type.Number({ exclusiveMinimum: 0 }))
export const BudgetSchema = Type.Object(
  {
    dimension: id,
    steps: Type.Optional(Type.Integer({ minimum: 1, description: 'Model turns, the last one included.' })),
    calls: Type.Optional(Type.Integer({ minimum: 0 })),
    tokens: limit,
    dollars: limit,
    seconds: limit,
    required: Type.Optional(Type.Boolean({ description: 'Exhausting it is a known fail, and not a trial without a score. Else it is reported.' })),
  },
  { ...closed, description: 'What an episode may use. Tokens, dollars and seconds are those of requests to a model: where none was made (a script, a person), they do not apply.' },
)
export type Budget = Static<typeof BudgetSchema>
