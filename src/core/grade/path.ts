// Path rules: the few orders of calls that have meaning.
import type { PathRule, Task } from '../task/schema'
import { callsOf, type Episode } from '../agent/episode'
import type { Check } from './check'
import { matchesCall } from './match'

/** One check a rule. */
export function gradePath(rules: readonly PathRule[], task: Task, episode: Episode): Check[] {
  return rules.map((rule) => before(rule, task, episode))
}

function before(rule: PathRule, task: Task, episode: Episode): Check {
  const check = { id: rule.id, dimension: rule.dimension }
  const calls = callsOf(episode)
  const then = calls.find((call) => matchesCall(rule.then, call, task.customer))
  if (!then) return { ...check, result: 'not_applicable', says: `${rule.title}: not applicable, there was no ${rule.then.tools.join(' or ')}.` }
  const needsEmail = JSON.stringify(rule.first.input ?? {}).includes('"customer":"email"')
  if (needsEmail && task.customer.email === undefined) return { ...check, result: 'unknown', says: `${rule.title}: the task does not say which email is the customer's.`, call: then.n }
  const first = calls.find((call) => call.n < then.n && matchesCall(rule.first, call, task.customer))
  if (first) return { ...check, result: 'pass', says: `${rule.title}: ${first.tool} (call ${first.n}) came before ${then.tool} (call ${then.n}).`, call: first.n }
  const late = calls.find((call) => call.n > then.n && matchesCall(rule.first, call, task.customer))
  return { ...check, result: 'fail', says: `${rule.title}: ${then.tool} (call ${then.n}) ${late ? `came before ${late.tool} (call ${late.n})` : `came without ${rule.first.tools.join(' or ')}`}.`, call: then.n }
}
