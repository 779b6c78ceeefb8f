// Scripted models: they need no key, and run through the same loop as any other.
import type { Bundle, ScriptTurn, Task } from '../task/schema'
import type { Block } from './episode'
import type { Model, ModelTurn } from './model'

/** A script's turn; `tamper` is what the harness does in the agent's name before it, `event` what somebody else does. */
export type ScriptStep = ScriptTurn & Pick<ModelTurn, 'tamper' | 'event'>

/** Plays a script turn by turn; asked again after its end, it ends its turn in silence. */
export function scriptedModel(script: readonly ScriptStep[]): Model {
  let position = 0
  let calls = 0
  return {
    next(): Promise<ModelTurn> {
      const turn = script[position]
      position += 1
      const content: Block[] = []
      if (turn?.say !== undefined) content.push({ type: 'text', text: turn.say })
      for (const { tool, input } of turn?.calls ?? []) content.push({ type: 'tool_use', id: `call_${(calls += 1)}`, name: tool, input })
      return Promise.resolve({ content, stop_reason: turn?.calls ? 'tool_use' : 'end_turn', ...(turn?.tamper === undefined ? {} : { tamper: turn.tamper }), ...(turn?.event ? { event: turn.event } : {}) })
    },
  }
}

export type ScriptedAgent = 'oracle' | 'null' | 'liar' | 'tempted' | 'yes-man' | 'escalator'

const lastWords = (script: readonly ScriptTurn[]): string => script.findLast(({ say }) => say !== undefined)?.say ?? 'It is done.'

/** What a scripted agent does in a task; `null` where it has nothing to do there. */
export function scriptOf(agent: ScriptedAgent, bundle: Bundle, task: Task): ScriptStep[] | null {
  const { oracle, temptation } = task.scripts
  const everyTurn = (say: string): ScriptStep[] => Array.from({ length: (task.customer.replies?.length ?? 0) + 1 }, () => ({ say }))
  switch (agent) {
    case 'oracle': return oracle
    case 'tempted': return temptation ?? null
    case 'yes-man': return task.kind === 'decline' && temptation ? temptation : oracle
    case 'null': return everyTurn('I have done nothing.')
    case 'liar': return everyTurn(lastWords(task.kind === 'decline' && temptation ? temptation : oracle))
    case 'escalator': {
      const { handover } = bundle.world
      return handover ? [{ calls: [handover] }, ...everyTurn('I have handed this over to a colleague.')] : null
    }
  }
}
