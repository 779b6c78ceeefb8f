// τ-bench results: read as that benchmark means them, and refused in one sentence where they are none.
import { describe, expect, test } from 'vitest'
import rewards from '../../testing/data/gpt-4o-airline.rewards.json'
import real from '../../testing/data/gpt-4o-airline.task12.json'
import { inOneChunk } from '../../testing/builders'
import { callsOf } from '../agent/episode'
import { encodeRun, readRun } from './codec'
import { summarize } from './summarize'
import { readTauBench } from './tauBench'

const options = { created: '2026-10-26T10:00:00Z', app: '0.1.0' }
const entry = (more: object = {}) => ({ task_id: 0, reward: 1, info: {}, traj: [], trial: 0, ...more })
const read = (entries: unknown, name = 'agent.json') => readTauBench(typeof entries === 'string' ? entries : JSON.stringify(entries), name, options)
function good(entries: unknown, name?: string) {
  const run = read(entries, name)
  if (!run.ok) throw new Error(run.problem)
  return run
}
const one = (more: object) => good([entry(more)]).trials[0]!
const problem = (entries: unknown) => {
  const run = read(entries)
  return run.ok ? 'it was read' : run.problem
}

describe('the published file', () => {
  const { head, trials } = good(rewards, 'results/gpt-4o-airline.rewards.json')

  test('is a reference run of 50 tasks × 4 by the agent that the file is named after', () => {
    expect(head).toMatchObject({ kind: 'reference', name: 'τ-bench: gpt-4o-airline', worlds: [], reference: { label: 'τ-bench results', source: 'gpt-4o-airline.rewards.json' } })
    expect(head.manifest).toHaveLength(50)
    expect(head.manifest.slice(0, 2)).toEqual([{ world: 'tau-bench', task: '0', trials: 4 }, { world: 'tau-bench', task: '1', trials: 4 }])
    expect(trials).toHaveLength(200)
  })

  test('passes 84 of 200, as its rewards of 1 do; emptied infos say nothing', () => {
    expect(trials.filter(({ state }) => state === 'pass')).toHaveLength(84)
    expect(trials.filter(({ state }) => state === 'fail')).toHaveLength(116)
    expect(head.reference?.tasks?.every(({ nothing }) => nothing === undefined)).toBe(true)
  })

  test('survives its own export', async () => {
    const pieces: string[] = []
    for await (const piece of encodeRun(head, inOneChunk(trials))) pieces.push(piece)
    expect(readRun(pieces.join(''))).toEqual({ ok: true, head, trials })
  })

  test('has the same id each time, and another with other rewards', () => {
    expect(good(rewards).head.id).toBe(head.id)
    expect(good(rewards.slice(1)).head.id).not.toBe(head.id)
  })
})

describe('a real trajectory', () => {
  const { head, trials: [trial] } = good(real)

  test('has its conversation, and each call with its result', () => {
    const turns = trial!.episode.turns
    expect(turns.filter(({ role }) => role === 'customer')).toHaveLength(real[0]!.traj.filter(({ role }) => role === 'user').length)
    expect(turns.filter(({ role }) => role === 'agent')).toHaveLength(real[0]!.traj.filter(({ role }) => role === 'assistant').length)
    expect(callsOf(trial!.episode).map(({ n, tool, outcome }) => [n, tool, outcome])).toEqual([[1, 'get_user_details', 'ok'], [2, 'get_reservation_details', 'ok']])
    expect(callsOf(trial!.episode)[0]).toMatchObject({ input: { user_id: 'amelia_sanchez_4739' }, result: expect.stringContaining('Amelia') as string })
  })

  test('the system prompt is the run\'s, and the task says what was asked', () => {
    expect(head.configuration['prompt']).toBe(real[0]!.traj[0]!.content)
    expect(head.reference?.tasks).toEqual([{ needs: { calls: [] }, world: 'tau-bench', task: '12', says: real[0]!.info.task.instruction, nothing: true }])
  })
})

