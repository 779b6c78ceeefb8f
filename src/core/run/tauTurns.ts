// OpenAI-style messages as the turns of an episode.
import { strangeIn } from '../task/strange'
import type { AgentTurn, Block, Call, Turn } from '../agent/episode'

type Message = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was recorded, in order. The system prompt is the run's and no turn; a result joins the call it answers. */
export function turnsOf(messages: readonly unknown[]): Turn[] {
  const turns: Turn[] = []
  /** Calls that wait for their results, by id, in order. */
  const open = new Map<string, Call>()
  let n = 0
  for (const message of messages.filter(isObject)) {
    switch (message['role']) {
      case 'system':
      case 'developer': break
      case 'user': turns.push({ role: 'customer', text: textOf(message), by: 'model' }); break
      case 'assistant': {
        const turn = agentTurn(message, n)
        n += turn.calls.length
        for (const call of turn.calls) open.set(call.id, call)
        turns.push(turn)
        break
      }
      case 'tool':
      case 'function': answer(open, message); break
      default: turns.push({ role: 'event', actor: String(message['role']), changes: [], text: textOf(message) })
    }
  }
  return turns
}

/** A message's text; of a list of parts, those that are text. */
function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [])).join('\n\n')
}

function agentTurn(message: Message, before: number): AgentTurn {
  const text = textOf(message)
  const content: Block[] = text === '' ? [] : [{ type: 'text', text }]
  const asked = Array.isArray(message['tool_calls']) ? message['tool_calls'].filter(isObject) : []
  const calls = asked.map((one, i): Call => {
    const about = isObject(one['function']) ? one['function'] : {}
    const call: Call = {
      n: before + i + 1,
      id: typeof one['id'] === 'string' ? one['id'] : `call_${before + i + 1}`,
      tool: typeof about['name'] === 'string' ? about['name'] : 'unknown',
      input: inputOf(about['arguments']),
      outcome: 'error', result: 'no result is recorded', changes: [],
    }
    content.push({ type: 'tool_use', id: call.id, name: call.tool, input: call.input })
    return call
  })
  return { role: 'agent', content, stop_reason: null, calls }
}

/** Arguments travel as JSON text; what does not parse, or no record could hold, is kept as it is. */
function inputOf(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {}
  try {
    const value: unknown = JSON.parse(text)
    return strangeIn(value) ? text : value
  } catch {
    return text
  }
}

/** Gives a result to the call it names, or to the first that waits. Tools say "Error" where they fail. */
function answer(open: Map<string, Call>, message: Message): void {
  const id = typeof message['tool_call_id'] === 'string' && open.has(message['tool_call_id']) ? message['tool_call_id'] : [...open.keys()][0]
  const call = id === undefined ? undefined : open.get(id)
  if (id === undefined || !call) return
  open.delete(id)
  call.result = textOf(message)
  call.outcome = /^error\b/i.test(call.result) ? 'error' : 'ok'
}
