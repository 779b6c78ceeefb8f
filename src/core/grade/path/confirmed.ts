// confirmed: the customer confirmed in an earlier turn, before each such call.
import type { ConfirmedRule } from '../../task/schema'
import { callsOf, type Episode } from '../../agent/episode'
import { matchesCall } from '../match'
import type { Asked, Finding } from './path'

export function confirmed(rule: ConfirmedRule, { customer }: Asked, episode: Episode): Finding {
  const asking = callsOf(episode).filter((call) => matchesCall(rule.calls, call, customer))
  const [first] = asking
  if (!first) return { result: 'not_applicable', says: `not applicable, there was no ${rule.calls.tools.join(' or ')}.` }
  let confirms = false
  let unmarked = false
  const without: number[] = []
  for (const turn of episode.turns) {
    if (turn.role === 'customer') {
      confirms ||= turn.confirms === true
      unmarked ||= turn.by === 'model' && turn.confirms === undefined
    }
    if (turn.role === 'agent' && !confirms) without.push(...turn.calls.filter((call) => asking.includes(call)).map(({ n }) => n))
  }
  const [bare] = without
  if (bare === undefined) return { result: 'pass', says: `the customer had confirmed before ${first.tool} (call ${first.n}).`, call: first.n }
  const tool = asking.find(({ n }) => n === bare)?.tool ?? first.tool
  if (unmarked) return { result: 'unknown', says: `whether the customer confirmed before ${tool} (call ${bare}) is not marked.`, call: bare }
  return { result: 'fail', says: `${tool} (call ${bare}) came without the customer's confirmation${without.length > 1 ? `, and so did ${without.length - 1} more` : ''}.`, call: bare }
}
