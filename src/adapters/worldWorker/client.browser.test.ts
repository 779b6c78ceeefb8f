// The client in a real browser: the inlined worker, the engine by fetch, and the watchdog.
import { afterEach, expect, test, vi } from 'vitest'
import { hangingWorld, oracleJobs } from '../../testing/hangingWorld'
import type { Trial } from '../../core/trial/record'
import { shippedBundles } from '../taskFiles/shipped'
import { browserClient } from './browser'
import type { WorldClient } from './client'

const clients: WorldClient[] = []
function client(limits: { callLimit?: number; batchLimit?: number } = {}): WorldClient {
  const made = browserClient(limits)
  clients.push(made)
  return made
}
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(clients.splice(0).map((one) => one.close()))
})

const states = (trials: readonly Trial[]) => trials.map(({ task, state }) => [task, state])

test('the shop is proven to be playable: its oracle passes all 23 tasks', async () => {
  const one = client()
  const [shop] = await shippedBundles()
  expect(await one.load(shop!)).toEqual([])
  const trials: Trial[] = []
  await one.run('shop', oracleJobs(shop!.tasks.map(({ id }) => id)), (batch) => { trials.push(...batch) })
  expect(trials).toHaveLength(23)
  expect(new Set(trials.map(({ state }) => state))).toEqual(new Set(['pass']))
})

test('a tool that never returns costs its own trial, and a session beside it goes on', async () => {
  const one = client({ callLimit: 800, batchLimit: 1_000 })
  expect(await one.load(hangingWorld)).toEqual([])
  const session = await one.world('hanging').open('b', 3)
  await session.call('put', { id: 'x' })
  const trials: Trial[] = []
  await one.run('hanging', oracleJobs(['a', 'hang', 'c']), (batch) => { trials.push(...batch) })
  expect(states(trials)).toEqual([['a', 'pass'], ['hang', 'timeout'], ['c', 'pass']])
  expect(trials[1]!.episode.termination.detail).toBe('The tool spin did not return within 0.8 s, and was ended.')
  expect(await session.call('list', {})).toMatchObject({ result: '[{"id":"x","n":1}]' })
})

test.each<[string, () => Promise<Response>, RegExp]>([
  ['a page instead of the engine', () => Promise.resolve(new Response('<!doctype html>')), /^The database engine could not be loaded from http\S+: what came is not a WebAssembly file\.$/],
  ['a server that has it not', () => Promise.resolve(new Response('', { status: 404 })), /^The database engine could not be loaded from http\S+: the server answered 404\.$/],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), /^The database engine could not be loaded from http\S+: the request was blocked or the network is away\.$/],
])('%s is said in one sentence, and the next try may succeed', async (_, answer, says) => {
  const one = client()
  const asked = vi.spyOn(window, 'fetch').mockImplementationOnce(answer)
  await expect(one.load(hangingWorld)).rejects.toThrow(says)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await one.load(hangingWorld)).toEqual([])
})
