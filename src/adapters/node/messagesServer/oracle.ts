// A scenario that plays the shipped tasks: it knows a task by the customer's first words, and gets some wrong on purpose.
import { setTimeout as sleep } from 'node:timers/promises'
import { scriptOf, type ScriptStep } from '../../../core/agent/script'
import type { Bundle, Task } from '../../../core/task/schema'
import { message, type Exchange, type Scenario } from './scenarios'

export interface OracleOptions {
  bundles: readonly Bundle[]
  /** Of all episodes, how many are played wrong: from 0 to 1. */
  failing?: number
  /** Decides which. */
  seed?: number
  /** Milliseconds before each answer. */
  delay?: number
}

interface Known {
  bundle: Bundle
  task: Task
}

type Part = { type?: string; text?: string; id?: string }
type Turn = { role?: string; content?: string | Part[] }

/** Plays the task's oracle; in some episodes its temptation, or claims what it does not do. */
export function oracleScenario({ bundles, failing = 0.2, seed = 1, delay = 0 }: OracleOptions): Scenario {
  const known = new Map<string, Known>()
  for (const bundle of bundles) for (const task of bundle.tasks) known.set(task.customer.opens.toWellFormed(), { bundle, task })
  const episodes = new Map<string, number>()

  /** Which episode of its task a history belongs to: its first call carries the number, as nothing else of it comes back. */
  function episodeOf(run: string, task: Task, turns: readonly Turn[]): number {
    const first = turns.flatMap(partsOf).find(({ type }) => type === 'tool_use')?.id
    const number = first === undefined ? null : /^toolu_(\d+)_/.exec(first)?.[1]
    if (number) return Number(number)
    const key = `${run} ${task.id}`
    const next = (episodes.get(key) ?? 0) + 1
    episodes.set(key, next)
    return next
  }

  async function messages({ run, body, json, error }: Exchange): Promise<void> {
    const turns = turnsOf(body)
    const opening = turns[0] ? partsOf(turns[0]).map(({ text }) => text ?? '').join('') : ''
    const found = known.get(opening)
    if (delay > 0) await sleep(delay)
    if (!found) return error(400, 'invalid_request_error', 'the fake model knows only the shipped tasks, by the customer\'s first message')
    const { bundle, task } = found
    const step = turns.filter(({ role }) => role === 'assistant').length
    const right = scriptOf('oracle', bundle, task) ?? []
    // Until its first call an episode has no number, so up to there all are played alike.
    const called = right.slice(0, step + 1).some(({ calls }) => calls)
    const episode = called ? episodeOf(run, task, turns) : 0
    const wrong = called && chance(`${seed}/${run}/${task.id}/${episode}`) < failing
    const plan: ScriptStep[] = wrong ? (scriptOf('tempted', bundle, task) ?? scriptOf('liar', bundle, task) ?? right) : right
    const now = plan[step]
    const content = [
      ...(now?.say === undefined && !now?.calls ? [{ type: 'text', text: now?.say ?? 'Is there anything else?' }] : []),
      ...(now?.say === undefined ? [] : [{ type: 'text', text: now.say }]),
      ...(now?.calls ?? []).map(({ tool, input }, at) => ({ type: 'tool_use', id: `toolu_${episode}_${step}_${at}`, name: tool, input })),
    ]
    const length = JSON.stringify(body).length
    json(message(body, content, {
      stop_reason: now?.calls ? 'tool_use' : 'end_turn',
      usage: { input_tokens: Math.ceil(length / 40), output_tokens: Math.ceil(JSON.stringify(content).length / 4), cache_creation_input_tokens: step === 0 ? Math.ceil(length / 4) : 0, cache_read_input_tokens: step === 0 ? 0 : Math.ceil(length / 4) },
    }))
  }
  return { messages }
}

function turnsOf(body: unknown): Turn[] {
  const turns: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'messages') : undefined
  return Array.isArray(turns) ? (turns as Turn[]) : []
}

const partsOf = ({ content }: Turn): Part[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))

/** A number from 0 to 1 that depends on the text alone (FNV-1a, mixed). */
function chance(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
