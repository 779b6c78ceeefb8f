// The shop played by a fake model through the whole machine: scheduler, budget, worker, grade; and an implementation that is not ours.
import { LLMock } from '@copilotkit/aimock'
import { describe, expect, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { fileURLToPath } from 'node:url'
import { modelBench, playEpisode, playShop, testFrom } from './modelBench'
import { seen } from './helpers'

const parsed = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const bundles = parsed.ok ? [parsed.value] : []
const bench = modelBench({ oracle: oracleScenario({ bundles, failing: 0 }), clumsy: oracleScenario({ bundles, failing: 0.3, seed: 2 }), slow: oracleScenario({ bundles, failing: 0, delay: 40 }) })
const TASKS = bundles.flatMap(({ tasks }) => tasks.map(({ id }) => id))

describe('a fake model', () => {
  test('that plays the oracle passes every task, and only the page and the server are asked', async () => {
    await using page = await bench.page()
    const { trials, phase, uncertain } = await playShop(page, { connection: bench.connection('oracle', 'whole', { key: '' }), trials: 1, concurrency: 6, nanodollars: 5_000_000_000 })
    expect([phase, uncertain]).toEqual(['done', 0])
    expect(trials.filter(({ state }) => state !== 'pass').map(({ task, state }) => `${task}: ${state}`)).toEqual([])
    expect(trials.map(({ task }) => task).sort()).toEqual(TASKS.toSorted())
    expect(seen(page).requests.filter((url) => !url.startsWith(bench.server().origin) && !url.startsWith(new URL(bench.pageUrl()).origin) && !/^(blob|data):/.test(url))).toEqual([])
    expect([seen(page).policyViolations, seen(page).consoleErrors]).toEqual([[], []])
  })

  test('that fails some on purpose fails some of 115, and every trial is scored', async () => {
    await using page = await bench.page()
    const { trials } = await playShop(page, { connection: bench.connection('clumsy', 'clumsy', { key: '' }), trials: 5, concurrency: 6, nanodollars: null })
    expect(trials).toHaveLength(115)
    const failed = trials.filter(({ state }) => state === 'fail')
    expect(failed.length).toBeGreaterThan(10)
    expect(failed.length).toBeLessThan(60)
    expect(trials.filter(({ state }) => state !== 'pass' && state !== 'fail')).toEqual([])
  })

  test('with customers that a model plays has them recorded as such', async () => {
    await using page = await bench.page()
    const { trials } = await playShop(page, { connection: bench.connection('oracle', 'customers', { key: '' }), trials: 1, concurrency: 1, nanodollars: null, tasks: ['which-order'], modelCustomers: true })
    expect(trials[0]).toMatchObject({ state: 'pass', episode: { termination: { kind: 'done' } } })
    expect(trials[0]!.episode.turns.flatMap((turn) => (turn.role === 'customer' ? [turn.by] : []))).toEqual(['script', 'model', 'model'])
  })
})

describe('a run', () => {
  test('never spends more than its budget, six at a time, and halts with the reason', async () => {
    await using page = await bench.page()
    const cap = 100_000_000
    const { trials, phase, reason, spent, uncertain, calls } = await playShop(page, { connection: bench.connection('slow', 'budget', { key: '' }), trials: 5, concurrency: 6, nanodollars: cap })
    expect([phase, reason]).toEqual(['halted', expect.stringContaining('does not cover another request')])
    expect(spent + uncertain).toBeLessThanOrEqual(cap)
    expect(calls).toBeGreaterThan(10)
    expect(bench.server().received('budget')).toHaveLength(calls)
    expect(new Set(trials.map(({ state }) => state))).toEqual(new Set(['pass', 'cancelled']))
  })

  test('that is stopped sends not one request more', async () => {
    await using page = await bench.page()
    const { phase, trials } = await playShop(page, { connection: bench.connection('slow', 'stopped', { key: '' }), trials: 5, concurrency: 6, nanodollars: null, stopAfter: 3 })
    expect(phase).toBe('stopped')
    expect(trials.every(({ state }) => state === 'pass')).toBe(true)
    const then = bench.server().received('stopped').length
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(bench.server().received('stopped')).toHaveLength(then)
  })
})

test('an implementation that is not ours plays the same part: a tool loop, a status, another model, a length stop', async () => {
  const mock = new LLMock({ port: 0 })
  mock.on({ userMessage: 'Hello.', hasToolResult: false }, { toolCalls: [{ id: 'call_1', name: 'look', arguments: '{"id":1}' }] })
  mock.on({ hasToolResult: true }, { content: 'I looked at it.' })
  await mock.start()
  try {
    const origin = new URL(mock.url).origin
    await using page = await bench.page(origin)
    const played = await playEpisode(page, { connection: bench.connection('', '', { base: origin }), settings: { retry: { attempts: 1 } } })
    expect(played.episode).toMatchObject({ termination: { kind: 'done' } })
    expect(played.called).toEqual([['look', { id: 1 }]])
    expect(played.episode.turns.at(-1)).toMatchObject({ content: [{ type: 'text', text: 'I looked at it.' }], stop_reason: 'end_turn', model: 'claude-sonnet-5-5' })
    expect((await testFrom(page, bench.connection('', '', { base: origin }))).ok).toBe(true)

    mock.reset()
    mock.onMessage('Hello.', { content: 'I am', finishReason: 'length' })
    expect((await playEpisode(page, { connection: bench.connection('', '', { base: origin }) })).episode.termination.kind).toBe('truncated')
    mock.reset()
    mock.onMessage('Hello.', { content: 'Hi.', model: 'claude-opus-5' })
    expect((await playEpisode(page, { connection: bench.connection('', '', { base: origin }) })).episode.termination.kind).toBe('wrong_model')
    mock.reset()
    mock.onMessage('Hello.', { error: { message: 'Slow down.', type: 'rate_limit_error' }, status: 429 })
    expect((await playEpisode(page, { connection: bench.connection('', '', { base: origin }), settings: { retry: { attempts: 2, first: 20, longest: 40 } } })).episode.termination).toMatchObject({ kind: 'system_error', detail: expect.stringContaining('429') })
    expect(seen(page).policyViolations).toEqual([])
  } finally {
    await mock.stop()
  }
})
