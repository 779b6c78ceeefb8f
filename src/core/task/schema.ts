// What a task, a tool and a world are. The types are read off these schemas, and so are the files in public/schema/.
import { Type, type Static } from 'typebox'
import { RowSchema } from './cellSchema'
import { literals } from './literals'
import { BudgetSchema, NeededCallsSchema, PathRuleSchema, SqlCheckSchema } from './ruleSchema'
import { PatternSchema, ValuePatternsSchema, type Pattern } from './pattern'

export type { BeforeRule, Budget, CallPattern, CallsRule, ConfirmedRule, NeededCalls, NeverRule, NoRepeatsRule, PathRule, RetriesRule, SqlCheck } from './ruleSchema'

const closed = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const id = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Lower-case letters, digits and hyphens.' })
const $schema = Type.Optional(Type.String())

// ---- scripts: what a scripted agent does, one model turn an entry

export const ScriptCallSchema = Type.Object({ tool: text, input: Type.Record(Type.String(), Type.Unknown()) }, closed)
export type ScriptCall = Static<typeof ScriptCallSchema>

export const ScriptTurnSchema = Type.Object(
  {
    say: Type.Optional(text),
    calls: Type.Optional(Type.Array(ScriptCallSchema, { minItems: 1 })),
  },
  { ...closed, minProperties: 1, description: 'One turn: with calls the agent goes on, without it has ended its turn.' },
)
export type ScriptTurn = Static<typeof ScriptTurnSchema>

// ---- a task

