// Hint: what the oracle would do next, seen from what has been done so far.
import { callsOf, type Turn } from '../core/agent/episode'
import type { ScriptCall, Task, Tool } from '../core/task/schema'

export type Move = { kind: 'call'; tool: string; input: ScriptCall['input'] } | { kind: 'say'; text: string }

/** The first of the oracle's moves that has not been made yet; null where all have been. Free text may be put in other words. */
export function nextMove(task: Task, tools: readonly Tool[], turns: readonly Turn[]): Move | null {
  const made = callsOf({ turns: [...turns], termination: { kind: 'done' } }).filter(({ outcome, by }) => outcome === 'ok' && by !== 'harness')
  let said = turns.filter((turn) => turn.role === 'agent' && turn.calls.length === 0).length
  for (const { calls, say } of task.scripts.oracle) {
    for (const { tool, input } of calls ?? []) {
      const i = made.findIndex((call) => call.tool === tool && alike(tools.find(({ name }) => name === tool), call.input, input))
      if (i === -1) return { kind: 'call', tool, input }
      made.splice(i, 1)
    }
    if (calls) continue
    if (said === 0) return { kind: 'say', text: say ?? '' }
    said -= 1
  }
  return null
}

/** Whether two inputs are the same but for free text: strings without a pattern or a choice. */
function alike(tool: Tool | undefined, made: unknown, wanted: ScriptCall['input']): boolean {
  if (typeof made !== 'object' || made === null) return false
  return Object.entries(wanted).every(([name, value]) => isFree(tool?.input_schema.properties?.[name]) || JSON.stringify((made as Record<string, unknown>)[name]) === JSON.stringify(value))
}

const isFree = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string' && !('pattern' in schema) && !('enum' in schema)
