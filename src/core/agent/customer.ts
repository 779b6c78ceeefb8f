// Customers: who opens the conversation and answers each time the agent has ended its turn.
import type { Customer } from '../task/schema'
import type { CustomerTurn } from './episode'
import { factSheetCustomer } from './factSheet'
import type { CancelSignal } from './model'

export interface CustomerPlayer {
  opens(): CustomerTurn
  /** The answer to the agent's turn; `null` where there is nothing more to say. */
  answers(agentSaid: string, signal?: CancelSignal): Promise<CustomerTurn | null>
}

/** The customer of a task: from its fact sheet where it has one, else with its replies. */
export const customerOf = (customer: Customer): CustomerPlayer => (customer.facts ? factSheetCustomer(customer) : scriptedCustomer(customer))

/** Says the task's replies one after the other, whatever the agent says. */
export function scriptedCustomer(customer: Customer): CustomerPlayer {
  const replies = [...(customer.replies ?? [])]
  return {
    opens: () => ({ role: 'customer', text: customer.opens, by: 'script' }),
    answers: () => {
      const reply = replies.shift()
      if (!reply) return Promise.resolve(null)
      return Promise.resolve({ role: 'customer', text: reply.says, by: 'script', ...(reply.confirms === undefined ? {} : { confirms: reply.confirms }) })
    },
  }
}
