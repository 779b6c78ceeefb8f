// An episode: what happened, ungraded. Its turns in their order are the trajectory.
import type { Static } from 'typebox'
import type { Change } from '../world/change'
import type { AgentTurnSchema, AttemptSchema, CallSchema, CustomerTurnSchema, EventTurnSchema, TerminationSchema, UsageSchema } from './episodeSchema'

/** One tool call, its outcome and the rows it changed. */
export type Call = Omit<Static<typeof CallSchema>, 'changes'> & { changes: Change[] }

/** A content block of the Messages API, kept verbatim. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: string; [field: string]: unknown }

export type Usage = Static<typeof UsageSchema>
export type Attempt = Static<typeof AttemptSchema>

export type AgentTurn = Omit<Static<typeof AgentTurnSchema>, 'content' | 'calls'> & { content: Block[]; calls: Call[] }
export type CustomerTurn = Static<typeof CustomerTurnSchema>
export type EventTurn = Omit<Static<typeof EventTurnSchema>, 'changes'> & { changes: Change[] }
export type Turn = AgentTurn | CustomerTurn | EventTurn

/** Why an episode stopped. */
export type Termination = Static<typeof TerminationSchema>

export interface Episode {
  turns: Turn[]
  termination: Termination
  silent_end?: boolean
}

/** All calls of an episode, in their order. */
export const callsOf = (episode: Episode): Call[] => episode.turns.flatMap((turn) => (turn.role === 'agent' ? turn.calls : []))

/** Every change of an episode in its order, the agent's and the environment's. */
export function everyChange(episode: Episode): Change[] {
  let calls = 0
  const moments = episode.turns.flatMap((turn) => {
    // An event stands before the turn in which it happened: its call says where in it.
    if (turn.role === 'event') return [{ at: (turn.before_call ?? calls + 1) - 0.5, changes: turn.changes }]
    if (turn.role !== 'agent') return []
    calls += turn.calls.length
    return turn.calls.map(({ n, changes }) => ({ at: n, changes }))
  })
  return moments.sort((a, b) => a.at - b.at).flatMap(({ changes }) => changes)
}

/** The text of one agent turn, its text blocks joined by blank lines. */
export function textOf(turn: AgentTurn): string {
  return turn.content
    .filter((block): block is { type: 'text'; text: string } => block.type === 'text' && 'text' in block && typeof block.text === 'string')
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
