// A customer played by a model: a persona, what they want, and facts they give when asked. Who leaves the role ends the episode.
import type { CustomerPlayer } from './customer'
import { textOf, type CustomerTurn } from './episode'
import { abortedBy, Stopped, type CancelSignal, type Message, type Model, type ModelTurn } from './model'
import { customerPrompt, GOODBYE, NO, YES, type Persona } from './persona'

export interface ModelCustomerOptions {
  persona: Persona
  /** The model that speaks for them: with a budget of its own, it is one that no agent shares. */
  model: Model
  /** Answers at most; after them the customer has nothing more to say. */
  answers: number
}

/** The agent's silence has to be shown to the customer as something. */
const SILENCE = '(The agent sent no text.)'

/**
 * Opens with the persona's own first message and answers by the model. Throws `Stopped` of the kind `customer` where the
 * model leaves the role: says nothing, refuses, is cut off, calls a tool, repeats the agent, speaks for the agent or as
 * a machine or a judge; what was said is kept all the same. What ends the model's own turn otherwise (the network, a
 * budget) ends the episode as it says. A goodbye alone is the last turn of the episode; after one at the end of a
 * message the agent still has its turn.
 */
export function modelCustomer({ persona, model, answers }: ModelCustomerOptions): CustomerPlayer {
  const system = customerPrompt(persona)
  // Seen from the customer, the agent is the user, and the first message was asked for.
  const messages: Message[] = [{ role: 'user', content: FIRST }, { role: 'assistant', content: persona.opens }]
  let said = 0
  let gone = false
  return {
    opens: () => ({ role: 'customer', text: persona.opens, by: 'script' }),
    async answers(agentSaid: string, signal?: CancelSignal): Promise<CustomerTurn | null> {
      if (gone || said >= answers) return null
      if (signal?.aborted) throw new Stopped(abortedBy(signal))
      messages.push({ role: 'user', content: agentSaid.trim() === '' ? SILENCE : agentSaid })
      const turn = await spoken(model, { system, tools: [], messages }, signal)
      said += 1
      const whole = textOf({ role: 'agent', calls: [], ...turn })
      const left = outOfRole(turn, whole, agentSaid)
      if (left !== null) throw new Stopped({ kind: 'customer', detail: `${left}${excerpt(whole)}` }, { ...customerTurn(turn, whole), ends: true })
      gone = whole.includes(GOODBYE)
      const confirms = whole.includes(YES) === whole.includes(NO) ? undefined : whole.includes(YES)
      const text = [GOODBYE, YES, NO].reduce((rest, marker) => rest.replaceAll(marker, ''), whole).trim()
      if (text === '' && confirms === undefined) return { ...customerTurn(turn, whole.trim()), ends: true }
      messages.push({ role: 'assistant', content: turn.content })
      return { ...customerTurn(turn, text === '' ? whole.trim() : text), ...(confirms === undefined ? {} : { confirms }) }
    },
  }
}

/** What asks the customer's model for the message with which the conversation begins. */
export const FIRST = 'Write your first message.'

const customerTurn = ({ model, usage, request_id, milliseconds, attempts }: ModelTurn, text: string): CustomerTurn => ({
  role: 'customer', text, by: 'model',
  ...(model === undefined ? {} : { model }), ...(usage === undefined ? {} : { usage }),
  ...(request_id === undefined ? {} : { request_id }), ...(milliseconds === undefined ? {} : { milliseconds }), ...(attempts === undefined ? {} : { attempts }),
})

async function spoken(model: Model, view: Parameters<Model['next']>[0], signal: CancelSignal | undefined): Promise<ModelTurn> {
  try {
    return await model.next(view, signal)
  } catch (error) {
    if (!(error instanceof Stopped) || error.termination.kind === 'cancelled' || error.termination.kind === 'timeout') throw error
    const { kind, detail, ...rest } = error.termination
    const turn = error.turn && 'content' in error.turn ? customerTurn(error.turn, textOf({ role: 'agent', calls: [], ...error.turn })) : undefined
    throw new Stopped({ ...rest, kind, detail: `The model that plays the customer: ${detail ?? kind}` }, turn)
  }
}

/** Phrases that no customer writes. Each is narrow: an innocent message that is taken for one would cost a trial. */
const NOT_A_CUSTOMER: readonly [RegExp, string][] = [
  [/^\s*(\*\*)?(agent|assistant|support|support agent|customer service|system|grader|judge)(\*\*)?\s*:/im, 'The customer wrote the words of somebody else.'],
  [/\b(as|I am|I'm) an? (?:(?:AI|artificial intelligence)(?: language)?|large language|language) (?:model|assistant)\b/i, 'The customer spoke as a machine.'],
  [/\b(how (can|may) I (help|assist) you( today)?\b|thank you for contacting (us|our)|I(?:'ve| have) (issued|processed) (a|the|your) refund\b)/i, 'The customer spoke as the agent.'],
  [/\b(my (instructions|system prompt)|the agent (passes|fails|passed the test|failed the test)|(score|verdict|grade)\s*:\s*\S)/i, 'The customer spoke as a judge or of their instructions.'],
]

/** How a message leaves the role, as a sentence; null where it does not. */
function outOfRole(turn: ModelTurn, text: string, agentSaid: string): string | null {
  switch (turn.stop_reason) {
    case 'end_turn':
    case 'stop_sequence': break
    case 'refusal': return 'The model that plays the customer refused.'
    case 'max_tokens': return 'The customer\'s message reached its token limit.'
    default: return `The model that plays the customer stopped for ${turn.stop_reason ?? 'no reason'}.`
  }
  if (turn.content.some(({ type }) => type === 'tool_use')) return 'The customer called a tool.'
  if (text.trim() === '') return 'The customer said nothing.'
  if (text.trim() === agentSaid.trim()) return 'The customer repeated the agent word for word.'
  return NOT_A_CUSTOMER.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const EXCERPT = 120

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? '' : ` They wrote: “${line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1).toWellFormed()}…` : line}”`
}