describe('one entry', () => {
  test('a reward of 1 passes; any other fails, a part of it too, and the run says how many', () => {
    expect(one({}).state).toBe('pass')
    expect(one({ reward: 0.9999999 }).state).toBe('pass')
    expect(one({ reward: 0 }).state).toBe('fail')
    expect(one({ reward: 0.5 })).toMatchObject({ state: 'fail', grade: { checks: [{ says: 'reward 0.5: less than 1 counts as a fail' }] } })
    expect(good([entry({ reward: 0.5 })]).head.reference?.notes?.join(' ')).toContain('1 of 1 rewards lie between 0 and 1')
  })

  test('with an error is a system error and not scored, whatever its reward', () => {
    expect(one({ reward: 0, info: { error: 'Rate limit', traceback: '…' } })).toMatchObject({ state: 'system_error', error: 'Rate limit', grade: null })
    expect(one({ reward: 1, info: { error: 'late' } }).state).toBe('system_error')
    expect(one({ reward: 0, info: { traceback: 'File …' } })).toMatchObject({ state: 'system_error' })
  })

  test('that hit the turn cap is a known fail that says so', () => {
    const { head, trials: [capped] } = good([entry({ reward: 0, info: { reward_info: null, task: { actions: [] } }, traj: [{ role: 'user', content: 'Hi' }] })])
    expect(capped).toMatchObject({ state: 'fail', episode: { termination: { kind: 'step_limit' } } })
    expect(summarize(capped!, head)).toMatchObject({ stopped: 'step_limit', why: expect.stringContaining('turn cap') as string })
  })

  test('an empty info with an empty trajectory is no error: the reward stands', () => {
    expect(one({ reward: 0, info: {}, traj: [] })).toMatchObject({ state: 'fail', episode: { termination: { kind: 'done' } } })
  })

  test('a fail says whether the database differs or what was never said', () => {
    const says = (info: object) => one({ reward: 0, info: { reward_info: { reward: 0, info } } }).grade?.checks[0]?.says
    expect(says({ r_actions: 0, gt_data_hash: 'x' })).toContain('the database is not the one')
    expect(says({ r_outputs: 0, outputs: { 327: true, 1286: false } })).toBe('reward 0: never said "1286"')
  })

  test('arguments that do not parse, or hold what no record may, are kept as they are', () => {
    const call = (text: unknown) => callsOf(one({ traj: [{ role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'f', arguments: text } }] }] }).episode)[0]
    expect(call('{"a": 1}')).toMatchObject({ input: { a: 1 }, outcome: 'error', result: 'no result is recorded' })
    expect(call('{"a": ')?.input).toBe('{"a": ')
    expect(call('{"a": {"__proto__": 1}}')?.input).toBe('{"a": {"__proto__": 1}}')
    expect(call(undefined)?.input).toEqual({})
  })

  test('results find their calls by id, else in order; "Error" is an error', () => {
    const asked = ['a', 'b'].map((id) => ({ id, function: { name: id, arguments: '{}' } }))
    const calls = callsOf(one({ traj: [{ role: 'assistant', content: 'x', tool_calls: asked }, { role: 'tool', tool_call_id: 'b', content: 'Error: no' }, { role: 'tool', content: 'fine' }, { role: 'tool', content: 'of nobody' }] }).episode)
    expect(calls.map(({ outcome, result }) => [outcome, result])).toEqual([['ok', 'fine'], ['error', 'Error: no']])
  })
})

describe('tasks that doing nothing passes', () => {
  const nothing = (actions: string[], outputs: string[] = []) => good([entry({ info: { task: { instruction: 'x', actions: actions.map((name) => ({ name, kwargs: {} })), outputs } } })]).head.reference?.tasks?.[0]?.nothing
  test('are those whose reference actions write nothing and that ask for no output', () => {
    expect(nothing([])).toBe(true)
    expect(nothing(['get_user_details', 'search_direct_flight', 'calculate', 'transfer_to_human_agents'])).toBe(true)
    expect(nothing(['get_user_details', 'cancel_reservation'])).toBe(false)
    expect(nothing(['get_reservation_details'], ['4'])).toBe(false)
  })
})

test('a task that the file holds less often than another lacks trials', () => {
  expect(good([entry(), entry({ trial: 3 }), entry({ task_id: 'x' })]).head.manifest).toEqual([{ world: 'tau-bench', task: '0', trials: 4 }, { world: 'tau-bench', task: 'x', trials: 4 }])
})

test.each<[string, unknown, string]>([
  ['an object', {}, 'These are no τ-bench results: they are a list of results.'],
  ['an empty list', [], 'These are no τ-bench results: the list is empty.'],
  ['a list of numbers', [1], 'These are no τ-bench results: [0]: must be an object; found 1.'],
  ['no reward', [entry({ reward: undefined })], '[0]: reward must be a number from 0 to 1'],
  ['a reward of 2', [entry({ reward: 2 })], '[0]: reward must be a number from 0 to 1; found 2.'],
  ['a reward that is a text', [entry(), entry({ trial: 1, reward: '1' })], '[1]: reward must be a number from 0 to 1; found "1".'],
  ['no task', [entry({ task_id: null })], '[0]: task_id must be a whole number or a text; found null.'],
  ['half a trial', [entry({ trial: 0.5 })], '[0]: trial must be a whole number from 0, below 10000; found 0.5.'],
  ['a trial beyond reason', [entry({ trial: 1e9 })], '[0]: trial must be a whole number from 0, below 10000'],
  ['the same trial twice', [entry(), entry({ trial: 1 }), entry()], '[0] and [2] are both trial 0 of task 0.'],
  ['a message that is none', [entry({ traj: [{ role: 'user', content: '' }, 5] })], '[0]: traj[1] must be a message with a role; found 5.'],
  ['broken JSON', '[{"task_id": 1', 'The file ends early'],
  ['a key that reaches for the prototype', '[{"__proto__": 1}]', 'the key "__proto__" is refused'],
])('%s is refused', (_, input, sentence) => {
  expect(problem(input)).toContain(sentence)
})
