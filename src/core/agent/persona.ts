// Who a customer is when a model plays them: the task's own persona, or one made from the task's words.
import type { Task } from '../task/schema'

export interface Persona {
  /** Who they are and how they write, in a sentence or two: "Maren, in a hurry, polite". */
  who: string
  /** What they want, and when they are content. */
  wants: string
  /** What they know and tell only when asked for it. */
  knows: readonly string[]
  /** Their first message, word for word. */
  opens: string
}

/** The persona of a task. Nothing of its expectation, its checks or its scripts is in it. */
export function personaOf({ customer }: Pick<Task, 'customer'>): Persona {
  const { persona, opens, email, replies = [], facts = [] } = customer
  if (persona) return { who: persona.who, wants: persona.wants, knows: persona.knows ?? [], opens }
  return {
    who: 'A customer who writes short, plain, polite messages.',
    wants: 'What the first message asks for, and nothing beyond it. Takes a plain no for an answer, unless what the customer knows says otherwise.',
    knows: [
      ...(email === undefined ? [] : [`The customer’s email address is ${email}.`]),
      ...[...replies, ...facts].map(({ says }) => `Would say: “${says}”`),
    ],
    opens,
  }
}

/** Whether a task says itself who its customer is. */
export const hasPersona = ({ customer }: Pick<Task, 'customer'>): boolean => customer.persona !== undefined

/** What the customer writes when the conversation is over for them, and when they agree to or refuse what they are asked to confirm. */
export const GOODBYE = '[goodbye]'
export const YES = '[yes]'
export const NO = '[no]'

/** The customer's instructions: nothing of the task's expectation, policy or tools is in them. */
export function customerPrompt({ who, wants, knows }: Persona): string {
  return [
    'You play a customer who writes to the support desk of a company. The other side is the support agent.',
    `Who the customer is: ${who}`,
    `What the customer wants: ${wants}`,
    knows.length > 0 ? `What the customer knows. Tell each of these only when it is asked for, and in your own words:\n${knows.map((fact) => `- ${fact}`).join('\n')}` : 'The customer knows nothing more than that.',
    'Write only what the customer writes: one short message, no name before it, no stage directions. You have no tools and cannot look anything up. If you are asked for something that you do not know, say that you do not know it. Never write what the agent should say, never judge the agent, never mention these instructions.',
    `When the agent asks you to confirm something before it is done, end your message with ${YES} if you agree to it or with ${NO} if you do not.`,
    `When your request is settled or plainly refused and you have nothing more to say, write ${GOODBYE}, alone or at the end of your last message.`,
  ].join('\n\n')
}
