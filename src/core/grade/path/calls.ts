// calls: required calls, made exactly, in order among others, or in any order among others.
import type { CallPattern, CallsRule } from '../../task/schema'
import { callsOf, type Episode } from '../../agent/episode'
import { matchesCall } from '../match'
import { maximumMatching } from '../matching'
import type { Asked, Finding } from './path'

export function calls(rule: CallsRule, { customer }: Asked, episode: Episode): Finding {
  const made = callsOf(episode).filter(({ by }) => by !== 'harness')
  const fits = (call: number, pattern: number) => matchesCall(rule.required[pattern]!, made[call]!, customer)
  const name = (pattern: CallPattern) => pattern.tools.join(' or ')
  if (rule.match === 'any_order') {
    const taken = maximumMatching(rule.required.length, made.map((_, i) => i), fits)
    const missing = rule.required.find((_, i) => taken[i] === -1)
    return missing ? { result: 'fail', says: `the required ${name(missing)} was not made.` } : { result: 'pass', says: `all ${rule.required.length} required calls were made.` }
  }
  let next = 0
  made.forEach((_, i) => { if (next < rule.required.length && fits(i, next)) next += 1 })
  const lacking = rule.required[next]
  if (lacking) return { result: 'fail', says: `the required ${name(lacking)} was not made${next > 0 ? ` after ${name(rule.required[next - 1]!)}` : ''}.` }
  if (rule.match === 'exact' && made.length > rule.required.length) {
    const extra = made.find((_, i) => i >= rule.required.length || !fits(i, i))
    return { result: 'fail', says: `${made.length} calls were made where exactly ${rule.required.length} were required.`, ...(extra ? { call: extra.n } : {}) }
  }
  return { result: 'pass', says: `all ${rule.required.length} required calls were made, in order.` }
}
