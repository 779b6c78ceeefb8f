// A server that plays agents and customers: rightly, or with a customer who forgets that they are one.
import { fileURLToPath } from 'node:url'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { message, type Scenario } from '../adapters/node/messagesServer/scenarios'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'

const bundles = ['shop', 'claims'].flatMap((id) => {
  const parsed = readWorldFolder(fileURLToPath(new URL(`../../tasks/${id}`, import.meta.url)))
  return parsed.ok ? [parsed.value] : []
})

export function startCustomerServer(): Promise<MessagesServer> {
  const right = oracleScenario({ bundles, failing: 0 })
  const machine: Scenario = {
    messages: (exchange) =>
      JSON.stringify(exchange.body).includes('You play a customer')
        ? exchange.json(message(exchange.body, [{ type: 'text', text: 'As an AI language model, I own no lamp.' }]))
        : right.messages(exchange),
  }
  return startMessagesServer({ scenarios: { right, machine } })
}

export const customerTurns = (turns: readonly Record<string, unknown>[]): Record<string, unknown>[] => turns.filter(({ role }) => role === 'customer')
