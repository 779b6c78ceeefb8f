// A run by a model before and between its requests: what is frozen, what may go on, what it may come to.
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PRICES } from '../../core/run/prices'
import { entryOf } from '../../core/run/summary'
import type { Trial } from '../../core/trial/record'
import { readWorldFolder } from '../node/worldFolder'
import { edited, editedHashes } from './edits'
import { estimate } from './estimate'
import { changedSince } from './frozen'
import { newModelRun, worldsOf, type NewRun } from './newModelRun'
import { replayRun } from './replayRun'
import { settingsOf, type RunSettings } from './settings'
import { spentIn, spentOf } from './spent'

const parsed = readWorldFolder(fileURLToPath(new URL('../../../tasks/shop', import.meta.url)))
if (!parsed.ok) throw new Error('the shop is not sound')
const shop = parsed.value
const settings: RunSettings = { model: 'claude-sonnet-5-5', effort: 'high', thinking: 'adaptive', maxTokens: 1000, steps: 20, deadline: 60, trials: 2, controls: {} }
const SERVER = 'https://api.anthropic.com'
const plan: NewRun = { app: '1', bundles: [shop], tasks: [{ world: 'shop', task: 'cancel-paid' }, { world: 'shop', task: 'cancel-shipped' }], settings, edits: {}, server: SERVER, caching: true, prices: PRICES }
const starts = { shop: { 'cancel-paid': [], 'cancel-shipped': [] } }
const head = newModelRun(plan, starts, '2026-12-01T10:00:00.000Z')

describe('a new run', () => {
  test('has a slot for each trial of each chosen task, its settings frozen, and its prices as the report reads them', () => {
    expect(head.manifest).toEqual([{ world: 'shop', task: 'cancel-paid', trials: 2 }, { world: 'shop', task: 'cancel-shipped', trials: 2 }])
    expect(settingsOf(head.configuration)).toEqual(settings)
    expect(head.configuration['prices']).toEqual({ input: '2', output: '10', cache_read: '0.1', cache_write: '2.5', date: '2026-11-30' })
    expect(head.name).toBe('claude-sonnet-5-5 on The support desk: 2 tasks × 2')
  })

  test('of a model whose long requests cost otherwise carries both prices', () => {
    const haiku = newModelRun({ ...plan, settings: { ...settings, model: 'claude-haiku-5-5' } }, starts, '2026-12-01T10:00:00.000Z').configuration['prices']
    expect(haiku).toMatchObject({ input: '0.1', output: '0.5', cache_read: '0.01', above: { tokens: 100_000, input: '0.5', output: '2.5', cache_read: '0.05', cache_write: '0.625' } })
  })

  test('of a model without a price has none, and not a price of 0', () => {
    expect(newModelRun({ ...plan, settings: { ...settings, model: 'my/own:model' } }, starts, '2026-12-01T10:00:00.000Z').configuration).not.toHaveProperty('prices')
  })

  test('has the day on which the person entered its price', () => {
    const prices = [{ model: 'my/own:model', input: 1, output: 2, write5m: 1, write1h: 1, read: 0, own: '2026-12-24' }]
    expect(newModelRun({ ...plan, prices, settings: { ...settings, model: 'my/own:model' } }, starts, '2026-12-31T10:00:00.000Z').configuration['prices']).toMatchObject({ input: '1', cache_read: '0', date: '2026-12-24' })
  })

  test('with an edited prompt carries the edited world, and its configuration has another hash', () => {
    const other = newModelRun({ ...plan, edits: { shop: { policy: 'Be brief.', tools: { escalate: 'Ask a human.' } } } }, starts, '2026-12-01T10:00:00.000Z')
    expect(other.worlds[0]?.policy).toBe('Be brief.')
    expect(other.worlds[0]?.tools.find(({ name }) => name === 'escalate')?.description).toBe('Ask a human.')
    expect(other.configuration_hash).not.toBe(head.configuration_hash)
    expect(changedSince(other, SERVER)).toEqual([])
    expect(shop.policy).not.toBe('Be brief.')
  })

  test('with a structural control switched on has it in its configuration, and one without it has not', () => {
    const other = newModelRun({ ...plan, settings: { ...settings, controls: { shop: ['b', 'a'], claims: [] } } }, starts, '2026-12-01T10:00:00.000Z')
    expect(other.configuration['controls']).toEqual({ shop: ['a', 'b'] })
    expect(settingsOf(other.configuration)?.controls).toEqual({ shop: ['a', 'b'] })
    expect(head.configuration).not.toHaveProperty('controls')
  })

  test.each<[unknown, Record<string, string[]>]>([[undefined, {}], ['all', {}], [['a'], {}], [null, {}], [{ shop: 'a', claims: ['b', 3] }, { shop: [], claims: ['b'] }]])('controls that read %j in a record are %j', (controls, read) => {
    expect(settingsOf({ ...head.configuration, controls })?.controls).toEqual(read)
  })

  test('an edit that changes nothing, or is empty, is no edit', () => {
    expect(edited(shop, { policy: shop.policy, tools: { escalate: '  ' } })).toBe(shop)
    expect(editedHashes([shop], worldsOf({ ...plan, tasks: shop.tasks.map(({ id }) => ({ world: 'shop', task: id })) }))).toEqual({})
  })
})

