// Retries, waits and deadlines by a clock that is set by hand.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Stopped, type AgentView } from '../../core/agent/model'
import { Budget } from '../../core/run/budget'
import type { Api, Failure, Outcome } from './api'
import { inputAtMost, messagesModel, type ModelOptions, type Wait } from './messagesModel'
import { backOff, RETRY, worthRetrying } from './retry'
import { failureSays } from './says'

beforeEach(() => { vi.useFakeTimers({ now: Date.UTC(2026, 10, 30) }) })
afterEach(() => { vi.useRealTimers() })

const view: AgentView = { system: 'P', tools: [], messages: [{ role: 'user', content: 'Hi' }] }
const body = { type: 'message', model: 'm', content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } }
const good: Outcome<unknown> = { ok: true, value: body, requestId: 'req_1', status: 200 }
const status = (code: number, more: Partial<Extract<Failure, { kind: 'status' }>> = {}): Failure => ({ kind: 'status', status: code, type: 'api_error', code: null, says: 'Wrong.', retryAfter: null, ...more })

/** An API that answers with these, one after the other; at null it never does. */
function api(...outcomes: (Outcome<unknown> | Failure | null)[]): Api & { sent: number[] } {
  const sent: number[] = []
  return {
    sent, origin: 'https://a.example', base: 'https://a.example', redact: (text) => text, redactWords: (text) => text,
    send: (_, signal) => {
      const outcome = outcomes[sent.length]
      sent.push(Date.now())
      if (outcome) return Promise.resolve('ok' in outcome ? outcome : { ok: false, failure: outcome })
      return new Promise((resolve) => { signal.addEventListener('abort', () => { resolve({ ok: false, failure: { kind: 'aborted' } }) }) })
    },
    listModels: () => Promise.reject(new Error('not asked for')),
    retrieveModel: () => Promise.resolve({ ok: false, failure: { kind: 'connection' } }),
  }
}

function ask(server: Api, more: Partial<ModelOptions> = {}, signal?: AbortSignal) {
  const waits: (Wait | null)[] = []
  const model = messagesModel({ api: server, caching: false, model: 'm', maxTokens: 100, requestLimit: 60_000, time: { now: () => Date.now(), random: () => 0.5 }, onWait: (wait) => waits.push(wait), ...more })
  const ended = model.next(view, signal).catch((error: unknown) => (error instanceof Stopped ? error.termination : error))
  return { ended, waits }
}

test('waits twice as long each time, half of it by chance, and tells until when', async () => {
  const server = api(status(500), status(503), { kind: 'connection' }, good)
  const { ended, waits } = ask(server)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await ended).toMatchObject({ content: body.content, attempts: [{ status: 500 }, { status: 503 }, { status: null }, { status: 200 }] })
  // 0.75 of 1, 2 and 4 seconds.
  expect(server.sent.map((at) => at - server.sent[0]!)).toEqual([0, 750, 2250, 5250])
  expect(waits.filter((wait) => wait !== null).map(({ until }) => until! - server.sent[0]!)).toEqual([750, 2250, 5250])
})

test('what an answered request cost is put on record by the prices, and nothing where there is none', async () => {
  // A token of input at $2 and one of output at $10 a million.
  const prices = [{ model: 'm', input: 2, output: 10, write5m: 2.5, write1h: 4, read: 0.1 }]
  expect(await ask(api(good), { prices }).ended).toMatchObject({ nanodollars: 12_000 })
  expect(await ask(api(good), { prices: [] }).ended).not.toHaveProperty('nanodollars')
  expect(await ask(api(good)).ended).not.toHaveProperty('nanodollars')
})

test('waits as long as the server asks, up to the cap, and beyond it fails at once', async () => {
  const server = api(status(429, { retryAfter: 59_000 }), good)
  const { ended } = ask(server)
  await vi.advanceTimersByTimeAsync(58_999)
  expect(server.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ended).toMatchObject({ stop_reason: 'end_turn' })
  expect(await ask(api(status(429, { retryAfter: 61_000 }))).ended).toMatchObject({ kind: 'system_error', detail: expect.stringContaining('61 seconds') })
})

test('a clock that jumps, as after a sleep, ends the wait at the next look', async () => {
  const server = api(status(429, { retryAfter: 50_000 }), good)
  const { ended } = ask(server)
  await vi.advanceTimersByTimeAsync(1)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ended).toMatchObject({ stop_reason: 'end_turn' })
})

