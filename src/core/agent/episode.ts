// An episode: what happened, ungraded. Its turns in their order are the trajectory.
import { Type, type Static } from 'typebox'
import { literals } from '../task/literals'
import { ChangeSchema, type Change } from '../world/change'

export const CallSchema = Type.Object({
  n: Type.Integer({ minimum: 1, description: 'Its number within the episode, from 1.' }),
  id: Type.String({ description: 'The tool_use id that the model gave it.' }),
  tool: Type.String(),
  input: Type.Unknown({ description: 'As it came; not necessarily an object.' }),
  outcome: literals('ok', 'error', 'denied'),
  result: Type.String({ description: 'What the agent read: JSON where the outcome is ok, else a sentence.' }),
  changes: Type.Array(ChangeSchema, { description: 'What this call changed.' }),
  fault: Type.Optional(literals('error', 'empty', 'wrong_row', 'delay', 'lying_receipt')),
  by: Type.Optional(Type.Literal('harness', { description: 'Not a tool: the harness changed the world in the agent\'s name, as a deliberate fault.' })),
})
export type Call = Omit<Static<typeof CallSchema>, 'changes'> & { changes: Change[] }

/** A content block of the Messages API, kept verbatim. */
export const BlockSchema = Type.Object({ type: Type.String() }, { additionalProperties: true })
export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: string; [field: string]: unknown }

export const UsageSchema = Type.Object({
  input_tokens: Type.Union([Type.Integer(), Type.Null()]),
  output_tokens: Type.Union([Type.Integer(), Type.Null()]),
  cache_creation_input_tokens: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  cache_read_input_tokens: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
}, { additionalProperties: true })
export type Usage = Static<typeof UsageSchema>

export const AgentTurnSchema = Type.Object({
  role: Type.Literal('agent'),
  content: Type.Array(BlockSchema),
  stop_reason: Type.Union([Type.String(), Type.Null()]),
  calls: Type.Array(CallSchema),
  model: Type.Optional(Type.String({ description: 'The model that answered.' })),
  usage: Type.Optional(UsageSchema),
  request_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  milliseconds: Type.Optional(Type.Number({ minimum: 0 })),
  attempts: Type.Optional(Type.Array(Type.Object({ at: Type.String(), status: Type.Union([Type.Integer(), Type.Null()]), error: Type.Optional(Type.String()) }))),
})
export const CustomerTurnSchema = Type.Object({
  role: Type.Literal('customer'),
  text: Type.String(),
  by: literals('script', 'facts', 'model', 'person'),
  confirms: Type.Optional(Type.Boolean()),
})
export const EventTurnSchema = Type.Object({
  role: Type.Literal('event'),
  actor: Type.String(),
  changes: Type.Array(ChangeSchema),
  text: Type.Optional(Type.String()),
})
export type AgentTurn = Omit<Static<typeof AgentTurnSchema>, 'content' | 'calls'> & { content: Block[]; calls: Call[] }
export type CustomerTurn = Static<typeof CustomerTurnSchema>
export type EventTurn = Omit<Static<typeof EventTurnSchema>, 'changes'> & { changes: Change[] }
export type Turn = AgentTurn | CustomerTurn | EventTurn

/** Why an episode stopped. */
export const TerminationSchema = Type.Object({
  kind: literals(
    'done', 'truncated', 'context_exceeded', 'refusal', 'step_limit', 'timeout', 'stopped',
    'missing_output', 'wrong_model', 'system_error', 'cancelled', 'diverged',
  ),
  detail: Type.Optional(Type.String({ description: 'One sentence, or the unknown stop_reason.' })),
})
export type Termination = Static<typeof TerminationSchema>

export const EpisodeSchema = Type.Object({
  turns: Type.Array(Type.Union([AgentTurnSchema, CustomerTurnSchema, EventTurnSchema])),
  termination: TerminationSchema,
  silent_end: Type.Optional(Type.Boolean({ description: 'The last turn said nothing, after work had been done.' })),
})
export interface Episode {
  turns: Turn[]
  termination: Termination
  silent_end?: boolean
}

/** All calls of an episode, in their order. */
export const callsOf = (episode: Episode): Call[] => episode.turns.flatMap((turn) => (turn.role === 'agent' ? turn.calls : []))

/** The text of one agent turn, its text blocks joined by blank lines. */
export function textOf(turn: AgentTurn): string {
  return turn.content
    .filter((block): block is { type: 'text'; text: string } => block.type === 'text' && typeof block['text' as keyof Block] === 'string')
    .map((block) => block.text)
    .join('\n\n')
}

/** The agent's last words: the text of the last agent turn that has any, or ''. */
export function finalText(episode: Episode): string {
  for (const turn of episode.turns.toReversed()) {
    if (turn.role !== 'agent') continue
    const text = textOf(turn)
    if (text.trim() !== '') return text
  }
  return ''
}
