// The schema of an episode.
import { Type } from 'typebox'
import { literals } from '../task/literals'
import { ChangeSchema } from '../world/changeSchema'

export const CallSchema = Type.Object({
  n: Type.Integer({ minimum: 1, description: 'Its number within the episode, from 1.' }),
  id: Type.String({ description: 'The tool_use id that the model gave it.' }),
  tool: Type.String(),
  input: Type.Unknown({ description: 'As it came; not necessarily an object.' }),
  outcome: literals('ok', 'error', 'denied'),
  result: Type.String({ description: 'What the agent read: JSON where the outcome is ok, else a sentence.' }),
  changes: Type.Array(ChangeSchema, { description: 'What this call changed.' }),
  fault: Type.Optional(literals('error', 'empty', 'wrong_row', 'delay', 'lying_receipt')),
  delayed: Type.Optional(Type.Integer({ minimum: 1, description: 'Milliseconds after which the answer came, where a fault held it back. A model really waits for it; a script does not, and the time is only on record.' })),
  by: Type.Optional(Type.Literal('harness', { description: 'Not a tool: the harness changed the world in the agent\'s name, as a deliberate fault.' })),
})

/** A content block of the Messages API, kept verbatim. */
export const BlockSchema = Type.Object({ type: Type.String() }, { additionalProperties: true })

export const UsageSchema = Type.Object({
  input_tokens: Type.Union([Type.Integer(), Type.Null()]),
  output_tokens: Type.Union([Type.Integer(), Type.Null()]),
  cache_creation_input_tokens: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  cache_read_input_tokens: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
}, { additionalProperties: true })

/** One request for a turn: when it was sent, what came back (null: no answer), and what was wrong with it. */
export const AttemptSchema = Type.Object({
  at: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Optional(Type.String()),
})

export const AgentTurnSchema = Type.Object({
  role: Type.Literal('agent'),
  content: Type.Array(BlockSchema),
  stop_reason: Type.Union([Type.String(), Type.Null()]),
  calls: Type.Array(CallSchema),
  model: Type.Optional(Type.String({ description: 'The model that answered.' })),
  usage: Type.Optional(UsageSchema),
  nanodollars: Type.Optional(Type.Integer({ minimum: 0, description: 'What its request cost by the prices of the run, in 10⁻⁹ dollars; absent where that is not known.' })),
  request_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  milliseconds: Type.Optional(Type.Number({ minimum: 0 })),
  attempts: Type.Optional(Type.Array(AttemptSchema)),
})

export const CustomerTurnSchema = Type.Object({
  role: Type.Literal('customer'),
  text: Type.String(),
  by: literals('script', 'facts', 'model', 'person'),
  confirms: Type.Optional(Type.Boolean()),
  model: Type.Optional(Type.String({ description: 'The model that spoke, where one plays the customer.' })),
  usage: Type.Optional(UsageSchema),
  request_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  milliseconds: Type.Optional(Type.Number({ minimum: 0 })),
  attempts: Type.Optional(Type.Array(AttemptSchema)),
  ends: Type.Optional(Type.Literal(true, { description: 'Their last words: the agent has no turn after them.' })),
})

export const EventTurnSchema = Type.Object({
  role: Type.Literal('event'),
  actor: Type.String(),
  run: Type.Optional(Type.String({ description: 'The SQL that was run.' })),
  before_call: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of the call before which it happened.' })),
  changes: Type.Array(ChangeSchema),
  text: Type.Optional(Type.String()),
})

/** Why an episode stopped. */
export const TerminationSchema = Type.Object({
  kind: literals(
    'done', 'truncated', 'context_exceeded', 'refusal', 'step_limit', 'timeout', 'stopped',
    'missing_output', 'wrong_model', 'system_error', 'cancelled', 'diverged', 'customer',
  ),
  detail: Type.Optional(Type.String({ description: 'One sentence, or the unknown stop_reason.' })),
  attempts: Type.Optional(Type.Array(AttemptSchema, { description: 'The requests for a turn that never came.' })),
})

export const EpisodeSchema = Type.Object({
  turns: Type.Array(Type.Union([AgentTurnSchema, CustomerTurnSchema, EventTurnSchema])),
  termination: TerminationSchema,
  silent_end: Type.Optional(Type.Boolean({ description: 'The last turn said nothing, after work had been done.' })),
})
