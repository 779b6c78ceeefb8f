// retries: a call that ended in an error is made again at most so many times.
import type { RetriesRule } from '../../task/schema'
import { canonicalJson } from '../../task/canonical'
import { callsOf, type Episode } from '../../agent/episode'
import type { Finding } from './path'

export function retries(rule: RetriesRule, episode: Episode): Finding {
  const calls = callsOf(episode).filter(({ by, tool }) => by !== 'harness' && rule.tools.includes(tool))
  if (!calls.some(({ outcome }) => outcome === 'error')) return { result: 'not_applicable', says: `not applicable, no ${rule.tools.join(' or ')} ended in an error.` }
  const retried = new Map<string, { count: number; failing: boolean }>()
  let most = 0
  for (const call of calls) {
    const key = `${call.tool} ${canonicalJson(call.input)}`
    const last = retried.get(key)
    const count = last?.failing ? last.count + 1 : 0
    most = Math.max(most, count)
    if (count > rule.most) return { result: 'fail', says: `${call.tool} (call ${call.n}) is retry ${count} of the same failed call; at most ${rule.most} ${rule.most === 1 ? 'is' : 'are'} right.`, call: call.n }
    retried.set(key, { count, failing: call.outcome === 'error' })
  }
  return { result: 'pass', says: `a failed call was made again at most ${most} ${most === 1 ? 'time' : 'times'}.` }
}
