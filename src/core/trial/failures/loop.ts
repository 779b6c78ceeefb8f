// Loops: the same call with the same answer, again and again.
import type { Call } from '../../agent/episode'
import { canonicalJson } from '../../task/canonical'

/** So many times the same makes a loop: once more may be a check, and twice more is none. */
const TIMES = 3

/**
 * Whether one call was made three times with the same input and the same answer while nothing changed in between.
 * Where changes are not on record, only calls right behind each other count: what lies between could have changed something.
 */
export function loops(calls: readonly Call[], changesKnown: boolean): boolean {
  const seen = new Map<string, number>()
  for (const call of calls) {
    const key = keyOf(call)
    if (call.changes.length > 0 || (!changesKnown && !seen.has(key))) seen.clear()
    const times = (seen.get(key) ?? 0) + 1
    if (times >= TIMES) return true
    seen.set(key, times)
  }
  return false
}

const keyOf = ({ tool, input, outcome, result }: Call): string => `${tool} ${inputText(input)} ${outcome} ${result}`

function inputText(input: unknown): string {
  try {
    return canonicalJson(input)
  } catch {
    return JSON.stringify(input) ?? ''
  }
}
