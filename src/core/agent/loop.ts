// The loop: asks the model, runs its calls, lets the customer answer, until something ends the episode.
import type { TaskEvent, Tool } from '../task/schema'
import { WorldHung, type Session } from '../world/world'
import type { CustomerPlayer } from './customer'
import { DueEvents } from './events'
import { textOf, type AgentTurn, type Block, type Call, type CustomerTurn, type Episode, type Termination, type Turn } from './episode'
import { abortedBy, Stopped, type CancelSignal, type Message, type Model, type ModelTurn } from './model'

export interface EpisodeOptions {
  policy: string
  tools: readonly Tool[]
  model: Model
  customer: CustomerPlayer
  session: Session
  /** What the environment does while the agent works. */
  events?: readonly TaskEvent[] | undefined
  /** Model turns allowed, the last one included. */
  steps: number
  signal?: CancelSignal | undefined
  /** Lets so many milliseconds pass, fewer where the signal is aborted. Without it a late answer is there at once, and is only marked as late. */
  wait?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** Told of every turn once it is whole. */
  onTurn?: ((turn: Turn) => void) | undefined
}

type ToolUse = Extract<Block, { type: 'tool_use' }>
/** Every tool call in a history needs its result, or the API refuses the history for ever. */
const NOT_RUN = 'Not run: the turn had ended without waiting for this call.'

const isToolUse = (block: Block): block is ToolUse => block.type === 'tool_use'

/** Runs one episode to its end. Never throws for what an agent, a model or a world does: that is the termination. */
export async function runEpisode(options: EpisodeOptions): Promise<Episode> {
  const { customer, signal } = options
  const turns: Turn[] = []
  const messages: Message[] = []
  const keep = (turn: Turn) => { turns.push(turn); options.onTurn?.(turn) }
  const opening = customer.opens()
  keep(opening)
  messages.push({ role: 'user', content: opening.text })
  const end = (termination: Termination): Episode => ending(turns, termination)

  const due = new DueEvents(options.events ?? [])
  const happen = async (happening: readonly Pick<TaskEvent, 'actor' | 'run' | 'says'>[]) => {
    for (const { actor, says, run } of happening) keep({ role: 'event', actor, text: says, run, before_call: calls + 1, changes: await options.session.event(run) })
  }
  let calls = 0
  for (let step = 0; step < options.steps; step += 1) {
    if (signal?.aborted) return end(abortedBy(signal))
    let said: ModelTurn
    try {
      said = await options.model.next({ system: options.policy, tools: options.tools, messages }, signal)
    } catch (error) {
      if (error instanceof Stopped && error.turn) keep('role' in error.turn ? error.turn : agentTurn(error.turn))
      return end(thrown(error, signal))
    }
    const { tamper, event } = said
    const turn = agentTurn(said)
    try {
      if (event) await happen([event])
      if (tamper !== undefined) {
        turn.calls.push({ n: (calls += 1), id: `tamper_${calls}`, tool: 'tamper', input: { sql: tamper }, outcome: 'ok', result: 'null', changes: await options.session.tamper(tamper), by: 'harness' })
      }
      // Only a turn that ended on its tool calls has whole ones.
      if (said.stop_reason === 'tool_use') {
        for (const use of said.content.filter(isToolUse)) {
          await happen(due.before(use.name))
          const call: Call = { n: calls + 1, id: use.id, tool: use.name, input: use.input, ...(await options.session.call(use.name, use.input)) }
          calls += 1
          turn.calls.push(call)
          if (call.delayed !== undefined) await options.wait?.(call.delayed)
          if (signal?.aborted) throw new Stopped(abortedBy(signal))
          await happen(due.after(use.name))
        }
      }
    } catch (error) {
      keep(turn)
      return end(thrown(error, signal))
    }
    keep(turn)
    messages.push({ role: 'assistant', content: said.content })
    const results = turn.calls.filter((call) => call.by !== 'harness')
    if (said.stop_reason === 'tool_use' && results.length > 0) {
      messages.push({ role: 'user', content: results.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: call.result, ...(call.outcome === 'ok' ? {} : { is_error: true }) })) })
      continue
    }
    const ended = endOf(said.stop_reason)
    if (ended) return end(ended)
    let answer: CustomerTurn | null
    try {
      answer = await customer.answers(textOf(turn), signal)
    } catch (error) {
      if (error instanceof Stopped && error.turn && 'role' in error.turn) keep(error.turn)
      return end(thrown(error, signal))
    }
    if (!answer) return end({ kind: 'done' })
    keep(answer)
    if (answer.ends) return end({ kind: 'done' })
    try {
      const changes = answer.confirms === true ? await options.session.confirmed(answer.text) : []
      if (changes.length > 0) keep({ role: 'event', actor: 'harness', text: 'The confirmation is put on record.', before_call: calls + 1, changes })
    } catch (error) {
      return end(thrown(error, signal))
    }
    const notRun = said.content.filter(isToolUse).map(({ id }): Block => ({ type: 'tool_result', tool_use_id: id, content: NOT_RUN, is_error: true }))
    messages.push({ role: 'user', content: notRun.length > 0 ? [...notRun, { type: 'text', text: answer.text }] : answer.text })
  }
  return end({ kind: 'step_limit', detail: `The episode was not over after ${options.steps} model turns.` })
}

const agentTurn = ({ tamper: _, event: __, ...message }: ModelTurn): AgentTurn => ({ role: 'agent', ...message, calls: [] })

/** What a stop_reason ends the episode with; `null` where it only ends the agent's turn. */
function endOf(reason: string | null): Termination | null {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence': return null
    case 'max_tokens': return { kind: 'truncated', detail: 'The reply reached its token limit.' }
    case 'model_context_window_exceeded': return { kind: 'context_exceeded', detail: 'The conversation no longer fits the model.' }
    case 'refusal': return { kind: 'refusal', detail: 'The model refused.' }
    case 'tool_use': return { kind: 'stopped', detail: 'tool_use without a tool call' }
    default: return { kind: 'stopped', detail: reason ?? 'no stop_reason' }
  }
}

function thrown(error: unknown, signal: CancelSignal | undefined): Termination {
  if (error instanceof Stopped) return error.termination
  if (error instanceof WorldHung) return { kind: 'timeout', detail: error.message }
  if (signal?.aborted) return abortedBy(signal)
  return { kind: 'system_error', detail: error instanceof Error ? error.message : String(error) }
}

function ending(turns: Turn[], termination: Termination): Episode {
  const agent = turns.filter((turn): turn is AgentTurn => turn.role === 'agent')
  const worked = agent.some((turn) => turn.calls.length > 0)
  const spoke = agent.some((turn) => textOf(turn).trim() !== '')
  if (termination.kind === 'done' && !worked && !spoke) return { turns, termination: { kind: 'missing_output', detail: 'The whole episode holds no text and no tool call.' } }
  const last = agent.at(-1)
  const silent = termination.kind === 'done' && last !== undefined && textOf(last).trim() === ''
  return { turns, termination, ...(silent ? { silent_end: true } : {}) }
}
