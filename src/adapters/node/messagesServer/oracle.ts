// A scenario that plays the shipped tasks: it knows a task by the customer's first words, and gets some wrong on purpose.
import { setTimeout as sleep } from 'node:timers/promises'
import { customerOf } from '../../../core/agent/customer'
import { FIRST } from '../../../core/agent/modelCustomer'
import { GOODBYE, NO, YES } from '../../../core/agent/persona'
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

/** Plays the task's oracle; in some episodes its temptation, or claims what it does not do. Plays the customers too, where it is asked to. */
export function oracleScenario({ bundles, failing = 0.2, seed = 1, delay = 0 }: OracleOptions): Scenario {
  const known = new Map<string, Known>()
  for (const bundle of bundles) for (const task of bundle.tasks) known.set(task.customer.opens.toWellFormed(), { bundle, task })
  const episodes = new Map<string, number>()

  /** Whether the episode that a history belongs to is played wrong. Its first call carries its number, as nothing else of it comes back. */
  function isWrong(run: string, task: Task, turns: readonly Turn[], step: number, firstCall: number): boolean {
    // Up to its first call an episode has no number, so up to there all are played alike.
    if (firstCall < 0 || step < firstCall) return false
    const id = turns.flatMap(partsOf).find(({ type }) => type === 'tool_use')?.id
    // Past the place of the first call without one: it only claims.
    if (id === undefined && step > firstCall) return true
    const key = `${run} ${task.id}`
    const episode = id === undefined ? (episodes.get(key) ?? 0) + 1 : Number(/^toolu_(\d+)_/.exec(id)?.[1])
    episodes.set(key, Math.max(episode, episodes.get(key) ?? 0))
    return chance(`${seed}/${run}/${task.id}/${episode}`) < failing
  }

  async function messages(exchange: Exchange): Promise<void> {
    const { run, body, json, error } = exchange
    const turns = turnsOf(body)
    if (delay > 0) await sleep(delay)
    const asCustomer = textOf(turns[0]) === FIRST
    const found = known.get(textOf(turns[asCustomer ? 1 : 0]))
    if (!found) return error(400, 'invalid_request_error', 'the fake model knows only the shipped tasks, by the customer\'s first message')
    const { bundle, task } = found
    const step = turns.filter(({ role }) => role === 'assistant').length
    if (asCustomer) return json(message(body, [{ type: 'text', text: await customersWords(task, turns) }]))
    const right = scriptOf('oracle', bundle, task) ?? []
    const firstCall = right.findIndex(({ calls }) => calls)
    const wrong = isWrong(run, task, turns, step, firstCall)
    const plan: ScriptStep[] = wrong ? (scriptOf('tempted', bundle, task) ?? scriptOf('liar', bundle, task) ?? right) : right
    const { say, calls = [] } = plan[step] ?? { say: 'Is there anything else?' }
    const episode = episodes.get(`${run} ${task.id}`) ?? 0
    const number = /^toolu_(\d+)_/.exec(turns.flatMap(partsOf).find(({ type }) => type === 'tool_use')?.id ?? '')?.[1] ?? String(episode)
    const content = [
      ...(say === undefined ? [] : [{ type: 'text', text: say }]),
      ...calls.map(({ tool, input }, at) => ({ type: 'tool_use', id: `toolu_${number}_${step}_${at}`, name: tool, input })),
    ]
    const tokens = Math.ceil(JSON.stringify(body).length / 4)
    json(message(body, content, {
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      usage: { input_tokens: Math.ceil(tokens / 10), output_tokens: Math.ceil(JSON.stringify(content).length / 4), cache_creation_input_tokens: step === 0 ? tokens : 0, cache_read_input_tokens: step === 0 ? 0 : tokens },
    }))
  }
  return { messages }
}

/** What the task's own customer says after everything that the agent has said. */
async function customersWords({ customer }: Task, turns: readonly Turn[]): Promise<string> {
  const player = customerOf(customer)
  let answer = null
  for (const said of turns.slice(2).filter(({ role }) => role === 'user')) answer = await player.answers(textOf(said))
  if (!answer) return GOODBYE
  return answer.confirms === undefined ? answer.text : `${answer.text} ${answer.confirms ? YES : NO}`
}

function turnsOf(body: unknown): Turn[] {
  const turns: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'messages') : undefined
  return Array.isArray(turns) ? (turns as Turn[]) : []
}

const textOf = (turn: Turn | undefined): string => (turn ? partsOf(turn).map(({ text }) => text ?? '').join('') : '')
const partsOf = ({ content }: Turn): Part[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))

/** A number from 0 to 1 that depends on the text alone (FNV-1a, mixed). */
function chance(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