test('a run of replays says whose records it has, is labelled wherever it is shown, and is none that could be played on', () => {
  const replayed = replayRun(head, [{ world: 'shop', task: 'cancel-paid', trials: 1 }], { ...settings, customers: { model: 'm', answers: 3 } }, { app: '1', server: SERVER, caching: true, prices: PRICES }, '2026-12-01T10:00:00.000Z')
  expect(replayed).toMatchObject({ id: 'replay-claude-sonnet-5-5-20261201100000000', name: `claude-sonnet-5-5 replays ${head.name}`, kind: 'model', manifest: [{ task: 'cancel-paid', trials: 1 }], configuration: { replay_of: head.id, prices: { input: '2' } } })
  expect(replayed.configuration).not.toHaveProperty('customers')
  expect(replayed.worlds[0]?.tasks.map(({ id }) => id)).toEqual(['cancel-paid'])
  expect(settingsOf(replayed.configuration)).toBeNull()
  expect(entryOf(replayed, []).label).toBe('replay')
})

describe('resuming', () => {
  test('is possible where nothing has changed', () => {
    expect(changedSince(head, SERVER)).toEqual([])
  })

  test('names another server, another grader, and each part of the record that was altered', () => {
    expect(changedSince(head, 'http://localhost:1')).toEqual([`It was played on ${SERVER}; this page is connected to http://localhost:1.`])
    expect(changedSince({ ...head, hashes: { ...head.hashes, grader: '0' } }, SERVER)).toEqual([expect.stringContaining('Its grader is version 0')])
    expect(changedSince({ ...head, configuration: { ...head.configuration, steps: 99 } }, SERVER)).toEqual([expect.stringContaining('configuration')])
    const world = head.worlds[0]!
    expect(changedSince({ ...head, worlds: [{ ...world, policy: 'Do as you like.' }] }, SERVER)).toEqual(['The policy of shop in its record was altered.'])
    expect(changedSince({ ...head, worlds: [{ ...world, tasks: world.tasks.slice(1) }] }, SERVER)).toEqual(['The task shop/cancel-paid in its record was altered.'])
  })
})

describe('what it may come to', () => {
  const cancel = worldsOf({ ...plan, tasks: plan.tasks.slice(0, 1) })
  const steps = shop.tasks.find(({ id }) => id === 'cancel-paid')!.scripts.oracle.length

  test('is from the written solution to every step, for each trial', () => {
    const guess = estimate(cancel, settings, PRICES, true)
    expect(guess).toMatchObject({ trials: 2, calls: { low: 2 * steps, high: 40 } })
    expect(guess.tokens.high).toBeGreaterThan(guess.tokens.low)
    expect(guess.dollars!.high).toBeGreaterThan(guess.dollars!.low)
  })

  test('has no dollars where the model has no price', () => {
    expect(estimate(cancel, { ...settings, model: 'nobody' }, PRICES, true).dollars).toBeNull()
  })
})

