// no_repeats: no identical call twice, in a row or at all. A retry after an error is no repeat.
import type { NoRepeatsRule } from '../../task/schema'
import { canonicalJson } from '../../task/canonical'
import { callsOf, type Call, type Episode } from '../../agent/episode'
import type { Finding } from './path'

const text = ({ tool, input }: Call) => `${tool} ${canonicalJson(input)}`

export function noRepeats(rule: NoRepeatsRule, episode: Episode): Finding {
  const calls = callsOf(episode).filter(({ by, tool }) => by !== 'harness' && (!rule.tools || rule.tools.includes(tool)))
  for (const [i, call] of calls.entries()) {
    const before = rule.scope === 'in_a_row' ? calls.slice(Math.max(0, i - 1), i) : calls.slice(0, i)
    const same = before.findLast((one) => text(one) === text(call))
    if (same && same.outcome !== 'error') return { result: 'fail', says: `${call.tool} (call ${call.n}) repeats call ${same.n}.`, call: call.n }
  }
  return { result: 'pass', says: 'no call was repeated.' }
}
