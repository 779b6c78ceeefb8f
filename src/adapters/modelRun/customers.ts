// The customer of a trial by a model: as the task is written, or played by a model of their own, within a budget of its own.
import { customerOf, type CustomerPlayer } from '../../core/agent/customer'
import { modelCustomer } from '../../core/agent/modelCustomer'
import { personaOf } from '../../core/agent/persona'
import { Budget } from '../../core/run/budget'
import type { Price } from '../../core/run/prices'
import type { Task } from '../../core/task/schema'
import type { Spent } from '../../core/trial/record'
import { messagesModel, type ModelOptions } from '../anthropicModel/messagesModel'
import type { Caps } from './machine'
import { CUSTOMER_TOKENS, REQUEST_SECONDS, type CustomerSettings } from './settings'

export function customerFor(task: Task, customers: CustomerSettings | undefined, options: Pick<ModelOptions, 'api' | 'caching' | 'gate' | 'onWait' | 'onHopeless'>): CustomerPlayer {
  if (!customers) return customerOf(task.customer)
  const { model, answers } = customers
  return modelCustomer({ persona: personaOf(task), answers, model: messagesModel({ ...options, model, maxTokens: CUSTOMER_TOKENS, requestLimit: REQUEST_SECONDS * 1000 }) })
}

/** What the customers may spend: their own caps, within those of the whole run. */
export const customersBudget = (caps: Caps, within: Budget, prices: readonly Price[], spent: Spent, changed?: () => void): Budget =>
  new Budget({ ...(changed ? { changed } : {}), calls: caps.customers?.calls ?? null, nanodollars: caps.customers?.nanodollars ?? null, prices, spent: spent.customers, within, whose: 'customers’' })