test('what was spent counts every request, answered or not, and cached tokens at their price', async () => {
  const usage = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 1000, cache_creation_input_tokens: 0 }
  const turn = { role: 'agent' as const, content: [], stop_reason: 'end_turn', calls: [], usage, attempts: [{ at: '', status: 529 }, { at: '', status: 200 }] }
  // 100 × $2 + 10 × $10 + 1,000 × $0.10, a million tokens each: 0.0004 dollars
  const nobody = { calls: 0, nanodollars: 0, uncertain: 0, unpriced: 0 }
  expect(spentIn([turn], PRICES, settings)).toEqual({ calls: 2, nanodollars: 400_000, uncertain: 0, unpriced: 0, customers: nobody })
  // Without a price nothing is known, and nothing known is no price of 0.
  expect(spentIn([turn], [], settings)).toMatchObject({ calls: 2, nanodollars: 0, unpriced: 1 })
  const trial = { episode: { turns: [turn], termination: { kind: 'system_error', attempts: [{ at: '', status: 500 }] } } } as unknown as Trial
  async function* trials() { yield [trial, trial] }
  expect(await spentOf(trials(), PRICES, settings)).toEqual({ calls: 6, nanodollars: 800_000, uncertain: 0, unpriced: 0, customers: nobody })
})

describe('customers that a model plays', () => {
  const theirs = { ...settings, customers: { model: 'claude-haiku-4-5', answers: 4 } }
  const played = newModelRun({ ...plan, settings: theirs }, starts, '2026-12-01T10:00:00.000Z')

  test('are part of the frozen configuration, with their own price, and come back from it', () => {
    expect(played.configuration['customers']).toEqual({ model: 'claude-haiku-4-5', answers: 4, prices: { input: '1', output: '5', cache_read: '0.1', cache_write: '1.25', date: '2026-11-30' } })
    expect(settingsOf(played.configuration)).toEqual(theirs)
    expect(played.configuration_hash).not.toBe(head.configuration_hash)
    expect(head.configuration).not.toHaveProperty('customers')
  })

  test('take requests and tokens of their own, told beside the agent\'s in the estimate', () => {
    const whichOrder = worldsOf({ ...plan, tasks: [{ world: 'shop', task: 'which-order' }] })
    const [alone, both] = [estimate(whichOrder, settings, PRICES, true), estimate(whichOrder, theirs, PRICES, true)]
    // Its written solution ends two turns, so the customer speaks twice: an answer and a goodbye.
    expect([both.calls.low - alone.calls.low, both.calls.high - alone.calls.high]).toEqual([2 * 2, 2 * 4])
    expect(both.tokens.low).toBeGreaterThan(alone.tokens.low)
    expect(both.dollars!.high).toBeGreaterThan(alone.dollars!.high)
    expect(estimate(whichOrder, { ...theirs, customers: { model: 'nobody', answers: 4 } }, PRICES, true).dollars).toBeNull()
  })

  test('spend by their own price; what failed is counted to whoever had to speak next', () => {
    const usage = { input_tokens: 100, output_tokens: 10 }
    const agent = { role: 'agent' as const, content: [], stop_reason: 'end_turn', calls: [], usage }
    const customer = { role: 'customer' as const, text: 'Yes.', by: 'model' as const, usage, attempts: [{ at: '', status: 529 }, { at: '', status: 200 }] }
    // 100 × $2 + 10 × $10 and 100 × $1 + 10 × $5, a million tokens each
    expect(spentIn([agent, customer], PRICES, theirs)).toEqual({ calls: 3, nanodollars: 300_000 + 150_000, uncertain: 0, unpriced: 0, customers: { calls: 2, nanodollars: 150_000, uncertain: 0, unpriced: 0 } })
    expect(spentIn([agent], PRICES, theirs, 3).customers.calls).toBe(3)
    expect(spentIn([agent, customer], PRICES, theirs, 3)).toMatchObject({ calls: 6, customers: { calls: 2 } })
  })
})