test('a deadline begins anew with each request and counts from when it is sent', async () => {
  const server = api(null, null, good)
  const { ended } = ask(server, { requestLimit: 10_000 })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(server.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await ended).toMatchObject({ attempts: [{ error: 'https://a.example did not answer within 10 seconds.' }, { status: null }, { status: 200 }] })
})

describe('an abort', () => {
  test('in a back-off ends it in the same moment, and nothing is sent after it', async () => {
    const server = api(status(500), good)
    const stop = new AbortController()
    const { ended, waits } = ask(server, { retry: { first: 30_000 } }, stop.signal)
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    expect(await ended).toMatchObject({ kind: 'cancelled', attempts: [{ status: 500 }] })
    expect(waits.at(-1)).toBeNull()
    await vi.advanceTimersByTimeAsync(100_000)
    expect([server.sent.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('in a request, or before it, likewise', async () => {
    const server = api(null)
    const stop = new AbortController()
    const { ended } = ask(server, {}, stop.signal)
    await vi.advanceTimersByTimeAsync(10)
    stop.abort(new DOMException('late', 'TimeoutError'))
    expect(await ended).toMatchObject({ kind: 'timeout' })
    expect(vi.getTimerCount()).toBe(0)
    const unasked = api(good)
    expect(await ask(unasked, {}, stop.signal).ended).toEqual({ kind: 'timeout', detail: 'The trial reached its deadline.' })
    expect(unasked.sent).toEqual([])
  })

  test('while money is put aside for others, too', async () => {
    const worst = (inputAtMost({ model: 'm', max_tokens: 100, system: [{ type: 'text', text: 'P' }], messages: [{ role: 'user', content: 'Hi' }] }) + 100) * 1000
    const gate = new Budget({ calls: null, nanodollars: worst * 1.5, prices: [{ model: 'm', input: 1, output: 1, write5m: 1, write1h: 1, read: 1 }] })
    const stop = new AbortController()
    const [first, second] = [ask(api(null), { gate }, stop.signal), ask(api(good), { gate }, stop.signal)]
    await vi.advanceTimersByTimeAsync(10)
    expect(second.waits).toEqual([{ reason: expect.stringContaining('put aside'), until: null }])
    stop.abort()
    expect([await first.ended, await second.ended]).toMatchObject([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(gate.calls).toBe(1)
  })
})

test('every request goes through the budget, those that repeat one included', async () => {
  const gate = new Budget({ calls: 3, nanodollars: null, prices: [] })
  const server = api(status(500), status(500), status(500), good)
  const { ended } = ask(server, { gate })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await ended).toMatchObject({ kind: 'cancelled', detail: 'The budget of 3 requests is used up.', attempts: [{}, {}, {}] })
  expect(server.sent).toHaveLength(3)
})

test.each<[Failure, boolean]>([
  [{ kind: 'connection' }, true], [{ kind: 'body', status: 200, error: 'TypeError' }, true], [{ kind: 'aborted' }, false], [{ kind: 'foreign', status: 200, says: '' }, false],
  ...[408, 409, 429, 500, 503, 529].map((code): [Failure, boolean] => [status(code), true]),
  ...[400, 401, 403, 404, 413, 422].map((code): [Failure, boolean] => [status(code), false]),
  [status(429, { code: 'enforced_spend_limit_reached' }), false], [status(429, { code: 'contract_spend_limit_reached' }), false],
  [status(429, { code: 'ramp_limit_exceeded' }), true], [status(429, { type: 'budget_exceeded' }), false],
])('%j is tried again: %s', (failure, again) => { expect(worthRetrying(failure)).toBe(again) })

test('a wait is never shorter than asked nor, unasked, longer than the longest', () => {
  for (const random of [0, 0.5, 0.999]) {
    expect(backOff(1, 5000, RETRY, random)).toBeGreaterThanOrEqual(5000)
    for (const attempt of [1, 5, 50, 5000]) expect(backOff(attempt, null, RETRY, random)).toBeLessThanOrEqual(RETRY.longest)
  }
})

test('every failure is one sentence', () => {
  for (const failure of [{ kind: 'aborted' }, { kind: 'connection' }, { kind: 'foreign', status: 200, says: '' }, status(401, { says: '' }), status(403), status(404, { type: null }), status(402, { says: '' }), status(500, { says: 'no stop' })] as Failure[]) expect(failureSays(failure, api())).toMatch(/^[^\n]+[.!?…]$/)
})
