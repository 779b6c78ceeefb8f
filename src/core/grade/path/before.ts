// before: a call like `first` precedes the earliest call like `then`, or each of them where they share an argument.
import type { BeforeRule } from '../../task/schema'
import { canonicalJson } from '../../task/canonical'
import { callsOf, type Call, type Episode } from '../../agent/episode'
import { matchesCall } from '../match'
import type { Asked, Finding } from './path'

export function before(rule: BeforeRule, { customer }: Asked, episode: Episode): Finding {
  const calls = callsOf(episode)
  const then = calls.filter((call) => matchesCall(rule.then, call, customer))
  const [earliest] = then
  if (!earliest) return { result: 'not_applicable', says: `not applicable, there was no ${rule.then.tools.join(' or ')}.` }
  const needsEmail = canonicalJson(rule.first.input ?? {}).includes('"customer":"email"')
  if (needsEmail && customer.email === undefined) return { result: 'unknown', says: 'the task does not say which email is the customer\'s.', call: earliest.n }
  const { shared } = rule
  const goes = (first: Call, second: Call) => matchesCall(rule.first, first, customer) && (!shared || field(first, shared.first) === field(second, shared.then))
  const pairs = (shared ? then : [earliest]).map((second) => ({ second, first: calls.find((call) => call.n < second.n && goes(call, second)) }))
  const lacking = pairs.find(({ first }) => !first)
  if (lacking) {
    const { second } = lacking
    const late = calls.find((call) => call.n > second.n && goes(call, second))
    return { result: 'fail', says: `${second.tool} (call ${second.n}) ${late ? `came before ${late.tool} (call ${late.n})` : `came without ${rule.first.tools.join(' or ')}${shared ? ` of the same ${shared.first}` : ''}`}.`, call: second.n }
  }
  const [pair] = pairs
  return { result: 'pass', says: `${pair?.first?.tool} (call ${pair?.first?.n}) came before ${earliest.tool} (call ${earliest.n}).`, ...(pair?.first ? { call: pair.first.n } : {}) }
}

const field = (call: Call, name: string): string =>
  canonicalJson(typeof call.input === 'object' && call.input !== null && Object.hasOwn(call.input, name) ? (call.input as Record<string, unknown>)[name] : null)
