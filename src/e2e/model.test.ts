// The model adapter in Chromium, the real SDK against a server that does what servers do: every row of the table of failures.
import { describe, expect, test } from 'vitest'
import type { Episode } from '../core/agent/episode'
import { CANARY, expectNoKey, modelBench, playEpisode, traces } from './modelBench'
import { seen } from './helpers'

const bench = modelBench()
const quick = { first: 20, longest: 40 }
const attemptsOf = ({ turns, termination }: Episode) => termination.attempts ?? turns.flatMap((turn) => (turn.role === 'agent' ? (turn.attempts ?? []) : []))
const sent = (run: string) => bench.server().received(run).filter(({ path }) => path === '/v1/messages')
let runs = 0
const newRun = (): string => `run-${(runs += 1)}`

async function play(scenario: string, more: Omit<Parameters<typeof playEpisode>[1], 'connection'> = {}) {
  await using page = await bench.page()
  const run = newRun()
  const played = await playEpisode(page, { connection: bench.connection(scenario, run), ...more, settings: { retry: quick, ...more.settings } })
  expect(seen(page).pageErrors).toEqual([])
  expect(seen(page).policyViolations).toEqual([])
  expectNoKey(JSON.stringify(played) + traces(page))
  return { ...played, run, kind: played.episode.termination.kind, detail: played.episode.termination.detail ?? '', attempts: attemptsOf(played.episode), last: played.episode.turns.at(-1) }
}

describe('a request', () => {
  test('carries the key, the version and the opt-in for browsers; prompt and tools are marked for caching', async () => {
    const { run, kind } = await play('two-tools', { settings: { retry: quick, effort: 'high', thinking: 'adaptive', maxTokens: 30_000 } })
    expect(kind).toBe('done')
    const [first, second] = sent(run)
    expect(first!.headers).toMatchObject({ 'authorization': `Bearer ${CANARY}`, 'anthropic-version': '2026-10-21', 'anthropic-dangerous-direct-browser-access': 'true' })
    expect(first!.headers).not.toHaveProperty('referer')
    expect(first!.headers).not.toHaveProperty('cookie')
    expect(first!.body).toEqual({
      model: 'claude-sonnet-5-5', max_tokens: 30_000,
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'look', description: 'Looks at a thing.', input_schema: { type: 'object', properties: { id: { type: 'integer' } } }, cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: 'Hello.' }],
      output_config: { effort: 'high' }, thinking: { type: 'adaptive', display: 'summarized' }, cache_control: { type: 'ephemeral' },
    })
    const results = (second!.body as { messages: { role: string; content: unknown }[] }).messages
    expect(results.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(results[2]!.content).toEqual([{ type: 'tool_result', tool_use_id: 'toolu_1', content: '{"seen":true}' }, { type: 'tool_result', tool_use_id: 'toolu_2', content: '{"seen":true}' }])
  })

  test('leaves content, usage, model, request id, time and attempts in the record', async () => {
    const { last } = await play('ok')
    expect(last).toMatchObject({
      role: 'agent', content: [{ type: 'text', text: 'Good morning.' }], stop_reason: 'end_turn', model: 'claude-sonnet-5-5', request_id: expect.stringMatching(/^req_\d+$/),
      usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 30, cache_read_input_tokens: 40 },
      attempts: [{ at: expect.stringMatching(/^\d{4}-.*Z$/), status: 200 }],
    })
    expect((last as { milliseconds: number }).milliseconds).toBeGreaterThan(0)
  })

  test('by x-api-key, or without a key, sends that header alone', async () => {
    await using page = await bench.page()
    const [withKey, without] = [newRun(), newRun()]
    await playEpisode(page, { connection: bench.connection('ok', withKey, { scheme: 'x-api-key' }) })
    await playEpisode(page, { connection: bench.connection('ok', without, { key: '' }) })
    expect(sent(withKey)[0]!.headers['x-api-key']).toBe(CANARY)
    for (const { headers } of [...sent(withKey), ...sent(without)]) expect(headers).not.toHaveProperty('authorization')
    expect(sent(without)[0]!.headers).not.toHaveProperty('x-api-key')
  })

  test('to a server whose CORS list lacks two headers works without them, and only so', async () => {
    await using page = await bench.page()
    const [plain, own] = [newRun(), newRun()]
    const plainly = await playEpisode(page, { connection: bench.connection('picky-headers', plain, { ownHeaders: false }) })
    expect(plainly.episode.termination.kind).toBe('done')
    const refused = await playEpisode(page, { connection: bench.connection('picky-headers', own), settings: { retry: { attempts: 1 } } })
    expect(refused.episode.termination).toMatchObject({ kind: 'system_error', detail: expect.stringContaining('CORS') })
    expect(sent(own)).toEqual([])
  })

  test('is not followed to where it is redirected', async () => {
    const { kind, run } = await play('elsewhere', { settings: { retry: { attempts: 1 } } })
    expect(kind).toBe('system_error')
    expect(bench.server().received(`${run}-redirected`)).toEqual([])
  })
})

