// Path rules that failed because a call had other arguments than it had to have.
import type { Call } from '../../agent/episode'
import { matchesCall } from '../../grade/match'
import { canonicalJson } from '../../task/canonical'
import type { BeforeRule, CallPattern, CallsRule, Customer, PathRule } from '../../task/schema'

/**
 * Whether a failed path rule shows a wrong argument: a required call was made, but only with other input; what had to come
 * before came before, but only with other input; or a call was made that is forbidden with just this input.
 */
export function showsArgument(rule: PathRule, calls: readonly Call[], customer: Customer): boolean {
  switch (rule.rule) {
    case 'calls': return inCalls(rule, calls, customer)
    case 'before': return inBefore(rule, calls, customer)
    case 'never': return rule.calls.input !== undefined
    case 'confirmed':
    case 'no_repeats':
    case 'retries': return false
  }
}

/** A call pattern whatever the input. */
const bare = ({ input: _, ...pattern }: CallPattern): CallPattern => pattern

const inCalls = ({ required }: CallsRule, calls: readonly Call[], customer: Customer): boolean =>
  required.some((pattern) => pattern.input !== undefined && !calls.some((call) => matchesCall(pattern, call, customer)) && calls.some((call) => matchesCall(bare(pattern), call, customer)))

function inBefore({ first, then, shared }: BeforeRule, calls: readonly Call[], customer: Customer): boolean {
  return calls.filter((call) => matchesCall(then, call, customer)).some((second) => {
    const earlier = calls.filter((call) => call.n < second.n && matchesCall(bare(first), call, customer) && (!shared || field(call, shared.first) === field(second, shared.then)))
    return earlier.length > 0 && !earlier.some((call) => matchesCall(first, call, customer))
  })
}

const field = ({ input }: Call, name: string): string =>
  canonicalJson(typeof input === 'object' && input !== null && Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : null)
