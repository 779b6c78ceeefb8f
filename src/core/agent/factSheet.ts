// A customer with a fact sheet: tells a fact when asked for it, and not before. Deterministic.
import type { Customer } from '../task/schema'
import type { CustomerPlayer } from './customer'
import type { CustomerTurn } from './episode'

/** What is said to a question that the sheet does not answer. */
export const UNKNOWN = "I don't know that."

/**
 * Answers each of the agent's messages with the facts it asks for, in the order of the sheet: a fact is asked for where
 * one of its words or phrases stands in the message, whole and in any case. A question that asks for none gets
 * `unknown`. A message that asks nothing ends the conversation.
 */
export function factSheetCustomer(customer: Customer): CustomerPlayer {
  const facts = customer.facts ?? []
  return {
    opens: () => ({ role: 'customer', text: customer.opens, by: 'facts' }),
    answers: (said) => {
      const asked = facts.filter((fact) => fact.asked.some((words) => contains(said, words)))
      if (asked.length === 0) return Promise.resolve(said.includes('?') ? turn(customer.unknown ?? UNKNOWN) : null)
      // A message that only reports ("I have the date now.") holds the words too; without a question it asks nothing.
      if (!said.includes('?') && !/\b(please|confirm|tell me|let me know|need|could you|can you)\b/i.test(said)) return Promise.resolve(null)
      const confirms = asked.find((fact) => fact.confirms !== undefined)?.confirms
      return Promise.resolve(turn(asked.map(({ says }) => says).join(' '), confirms))
    },
  }
}

const turn = (text: string, confirms?: boolean): CustomerTurn => ({ role: 'customer', text, by: 'facts', ...(confirms === undefined ? {} : { confirms }) })

/** Whole words, in any case. */
function contains(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}
