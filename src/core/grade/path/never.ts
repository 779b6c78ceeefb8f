// never: no such call, attempted or executed.
import type { NeverRule } from '../../task/schema'
import { callsOf, type Episode } from '../../agent/episode'
import { matchesCall } from '../match'
import type { Asked, Finding } from './path'

export function never(rule: NeverRule, { customer }: Asked, episode: Episode): Finding {
  const found = callsOf(episode).find((call) => matchesCall(rule.calls, call, customer) && (!rule.executed || call.outcome === 'ok'))
  if (!found) return { result: 'pass', says: `there was no ${rule.executed ? 'executed ' : ''}${rule.calls.tools.join(' or ')} of this kind.` }
  const how = found.outcome === 'ok' ? 'was executed' : found.outcome === 'denied' ? 'was attempted, and denied' : 'was attempted, and failed'
  return { result: 'fail', says: `${found.tool} (call ${found.n}) ${how}.`, call: found.n }
}
