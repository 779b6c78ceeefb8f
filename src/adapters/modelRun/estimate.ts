// What a run may come to, before it begins: requests, tokens and dollars, from the tasks' own written solutions to every step used.
import { customerPrompt, personaOf } from '../../core/agent/persona'
import { priceOf, type Price } from '../../core/run/prices'
import type { Bundle, Task } from '../../core/task/schema'
import type { RunSettings } from './settings'

export interface Range {
  low: number
  high: number
}

export interface Estimate {
  trials: number
  calls: Range
  /** Input and output together. */
  tokens: Range
  /** null where the model has no price. */
  dollars: Range | null
}

/** Characters a token, of plain English and JSON. */
const A_TOKEN = 4
/** Tokens of a reply at the least, and of a call's result. */
const SHORT = 80
/** Of a long reply, thinking included; never more than is allowed. */
const LONG = 600

const tokensIn = (text: string): number => Math.ceil(text.length / A_TOKEN)

/**
 * Low: every trial goes as its written solution, with the prompt read from the cache where one is kept; a customer who is
 * played by a model answers each end of turn in it. High: every step is used, replies are long, nothing is cached, and
 * the customer answers as often as they may.
 */
export function estimate(bundles: readonly Bundle[], settings: Pick<RunSettings, 'model' | 'maxTokens' | 'steps' | 'trials' | 'customers'>, prices: readonly Price[], caching: boolean): Estimate {
  const sum: Estimate = { trials: 0, calls: { low: 0, high: 0 }, tokens: { low: 0, high: 0 }, dollars: { low: 0, high: 0 } }
  for (const bundle of bundles) {
    for (const task of bundle.tasks) {
      const one = both(ofTask(bundle, task, settings, prices, caching), ofCustomer(task, settings, prices, caching))
      sum.trials += settings.trials
      for (const end of ['low', 'high'] as const) {
        sum.calls[end] += one.calls[end] * settings.trials
        sum.tokens[end] += one.tokens[end] * settings.trials
        if (sum.dollars && one.dollars) sum.dollars[end] += one.dollars[end] * settings.trials
      }
      if (!one.dollars) sum.dollars = null
    }
  }
  return sum
}

function ofTask(bundle: Bundle, task: Task, { model, maxTokens, steps }: Pick<RunSettings, 'model' | 'maxTokens' | 'steps'>, prices: readonly Price[], caching: boolean): Omit<Estimate, 'trials'> {
  const most = task.budget?.required && task.budget.steps !== undefined ? Math.min(steps, task.budget.steps) : steps
  const tools = task.tools ? bundle.tools.filter(({ name }) => task.tools?.includes(name)) : bundle.tools
  const prompt = tokensIn(bundle.policy) + tokensIn(JSON.stringify(tools)) + tokensIn(task.customer.opens)
  const written = Math.min(most, task.scripts.oracle.length)
  const low = course(written, prompt, Math.min(maxTokens, SHORT), model, prices, caching)
  const high = course(most, prompt, Math.min(maxTokens, LONG), model, prices, false)
  return {
    calls: { low: written, high: most },
    tokens: { low: low.tokens, high: high.tokens },
    dollars: low.dollars === null || high.dollars === null ? null : { low: low.dollars, high: high.dollars },
  }
}

function ofCustomer(task: Task, { customers, steps }: Pick<RunSettings, 'customers' | 'steps'>, prices: readonly Price[], caching: boolean): Omit<Estimate, 'trials'> {
  if (!customers) return { calls: { low: 0, high: 0 }, tokens: { low: 0, high: 0 }, dollars: { low: 0, high: 0 } }
  const most = Math.min(customers.answers, steps)
  const written = Math.min(most, task.scripts.oracle.filter(({ calls }) => !calls).length)
  const prompt = tokensIn(customerPrompt(personaOf(task)))
  const low = course(written, prompt, SHORT, customers.model, prices, caching)
  const high = course(most, prompt, LONG, customers.model, prices, false)
  return {
    calls: { low: written, high: most },
    tokens: { low: low.tokens, high: high.tokens },
    dollars: low.dollars === null || high.dollars === null ? null : { low: low.dollars, high: high.dollars },
  }
}

const plus = (a: Range, b: Range): Range => ({ low: a.low + b.low, high: a.high + b.high })

const both = (a: Omit<Estimate, 'trials'>, b: Omit<Estimate, 'trials'>): Omit<Estimate, 'trials'> =>
  ({ calls: plus(a.calls, b.calls), tokens: plus(a.tokens, b.tokens), dollars: a.dollars && b.dollars && plus(a.dollars, b.dollars) })

function course(steps: number, prompt: number, reply: number, model: string, prices: readonly Price[], caching: boolean): { tokens: number; dollars: number | null } {
  let tokens = 0
  let dollars: number | null = 0
  for (let step = 0; step < steps; step += 1) {
    const input = prompt + step * (reply + SHORT)
    tokens += input + reply
    const price = priceOf(prices, model, input)
    if (!price || dollars === null) dollars = null
    else dollars += (input * (caching && step > 0 ? price.read : price.input) + reply * price.output) / 1e6
  }
  return { tokens, dollars }
}