describe('is tried again', () => {
  test.each<[string, (number | null)[]]>([
    ['overloaded-twice', [529, 529, 200]],
    ['reset-once', [200, 200]],
    ['cut-once', [200, 200]],
  ])('after %s, and each attempt is kept', async (scenario, statuses) => {
    const { kind, attempts, waits } = await play(scenario)
    expect(kind).toBe('done')
    expect(attempts.map(({ status }) => status)).toEqual(statuses)
    expect(attempts.slice(0, -1).every(({ error }) => error !== undefined && error !== '')).toBe(true)
    expect(waits).toHaveLength(2 * (statuses.length - 1))
    expect(waits.map((wait) => wait === null)).toEqual(statuses.slice(1).flatMap(() => [false, true]))
  })

  test('after a 429, not before the server allows it', async () => {
    const { kind, waits, run } = await play('wait-a-moment')
    expect(kind).toBe('done')
    const [first, second] = sent(run)
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(950)
    expect(waits[0]!.reason).toContain('429')
  })

  test('after a body that stalls, once the request\'s own deadline has passed', async () => {
    const { kind, attempts, milliseconds } = await play('stalls-once', { settings: { retry: quick, requestLimit: 500 } })
    expect(kind).toBe('done')
    expect(attempts.map(({ error }) => error)).toEqual([expect.stringContaining('did not answer within 1 second'), undefined])
    expect(milliseconds).toBeGreaterThan(480)
  })
})

describe('fails in one sentence, as a system error', () => {
  test.each<[string, number, string | RegExp]>([
    ['wait-an-hour', 1, /asks to wait 3,600 seconds.*longer than the 60 seconds/],
    ['spend-limit', 1, 'A spending limit of the account is reached'],
    ['bad-key', 1, 'does not accept the key (401 authentication_error)'],
    ['no-browsers', 1, 'does not allow calls from browsers'],
    ['bad-request', 1, '400 invalid_request_error: max_tokens: too many.'],
    ['no-such-model', 1, '404 not_found_error: model: nobody.'],
    ['html', 1, 'is not a Messages API: <!doctype html>'],
    ['other-json', 1, 'is not a Messages API'],
    ['always-500', 5, /500 api_error: Something broke\. That was attempt 5 of 5\./],
    ['reset-always', 5, 'broke off before it was whole'],
    ['no-cors', 5, 'without the CORS headers'],
  ])('%s, after %i requests', async (scenario, requests, says) => {
    const { kind, detail, attempts, run } = await play(scenario)
    expect(kind).toBe('system_error')
    if (typeof says === 'string') expect(detail).toContain(says)
    else expect(detail).toMatch(says)
    expect(attempts).toHaveLength(requests)
    // Where there are no CORS headers, the preflight is all that arrives, and the probe.
    expect(sent(run)).toHaveLength(scenario === 'no-cors' ? 0 : requests)
  })

  test.each(['no-headers', 'stalls'])('%s, at the request\'s own deadline', async (scenario) => {
    const { kind, detail, milliseconds } = await play(scenario, { settings: { retry: { ...quick, attempts: 2 }, requestLimit: 300 } })
    expect([kind, detail]).toEqual(['system_error', expect.stringMatching(/did not answer within 1 second\. That was attempt 2 of 2/)])
    expect(milliseconds).toBeLessThan(3000)
  })

  test('a server that is not there', async () => {
    await using page = await bench.page('http://127.0.0.1:9999')
    const { episode } = await playEpisode(page, { connection: bench.connection('ok', newRun(), { base: 'http://127.0.0.1:9999' }), settings: { retry: { ...quick, attempts: 2 } } })
    expect(episode.termination).toMatchObject({ kind: 'system_error', detail: expect.stringContaining('cannot be reached') })
  })

  test.each(['bad-key', 'spend-limit', 'html', 'no-such-model', 'no-browsers'])('%s, and says that no other request will fare better', async (scenario) => {
    expect((await play(scenario)).hopeless).toHaveLength(1)
  })
  test.each(['always-500', 'wait-an-hour', 'bad-request'])('%s, which another request may survive', async (scenario) => {
    expect((await play(scenario)).hopeless).toEqual([])
  })
})

describe('ends an episode', () => {
  test.each<[string, string, string]>([
    ['cut-in-a-call', 'truncated', ''],
    ['refuses', 'refusal', ''],
    ['pauses', 'stopped', 'pause_turn'],
    ['context-full', 'context_exceeded', ''],
    ['no-reason', 'stopped', 'no stop_reason'],
    ['new-reason', 'stopped', 'taking_a_walk'],
    ['says-nothing', 'missing_output', ''],
    ['other-model', 'wrong_model', 'claude-opus-5 answered; claude-sonnet-5-5 was asked.'],
  ])('%s as %s, and no tool has run', async (scenario, kind, detail) => {
    const played = await play(scenario)
    expect(played.kind).toBe(kind)
    expect(played.detail).toContain(detail)
    expect(played.called).toEqual([])
    expect(played.last).toMatchObject({ role: 'agent', usage: { input_tokens: 100 } })
  })

  test.each([['dated-model', 'claude-sonnet-5-5'], ['alias', 'the-latest-sonnet']])('%s is the model that was asked', async (scenario, model) => {
    const { kind, run } = await play(scenario, { settings: { retry: quick, model } })
    expect(kind).toBe('done')
    expect(bench.server().received(run).filter(({ path }) => path.startsWith('/v1/models/'))).toHaveLength(scenario === 'alias' ? 1 : 0)
  })
})