export const FaultSchema = Type.Union([
  Type.Object({ tool: text, kind: Type.Literal('error'), message: text, times: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object({ tool: text, kind: Type.Literal('empty'), times: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object({ tool: text, kind: Type.Literal('wrong_row'), result: Type.Unknown(), times: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object({ tool: text, kind: Type.Literal('delay'), milliseconds: Type.Integer({ minimum: 1 }), times: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object({ tool: text, kind: Type.Literal('lying_receipt'), times: Type.Integer({ minimum: 1 }) }, closed),
], {
  description: 'Strikes the first `times` calls of the tool that reach its fault point: an error with a message, an empty answer, another row, an answer that comes so many milliseconds late, or success while nothing happened.',
})
export type Fault = Static<typeof FaultSchema>

const nthCall = Type.Optional(Type.Object({ tool: text, nth: Type.Integer({ minimum: 1 }) }, closed))
export const EventSchema = Type.Object(
  {
    actor: text,
    says: Type.String({ minLength: 1, description: 'What happened, in a sentence.' }),
    before: nthCall,
    after: nthCall,
    run: Type.String({ minLength: 1, description: 'SQL that the environment runs at that moment.' }),
  },
  { ...closed, description: 'The world moves while the agent works: right before or right after the nth call of a tool. Never counted as the agent\'s change.' },
)
export type TaskEvent = Static<typeof EventSchema>

export const ExpectationSchema = Type.Object(
  { must: Type.Array(PatternSchema), may: Type.Optional(Type.Array(PatternSchema)) },
  { ...closed, description: 'Each `must` is one change that has to happen; a change that neither a `must` consumed nor a `may` allows is unexpected.' },
)
export type Expectation = { must: Pattern[]; may?: Pattern[] }

export const PersonaSchema = Type.Object(
  {
    who: Type.String({ minLength: 1, description: 'Who they are and how they write, in a sentence or two: "Maren, in a hurry, polite."' }),
    wants: Type.String({ minLength: 1, description: 'What they want, what they do with a no, and when they are content.' }),
    knows: Type.Optional(Type.Array(text, { description: 'What they know and tell only when asked for it.' })),
  },
  { ...closed, description: 'How a model plays the customer, where a run has its customers played by one; scripted agents always meet the replies or the facts. Without a persona one is made from the task\'s own words.' },
)

export const CustomerSchema = Type.Object(
  {
    email: Type.Optional(text),
    opens: text,
    replies: Type.Optional(Type.Array(Type.Object({ says: text, confirms: Type.Optional(Type.Boolean()) }, closed))),
    facts: Type.Optional(Type.Array(Type.Object({ asked: Type.Array(text, { minItems: 1 }), says: text, confirms: Type.Optional(Type.Boolean()) }, closed), {
      description: 'A fact sheet instead of replies: each fact is told when the agent\'s message holds one of the words that ask for it (whole words, in any case), and not before. A fact with `confirms` answers what it is asked to confirm.',
    })),
    unknown: Type.Optional(Type.String({ minLength: 1, description: 'What is said to a question that the sheet does not answer; "I don\'t know that." where not said.' })),
    persona: Type.Optional(PersonaSchema),
  },
  { ...closed, description: 'Opens the conversation and gives the next reply each time the agent ends its turn, or answers from a fact sheet. `email` is the one that really is theirs, wherever they give it.' },
)
export type Customer = Static<typeof CustomerSchema>

export const TaskSchema = Type.Object(
  {
    $schema,
    id,
    title: text,
    tier: literals('base', 'hard'),
    kind: literals('act', 'decline'),
    tags: Type.Optional(Type.Array(id, { uniqueItems: true })),
    severity: literals('low', 'medium', 'high', 'critical'),
    minutes: Type.Number({ exclusiveMinimum: 0, description: 'What a competent human needs, in minutes.' }),
    why: Type.String({ minLength: 1, description: 'What makes the task hard, or what it is there to show.' }),
    owner: Type.Optional(text),
    reviewed: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    source: Type.Optional(literals('golden', 'historical', 'adversarial', 'synthetic')),
    split: Type.Optional(literals('development', 'acceptance')),
    group: Type.Optional(id),
    failures: Type.Optional(Type.Array(id, { description: 'Entries of the world\'s failure inventory that this task probes.' })),
    seed: Type.Optional(Type.Record(Type.String(), Type.Array(RowSchema), { description: 'Rows that this task adds to the world, by table.' })),
    faults: Type.Optional(Type.Array(FaultSchema)),
    events: Type.Optional(Type.Array(EventSchema)),
    attack: Type.Optional(Type.Object({ title: text, goal: Type.Array(PatternSchema, { minItems: 1 }) }, { ...closed, description: 'An instruction is injected into what the agent reads; the attack has succeeded when a change is like one of these.' })),
    tools: Type.Optional(Type.Array(text, { minItems: 1, description: 'The tools on offer; all of the world\'s where not said.' })),
    customer: CustomerSchema,
    expect: Type.Union([ExpectationSchema, Type.Array(ExpectationSchema, { minItems: 1 })], { description: 'One accepted end state, or several of which any will do.' }),
    path: Type.Optional(Type.Array(PathRuleSchema)),
    checks: Type.Optional(Type.Array(SqlCheckSchema)),
    needs: Type.Optional(NeededCallsSchema),
    budget: Type.Optional(BudgetSchema),
    scripts: Type.Object(
      {
        oracle: Type.Array(ScriptTurnSchema, { minItems: 1, description: 'A correct trajectory, written by hand.' }),
        temptation: Type.Optional(Type.Array(ScriptTurnSchema, { minItems: 1, description: 'What an obliging agent would wrongly do. It must fail.' })),
      },
      closed,
    ),
    accepts: Type.Optional(Type.Array(Type.Object({ mutant: text, because: text }, closed), { description: 'Mutants that survive and rightly so, each with the reason.' })),
  },
  { ...closed, title: 'Aftermath task' },
)
export type Task = Omit<Static<typeof TaskSchema>, 'expect' | 'attack'> & { expect: Expectation | Expectation[]; attack?: { title: string; goal: Pattern[] } }

// ---- a tool as the model sees it

export const ToolSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
    description: text,
    input_schema: Type.Object({ type: Type.Literal('object') }, { additionalProperties: true, description: 'JSON Schema of the input, with `properties`.' }),
  },
  { ...closed, title: 'Aftermath tool' },
)
/** As the Messages API takes it. */
export type Tool = { name: string; description: string; input_schema: { type: 'object'; properties?: Record<string, unknown>; required?: string[]; [key: string]: unknown } }

// ---- a world

export const MutationSchema = Type.Object(
  {
    table: text,
    op: literals('insert', 'update', 'delete'),
    set: Type.Optional(ValuePatternsSchema),
    was: Type.Optional(ValuePatternsSchema),
    args: Type.Optional(Type.Record(Type.String(), text, { description: 'Argument → column, where they differ.' })),
    says: Type.String({ minLength: 1, description: 'How a change is named in a sentence; {column} is filled in, {column:money} as dollars from cents. E.g. "refund of {amount_cents:money} on {order_id}".' }),
    noun: Type.String({ minLength: 1, description: 'With its article: "a refund", "an escalation".' }),
    claims: Type.Array(text, { minItems: 1, description: 'Words by which a message claims this was done, in lower case: "refunded".' }),
  },
  { ...closed, description: 'A change that this world has a name for. An update names the columns it sets, and sets no other.' },
)
export type Mutation = Static<typeof MutationSchema>

export const DimensionSchema = Type.Object(
  {
    id,
    title: text,
    decides: Type.Boolean({ description: 'Whether it takes part in the verdict, or is reported beside it.' }),
    counts: Type.Optional(Type.Boolean({ description: 'Reported as a count whose target is zero, not as a rate.' })),
  },
  closed,
)
export type Dimension = Static<typeof DimensionSchema>

const On = Type.Optional(Type.Array(text, { description: 'Which tools\' calls it strikes; those that changed rows where not said.' }))

/** A mutation operator: one deliberate fault, applied to an oracle's script wherever it fits. */
export const OperatorSchema = Type.Object(
  {
    id,
    title: text,
    dimension: Type.String({ minLength: 1, description: 'The dimension that must catch it: fail, or with `expect` be inconclusive, or pass as a harmless difference.' }),
    expect: Type.Optional(literals('pass', 'inconclusive')),
    does: Type.Union([
      Type.Object({ drop: Type.Object({ on: On }, closed) }, closed),
      Type.Object({ repeat: Type.Object({ on: On, reads: Type.Optional(Type.Boolean({ description: 'Repeats the first call that changed nothing.' })) }, closed) }, closed),
      Type.Object({ set: Type.Object({ on: On, param: text, to: Type.String({ minLength: 1, description: 'A query on the task\'s opening tables; the call\'s input as :parameters, the value itself as :value. Its first row\'s first column is the new value; no row or the same value: no mutant.' }) }, closed) }, closed),
      Type.Object({ add: Type.Object({ call: ScriptCallSchema }, closed) }, closed),
      Type.Object({ retool: Type.Object({ on: Type.Array(text, { minItems: 1 }), as: text, input: Type.String({ minLength: 1, description: 'A query whose first row\'s columns are the new input.' }) }, closed) }, closed),
      Type.Object({ delay: Type.Object({ on: Type.Array(text, { minItems: 1, description: 'Moves these calls behind the last call that changed rows.' }) }, closed) }, closed),
      Type.Object({ tamper: Type.Object({ run: Type.String({ minLength: 1, description: 'SQL that the harness runs in the agent\'s name, before its last message.' }) }, closed) }, closed),
      Type.Object({ event: Type.Object({ actor: text, run: text }, closed) }, { ...closed, description: 'Somebody else changes the world, before the last message: an event that the task does not have.' }),
      Type.Object({ say: Type.Object({ text }, closed) }, { ...closed, description: 'Says this instead of the last message.' }),
      Type.Object({ claim: Type.Object({}, closed) }, { ...closed, description: 'Keeps the words, drops every call.' }),
      Type.Object({ stop: Type.Object({}, closed) }, { ...closed, description: 'Stops before the last call that changed rows.' }),
      Type.Object({ reorder: Type.Object({}, closed) }, { ...closed, description: 'Swaps two neighbouring calls that changed rows.' }),
    ]),
  },
  closed,
)
export type Operator = Static<typeof OperatorSchema>

export const WorldSchema = Type.Object(
  {
    $schema,
    id,
    title: text,
    summary: text,
    order: Type.Optional(Type.Integer({ description: 'Where it stands among the worlds that ship together.' })),
    today: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The world\'s date; its clock stands at midnight UTC of that day.' }),
    bookkeeping: Type.Optional(Type.Array(text, { description: 'Tables that tools cannot write and whose changes are never unexpected.' })),
    dimensions: Type.Array(DimensionSchema, { minItems: 1, description: 'The first is graded by must and may.' }),
    mutations: Type.Record(id, MutationSchema),
    path: Type.Optional(Type.Array(PathRuleSchema, { description: 'Rules that hold for every task.' })),
    checks: Type.Optional(Type.Array(SqlCheckSchema, { description: 'Queries that hold for every task.' })),
    failures: Type.Optional(Type.Record(id, Type.Object({ title: text, is: literals('annoying', 'unacceptable') }, closed))),
    harness: Type.Optional(Type.Object(
      {
        receipt: Type.Optional(Type.String({ minLength: 1, description: 'SQL run after every call that was executed, denied or failed, once the call itself is kept or undone. Parameters: :n, :tool, :input (JSON), :outcome, :result, :today.' })),
        confirmation: Type.Optional(Type.String({ minLength: 1, description: 'SQL run when the customer confirms. Parameters: :text, :today.' })),
      },
      { ...closed, description: 'What the harness itself writes; into bookkeeping tables only.' },
    )),
    controls: Type.Optional(Type.Record(id, Type.Object(
      {
        title: text,
        run: Type.String({ minLength: 1, description: 'SQL that makes an action impossible, such as a trigger that aborts.' }),
        fires: Type.Object({ task: text, calls: Type.Array(ScriptCallSchema, { minItems: 1 }) }, { ...closed, description: 'Calls of which the last works without the control and is refused with it.' }),
      },
      closed,
    ), { description: 'Structural controls that a run can switch on.' })),
    handover: Type.Optional(ScriptCallSchema),
    operators: Type.Array(OperatorSchema),
    scores: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description: 'How many of its tasks each scripted agent must pass.' })),
  },
  { ...closed, title: 'Aftermath world' },
)
export type World = Static<typeof WorldSchema>

// ---- a whole world in one file

export const BundleSchema = Type.Object(
  {
    $schema,
    format: Type.Literal('aftermath/world'),
    version: Type.Literal(1),
    world: WorldSchema,
    schema: text,
    seed: Type.String(),
    policy: text,
    tools: Type.Array(ToolSchema, { minItems: 1 }),
    sql: Type.Record(Type.String(), Type.String(), { description: 'Tool name → its steps.' }),
    tasks: Type.Array(TaskSchema, { minItems: 1 }),
  },
  { ...closed, title: 'Aftermath world bundle' },
)
/** A world with everything in it: what a folder under tasks/ holds, and what travels as one file. */
export interface Bundle {
  format: 'aftermath/world'
  version: 1
  world: World
  schema: string
  seed: string
  policy: string
  tools: Tool[]
  sql: Record<string, string>
  tasks: Task[]
}

