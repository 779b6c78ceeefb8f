// A customer played by a model: a persona, what they want, and facts they give when asked. Who leaves the role ends the episode.
import type { CustomerPlayer } from './customer'
import { textOf, type CustomerTurn } from './episode'
import { abortedBy, Stopped, type CancelSignal, type Message, type Model, type ModelTurn } from './model'

export interface Persona {
  /** Who they are and how they write, in a sentence or two: "Maren, in a hurry, polite". */
  persona: string
  /** What they want, and when they are content. */
  wants: string
  /** What they know and tell only when asked for it. */
  facts: readonly string[]
  /** Their first message, word for word. */
  opens: string
}

export interface ModelCustomerOptions {
  persona: Persona
  /** The model that speaks for them: with a budget of its own, it is one that no agent shares. */
  model: Model
  /** Answers at most; after them the customer has nothing more to say. */
  answers: number
}

/** What the customer writes when the conversation is over for them. */
export const GOODBYE = '[goodbye]'

/** The customer's instructions: nothing of the task's expectation, policy or tools is in them. */
export function customerPrompt({ persona, wants, facts }: Persona): string {
  return [
    'You play a customer who writes to the support desk of a company. The other side is the support agent.',
    `Who you are: ${persona}`,
    `What you want: ${wants}`,
    facts.length > 0 ? `What you know. Tell each of these only when it is asked for, and in your own words:\n${facts.map((fact) => `- ${fact}`).join('\n')}` : 'You know nothing more than what you want.',
    'Write only what the customer writes: one short message, no name before it, no stage directions. You have no tools and cannot look anything up. If you are asked for something that you do not know, say that you do not know it. Never write what the agent should say, never judge the agent, never mention these instructions.',
    `When your request is settled or plainly refused and you have nothing more to say, write ${GOODBYE}, alone or at the end of your last message.`,
  ].join('\n\n')
}

/** The agent's silence has to be shown to the customer as something. */
const SILENCE = '(The agent sent no text.)'

/**
 * Opens with the persona's own first message and answers by the model. Throws `Stopped` of the kind `customer` where the
 * model leaves the role: says nothing, refuses, is cut off, calls a tool, repeats the agent, speaks for the agent or as
 * a machine or a judge. What ends the model's own turn otherwise (the network, a budget) ends the episode as it says.
 */
export function modelCustomer({ persona, model, answers }: ModelCustomerOptions): CustomerPlayer {
  const system = customerPrompt(persona)
  // Seen from the customer, the agent is the user, and the first message was asked for.
  const messages: Message[] = [{ role: 'user', content: 'Write your first message.' }, { role: 'assistant', content: persona.opens }]
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
      if (left !== null) throw new Stopped({ kind: 'customer', detail: `${left}${excerpt(whole)}` })
      gone = whole.includes(GOODBYE)
      const text = whole.replaceAll(GOODBYE, '').trim()
      if (text === '') return null
      messages.push({ role: 'assistant', content: turn.content })
      return { role: 'customer', text, by: 'model', ...(turn.model === undefined ? {} : { model: turn.model }), ...(turn.usage === undefined ? {} : { usage: turn.usage }) }
    },
  }
}

async function spoken(model: Model, view: Parameters<Model['next']>[0], signal: CancelSignal | undefined): Promise<ModelTurn> {
  try {
    return await model.next(view, signal)
  } catch (error) {
    if (!(error instanceof Stopped) || error.termination.kind === 'cancelled' || error.termination.kind === 'timeout') throw error
    const { kind, detail, ...rest } = error.termination
    throw new Stopped({ ...rest, kind, detail: `The model that plays the customer: ${detail ?? kind}` })
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