describe('what a model sends', () => {
  test('as odd input reaches the tool as it came, and the errors come back to it', async () => {
    const { called, kind, run } = await play('odd-inputs')
    expect(kind).toBe('done')
    expect(called).toEqual([['look', 'a string'], ['look', { id: 'one' }], ['constructor', {}], ['look', null]])
    const content = (sent(run)[1]!.body as { messages: { content: { tool_use_id: string; is_error: boolean }[] }[] }).messages[2]!.content
    expect(content.map(({ tool_use_id, is_error }) => [tool_use_id, is_error])).toEqual([['toolu_1', true], ['toolu_2', true], ['toolu_3', true], ['toolu_4', true]])
  })

  test('as a call in a turn that had ended is not run, and is answered before the customer', async () => {
    const { called, kind, run } = await play('ended-with-a-call', { replies: ['Go on.'] })
    expect([kind, called]).toEqual(['done', []])
    expect((sent(run)[1]!.body as { messages: { content: unknown }[] }).messages[2]!.content).toEqual([
      { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: expect.stringContaining('Not run') },
      { type: 'text', text: 'Go on.' },
    ])
  })

  test('as half a surrogate pair is kept, and goes back well-formed', async () => {
    const { kind, episode } = await play('lone-surrogate')
    expect(kind).toBe('done')
    expect(episode.turns[1]).toMatchObject({ content: [{ text: 'Look: \ud83d' }, {}] })
  })

  test('as thinking goes back as it came; empty texts, which the API would refuse, stay in the record alone', async () => {
    const { run, episode } = await play('thinks')
    const thought = [{ type: 'thinking', thinking: 'Mm.', signature: 'c2ln' }, { type: 'redacted_thinking', data: 'eA==' }]
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { id: 1 } }
    expect(episode.turns[1]).toMatchObject({ content: [...thought, { type: 'text', text: '' }, call] })
    expect((sent(run)[1]!.body as { messages: { content: unknown }[] }).messages[1]!.content).toEqual([...thought, call])
  })

  test('as silence, before a customer who speaks on, leaves no empty message in the history', async () => {
    const { run } = await play('says-nothing', { replies: ['Hello?'] })
    expect((sent(run)[1]!.body as { messages: unknown[] }).messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello.' }, { type: 'text', text: 'Hello?' }] }])
  })

  test('as usage is kept where it is a count, and unknown where it is none', async () => {
    expect((await play('sparse-usage')).last).toMatchObject({ usage: { input_tokens: 7, output_tokens: 3 } })
    expect((await play('odd-usage')).last).toMatchObject({ usage: { input_tokens: null, output_tokens: null, cache_read_input_tokens: null } })
  })
})

describe('stopping', () => {
  test('ends a request at once, and no other follows', async () => {
    const { kind, milliseconds, run } = await play('stalls', { stopAfter: 200, settings: { retry: quick, requestLimit: 60_000 } })
    expect(kind).toBe('cancelled')
    expect(milliseconds).toBeLessThan(1500)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sent(run)).toHaveLength(1)
  })

  test('ends a back-off at once, and no other request follows', async () => {
    const { kind, milliseconds, run } = await play('always-500', { stopAfter: 300, settings: { retry: { first: 60_000, longest: 60_000 } } })
    expect(kind).toBe('cancelled')
    expect(milliseconds).toBeLessThan(1500)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sent(run)).toHaveLength(1)
  })

  test('by the trial\'s deadline is a timeout, and the attempts so far are kept', async () => {
    const { kind, attempts } = await play('always-500', { trialLimit: 300, settings: { retry: { first: 60_000, longest: 60_000 } } })
    expect(kind).toBe('timeout')
    expect(attempts).toHaveLength(1)
  })

  test('by the budget sends nothing more', async () => {
    const calls = await play('always-500', { budget: { calls: 2, nanodollars: null } })
    expect([calls.kind, calls.detail]).toEqual(['cancelled', 'The budget of 2 requests is used up.'])
    expect(sent(calls.run)).toHaveLength(2)
    const dollars = await play('ok', { budget: { calls: null, nanodollars: 1_000_000 } })
    expect([dollars.kind, dollars.detail]).toEqual(['cancelled', expect.stringContaining('does not cover another request')])
    expect(sent(dollars.run)).toEqual([])
  })

  test('what was spent is counted, caches by their own prices', async () => {
    // claude-sonnet-5-5: 100 at $2, 20 at $10, 30 written at $2.50, 40 read at $0.10 a million.
    expect((await play('ok', { budget: { calls: null, nanodollars: 1_000_000_000 } })).spent).toBe(200_000 + 200_000 + 75_000 + 4_000)
  })
})
