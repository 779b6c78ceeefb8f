// τ-bench results as a reference run: an array of {task_id, reward, info, traj, trial}, one entry a trial.
import { contentHash } from '../task/canonical'
import type { ValuePattern } from '../task/pattern'
import { problemText } from '../task/problem'
import type { NeededCalls } from '../task/schema'
import { shown } from '../task/shown'
import { strangeIn } from '../task/strange'
import type { Termination } from '../agent/episode'
import type { Grade } from '../grade/check'
import type { Player, Reference, RunHead, TerminalState, Trial } from '../trial/record'
import type { ReadRun } from './codec'
import { configurationHash } from './hashes'
import { parseJson } from './jsonText'
import { turnsOf } from './tauTurns'

export const TAU_WORLD = 'tau-bench'

/** No suite repeats a task so often; a larger index is a mistake that would plan as many trials. */
const MOST_TRIALS = 10_000
/** What τ-bench itself allows a reward to differ from 1. */
const SLACK = 1e-6
/** Its tools that only look, by how their names begin; handing over to a person changes no row either. */
const READS = /^(get_|find_|list_|search_|calculate$|think$|transfer_to_human_agents$)/

export interface TauOptions {
  /** UTC, ISO 8601: the file has no date of its own. */
  created: string
  /** The version of the app that reads it. */
  app: string
}

interface Entry {
  task: string
  trial: number
  reward: number
  info: Record<string, unknown>
  traj: unknown[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether parsed JSON looks like τ-bench results at all: a list whose first entry has a reward. */
export const looksLikeTauBench = (value: unknown): boolean => Array.isArray(value) && isObject(value[0]) && 'task_id' in value[0] && 'reward' in value[0]

/**
 * Reads a file of τ-bench results, or says in one sentence why not. A reward of 1 is a pass and any other a fail, as
 * there; an entry with an error is a system error and not scored; the turn cap, which that benchmark makes a requirement,
 * is a fail that says so. Every task is planned as often as the file's most repeated one.
 */
export function readTauBench(text: string, fileName: string, options: TauOptions): ReadRun {
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!Array.isArray(value)) return refuse('they are a list of results')
  if (value.length === 0) return refuse('the list is empty')
  const strange = strangeIn(value)
  if (strange) return refuse(problemText(strange))
  const entries: Entry[] = []
  const places = new Map<string, number>()
  for (const [place, one] of value.entries()) {
    const entry = entryOf(one)
    if (typeof entry === 'string') return refuse(`[${place}]: ${entry}`)
    const key = JSON.stringify([entry.task, entry.trial])
    const before = places.get(key)
    if (before !== undefined) return refuse(`[${before}] and [${place}] are both trial ${entry.trial} of task ${entry.task}`)
    places.set(key, place)
    entries.push(entry)
  }
  return { ok: true, ...runOf(entries, fileName, contentHash(text.toWellFormed()), options) }
}

const refuse = (why: string): ReadRun => ({ ok: false, problem: `These are no τ-bench results: ${why}.` })

/** One entry, or what is wrong with it. */
function entryOf(one: unknown): Entry | string {
  if (!isObject(one)) return `must be an object; found ${shown(one)}`
  const { task_id, trial, reward, info = {}, traj = [] } = one
  if (typeof task_id !== 'string' && !Number.isSafeInteger(task_id)) return `task_id must be a whole number or a text; found ${shown(task_id)}`
  if (task_id === '') return 'task_id is empty'
  if (typeof trial !== 'number' || !Number.isSafeInteger(trial) || trial < 0 || trial >= MOST_TRIALS) return `trial must be a whole number from 0, below ${MOST_TRIALS}; found ${shown(trial)}`
  if (typeof reward !== 'number' || reward < -SLACK || reward > 1 + SLACK) return `reward must be a number from 0 to 1; found ${shown(reward)}`
  if (info !== null && !isObject(info)) return `info must be an object; found ${shown(info)}`
  if (traj !== null && !Array.isArray(traj)) return `traj must be a list; found ${shown(traj)}`
  const bad = (traj ?? []).findIndex((message) => !isObject(message) || typeof message['role'] !== 'string')
  if (bad !== -1) return `traj[${bad}] must be a message with a role; found ${shown((traj ?? [])[bad])}`
  return { task: String(task_id), trial, reward, info: info ?? {}, traj: traj ?? [] }
}

function runOf(entries: readonly Entry[], fileName: string, hash: string, { created, app }: TauOptions): { head: RunHead; trials: Trial[] } {
  const name = fileName.replace(/^.*[\\/]/, '').replace(/(\.rewards|\.sample\d*)?\.json(\.gz)?$/i, '').toWellFormed() || 'agent'
  const player: Player = { kind: 'model', id: name, title: name }
  const trials = entries.reduce((most, { trial }) => Math.max(most, trial + 1), 1)
  const tasks = [...new Set(entries.map(({ task }) => task))].sort(byNumber)
  const prompts = new Set(entries.flatMap(({ traj }) => traj.flatMap((message) => (isObject(message) && message['role'] === 'system' && typeof message['content'] === 'string' ? [message['content'].toWellFormed()] : []))))
  const [prompt] = prompts
  // Its own cap, unless it was changed, and it does not say: 30 turns.
  const configuration = { player, trials, steps: 30, seed: 0, unstated: ['steps', 'seed'], ...(prompts.size === 1 && prompt !== undefined ? { prompt } : {}) }
  return {
    head: {
      format: 'aftermath/run', version: 1, id: `tau-bench-${hash.slice(0, 16)}`, name: `τ-bench: ${name}`, created, app, kind: 'reference',
      configuration, configuration_hash: configurationHash(configuration),
      manifest: tasks.map((task) => ({ world: TAU_WORLD, task, trials })),
      hashes: { grader: TAU_WORLD, worlds: {} }, worlds: [], starts: {},
      reference: referenceOf(entries, tasks, fileName),
    },
    trials: entries.map((entry) => trialOf(entry, player, created)),
  }
}

const byNumber = (a: string, b: string): number => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0)

