// Model: the port behind which an agent thinks. A script, a person and an API are the same to the loop.
import type { Tool } from '../task/schema'
import type { AgentTurn, Block, CustomerTurn, Termination } from './episode'

/** One message as the Messages API takes it. */
export interface Message {
  role: 'user' | 'assistant'
  content: string | Block[]
}

/** What the agent may see, and nothing else. `messages` only ever grows. */
export interface AgentView {
  system: string
  tools: readonly Tool[]
  messages: readonly Message[]
}

/**
 * One turn of the model. `tamper` is SQL that the harness runs in its name, `event` what somebody else does before it:
 * only a deliberate fault has them.
 */
export type ModelTurn = Omit<AgentTurn, 'role' | 'calls'> & { tamper?: string; event?: { actor: string; says: string; run: string } }

/** What an AbortSignal says, without the platform that has it. */
export interface CancelSignal {
  readonly aborted: boolean
  readonly reason?: unknown
}

export interface Model {
  /** The next turn. Throws `Stopped` where it knows why the episode ends here; anything else it throws is a system error. */
  next(view: AgentView, signal: CancelSignal | undefined): Promise<ModelTurn>
}

/** The episode ends here, and this is why. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly termination: Termination
  /** A turn that did come, and is kept, although it ends the episode (another model answered, say). */
  readonly turn: ModelTurn | CustomerTurn | undefined
  constructor(termination: Termination, turn?: ModelTurn | CustomerTurn) {
    super(termination.detail ?? termination.kind)
    this.termination = termination
    this.turn = turn
  }
}

/** Why an episode ends whose signal was aborted: its deadline, or the person. */
export function abortedBy(signal: CancelSignal): Termination {
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    ? { kind: 'timeout', detail: 'The trial reached its deadline.' }
    : { kind: 'cancelled', detail: 'Cancelled by the person.' }
}
