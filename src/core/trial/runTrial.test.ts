// One trial to its record: each way to end has one state, and nothing that goes wrong is thrown or scored.
import { describe, expect, test } from 'vitest'
import { openWorld, tinyWorld } from '../../testing/tinyWorld'
import { scriptedCustomer } from '../agent/customer'
import type { Termination } from '../agent/episode'
import type { Model } from '../agent/model'
import { scriptedModel } from '../agent/script'
import { WorldHung, type Session, type World } from '../world/world'
import { regrade, runTrial, terminalState, type TrialPlan } from './runTrial'

const bundle = tinyWorld()
const task = bundle.tasks[0]!
let ticks = 0
const clock = { now: () => Date.UTC(2026, 9, 26, 10), steady: () => (ticks += 1.23456) }
const plan = (more: Partial<TrialPlan> = {}): TrialPlan => ({ bundle, task, index: 2, player: { kind: 'script', id: 'x', title: 'X' }, model: scriptedModel(task.scripts.oracle), customer: scriptedCustomer(task.customer), steps: 5, seed: 1, ...more })
const broken = (session: Partial<Session>): World => ({
  open: () => Promise.resolve({ call: () => Promise.resolve({ outcome: 'ok', result: '1', changes: [{ op: 'delete', table: 'boxes', key: ['a'], before: {} }] }), tamper: () => Promise.resolve([]), event: () => Promise.resolve([]), confirmed: () => Promise.resolve([]), close: () => Promise.resolve([]), ...session }),
  start: () => Promise.resolve([]),
})

test('a trial holds its slot, its times, its episode, its changes, its grade and its state', async () => {
  const trial = await runTrial(await openWorld(bundle), plan(), clock)
  expect(trial).toMatchObject({
    world: 'tiny', task: 'one', index: 2, attempt: 1, started: '2026-10-26T10:00:00.000Z', milliseconds: 1.235, state: 'pass',
    outcome: { changes: [{ op: 'insert', table: 'boxes', key: ['c'], after: { id: 'c', n: 3 } }] }, grade: { verdict: 'pass' }, episode: { termination: { kind: 'done' } },
  })
  expect(trial).not.toHaveProperty('error')
  expect(regrade(bundle, trial)).toEqual(trial)
})

test('the model is offered the task\'s tools alone', async () => {
  const seen: string[][] = []
  const model: Model = { next: (view) => { seen.push(view.tools.map(({ name }) => name)); return Promise.resolve({ content: [{ type: 'text', text: 'No.' }], stop_reason: 'end_turn' }) } }
  await runTrial(broken({}), plan({ model }), clock)
  await runTrial(broken({}), plan({ model, task: { ...task, tools: ['list', 'put'] } }), clock)
  expect(seen).toEqual([['put', 'set', 'remove', 'note', 'list'], ['put', 'list']])
})

describe('a trial whose world breaks is no failure of the agent', () => {
  test('when it does not open', async () => {
    const trial = await runTrial({ ...broken({}), open: () => Promise.reject(new Error('no engine')) }, plan(), clock)
    expect(trial).toMatchObject({ state: 'system_error', error: 'no engine', grade: null, episode: { turns: [], termination: { kind: 'system_error', detail: 'no engine' } } })
    expect(regrade(bundle, trial)).toEqual(trial)
  })

  test('when it hangs while it opens', async () => {
    expect(await runTrial({ ...broken({}), open: () => Promise.reject(new WorldHung('Opening one did not return.')) }, plan(), clock)).toMatchObject({ state: 'timeout', error: 'Opening one did not return.', episode: { termination: { kind: 'timeout' } } })
  })

  test('when it does not close: the changes are what the calls reported, and nothing is graded', async () => {
    const trial = await runTrial(broken({ close: () => Promise.reject(new Error('not undone')) }), plan(), clock)
    expect(trial).toMatchObject({ state: 'system_error', error: 'not undone', grade: null, outcome: { changes: [{ op: 'delete' }] } })
    expect(trial.episode.turns).toHaveLength(3)
  })

  test('when a call breaks, and the session is closed all the same', async () => {
    let closed = 0
    const trial = await runTrial(broken({ call: () => Promise.reject(new Error('disk')), close: () => { closed += 1; return Promise.resolve([]) } }), plan(), clock)
    expect(trial).toMatchObject({ state: 'system_error', episode: { termination: { kind: 'system_error', detail: 'disk' } } })
    expect(closed).toBe(1)
  })
})

test('a grader that throws leaves the trial unscored, until it no longer does', async () => {
  const wrong = { ...bundle, world: { ...bundle.world, mutations: {} } }
  const trial = await runTrial(await openWorld(bundle), plan({ bundle: wrong }), clock)
  expect(trial).toMatchObject({ state: 'grader_error', grade: null, error: 'the world tiny names no mutation put' })
  expect(regrade(bundle, trial)).toMatchObject({ state: 'pass', grade: { verdict: 'pass' } })
  expect(regrade(bundle, trial)).not.toHaveProperty('error')
})

test.each<[Termination['kind'], string]>([
  ['truncated', 'truncated'], ['context_exceeded', 'truncated'], ['refusal', 'refusal'], ['step_limit', 'step_limit'], ['timeout', 'timeout'], ['stopped', 'stopped'],
  ['missing_output', 'missing_output'], ['wrong_model', 'invalid'], ['system_error', 'system_error'], ['cancelled', 'cancelled'], ['diverged', 'invalid'],
])('an episode that ended as %s is %s, whatever its verdict', async (kind, state) => {
  const { grade } = await runTrial(await openWorld(bundle), plan(), clock)
  expect(grade!.verdict).toBe('pass')
  expect(terminalState({ turns: [], termination: { kind } }, grade)).toBe(state)
})