const partial = ({ reward }: Entry): boolean => reward > SLACK && reward < 1 - SLACK
const broke = ({ info }: Entry): boolean => 'error' in info || 'traceback' in info
const capped = ({ info }: Entry): boolean => info['reward_info'] === null

function referenceOf(entries: readonly Entry[], tasks: readonly string[], fileName: string): Reference {
  const [partly, cut] = [entries.filter(partial).length, entries.filter((entry) => !broke(entry) && capped(entry)).length]
  return {
    label: 'τ-bench results',
    source: fileName.replace(/^.*[\\/]/, '').toWellFormed() || 'a file',
    notes: [
      'Graded by τ-bench itself: the database against the one that the reference actions leave, and outputs that must be said.',
      ...(partly > 0 ? [`${partly} of ${entries.length} rewards lie between 0 and 1: each counts as a fail, as it does there.`] : []),
      ...(cut > 0 ? [`${cut} of ${entries.length} trials hit the turn cap, which that benchmark makes a requirement: each counts as a fail.`] : []),
    ],
    tasks: tasks.map((task) => {
      const about = entries.find((entry) => entry.task === task && isObject(entry.info['task']))?.info['task']
      if (!isObject(about)) return { world: TAU_WORLD, task }
      const { instruction, actions, outputs } = about
      const names = Array.isArray(actions) ? actions.map((action: unknown) => (isObject(action) ? action['name'] : undefined)) : null
      const nothing = names && names.every((one) => typeof one === 'string' && READS.test(one)) && !(Array.isArray(outputs) && outputs.length > 0)
      return { world: TAU_WORLD, task, ...(typeof instruction === 'string' ? { says: instruction } : {}), ...(nothing === null ? {} : { nothing }), ...(Array.isArray(actions) ? { needs: neededCalls(actions) } : {}) }
    }),
  }
}

/** The reference actions as needed calls; an argument that is a list or an object is compared as a whole. */
function neededCalls(actions: readonly unknown[]): NeededCalls {
  const pattern = (value: unknown): ValuePattern => (typeof value === 'string' || typeof value === 'number' || value === null ? value : { json: value })
  return {
    calls: actions.flatMap((action) => {
      if (!isObject(action) || typeof action['name'] !== 'string' || action['name'] === '') return []
      return [{ tool: action['name'], ...(isObject(action['kwargs']) ? { input: Object.fromEntries(Object.entries(action['kwargs']).map(([name, value]) => [name, pattern(value)])) } : {}) }]
    }),
  }
}

function trialOf(entry: Entry, player: Player, started: string): Trial {
  const base = { world: TAU_WORLD, task: entry.task, index: entry.trial, attempt: 1, player, started, milliseconds: 0, outcome: { changes: [] } }
  const turns = turnsOf(entry.traj)
  if (broke(entry)) {
    const { error = 'an exception ended the trial' } = entry.info
    const text = typeof error === 'string' && error !== '' ? error : shown(error)
    return { ...base, episode: { turns, termination: { kind: 'system_error', detail: text } }, grade: null, state: 'system_error', error: text }
  }
  const state: TerminalState = entry.reward >= 1 - SLACK ? 'pass' : 'fail'
  const termination: Termination = capped(entry) ? { kind: 'step_limit', detail: 'The turn cap was reached, which this benchmark makes a requirement.' } : { kind: 'done' }
  return { ...base, episode: { turns, termination }, grade: gradeOf(entry, state), state }
}

function gradeOf(entry: Entry, state: 'pass' | 'fail'): Grade {
  return {
    grader: TAU_WORLD, verdict: state, end_state: null, changes: [], missing: [],
    dimensions: [{ id: 'reward', title: 'Reward', decides: true, result: state }],
    checks: [{ id: 'reward', dimension: 'reward', result: state, says: saysOf(entry, state) }],
  }
}

function saysOf(entry: Entry, state: 'pass' | 'fail'): string {
  if (state === 'pass') return `reward ${entry.reward}`
  if (capped(entry)) return 'the turn cap was reached, which this benchmark makes a requirement: a known fail'
  if (partial(entry)) return `reward ${entry.reward}: less than 1 counts as a fail`
  const result = isObject(entry.info['reward_info']) ? entry.info['reward_info']['info'] : undefined
  if (!isObject(result)) return `reward ${entry.reward}`
  const missing = isObject(result['outputs']) ? Object.entries(result['outputs']).flatMap(([output, was]) => (was === false ? [shown(output, 40)] : [])) : []
  if (missing.length > 0) return `reward ${entry.reward}: never said ${missing.join(', ')}`
  return `reward ${entry.reward}: the database is not the one that the reference actions leave`
}
