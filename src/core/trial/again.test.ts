// Re-execution finds a record that was altered; replay finds where an agent leaves the recording.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorldFolder } from '../../adapters/node/worldFolder'
import { playWorld } from '../../testing/playWorld'
import { openWorld, testSqlite } from '../../testing/tinyWorld'
import { customerOf } from '../agent/customer'
import { callsOf, type Episode } from '../agent/episode'
import { replayCustomer, replaySession } from '../agent/replay'
import { scriptedModel, type ScriptStep } from '../agent/script'
import { SqliteAsker } from '../grade/sqlChecks'
import { SCRIPT_SEED } from '../prove/scripted'
import { reexecute } from './reexecute'
import { runTrial, terminalState } from './runTrial'
import type { Trial } from './record'

const TASKS = join(import.meta.dirname, '../../../tasks')
const bundles = readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
  const parsed = readWorldFolder(join(TASKS, name))
  if (!parsed.ok) throw new Error(name)
  return parsed.value
})
const shop = bundles.find(({ world }) => world.id === 'shop')!

test.each(bundles.map((bundle) => [bundle.world.id, bundle] as const))('every recorded trial of %s, mutants too, comes out the same again', async (_, bundle) => {
  const { trials, mutantTrials } = await playWorld(bundle)
  const world = await openWorld(bundle)
  for (const trial of [...Object.values(trials).flatMap((byTask) => [...byTask.values()]), ...mutantTrials.values()]) {
    expect(await reexecute(world, bundle, trial, SCRIPT_SEED), `${trial.player.title} on ${trial.task}`).toBeNull()
  }
}, 30_000)

async function oracle(id = 'refund-damaged'): Promise<Trial> {
  const task = shop.tasks.find((one) => one.id === id)!
  return runTrial(await openWorld(shop), { bundle: shop, task, index: 0, player: { kind: 'script', id: 'oracle', title: 'Oracle' }, model: scriptedModel(task.scripts.oracle), customer: customerOf(task.customer), steps: 20, seed: 1 }, { now: () => 0, steady: () => 0 })
}
const altered = (trial: Trial, alter: (copy: Trial) => void): Trial => {
  const copy = structuredClone(trial)
  alter(copy)
  return copy
}

test.each<[string, (copy: Trial) => void, string]>([
  ['another amount in a call', (copy) => { for (const turn of copy.episode.turns) if (turn.role === 'agent') for (const call of turn.calls) if (call.tool === 'issue_refund') (call.input as { amount_cents: number }).amount_cents = 1 }, 'Call 3, issue_refund, now gives another result than is on record.'],
  ['a result that was made up', (copy) => { for (const turn of copy.episode.turns) if (turn.role === 'agent') for (const call of turn.calls) if (call.n === 2) call.result = '{"status":"delivered"}' }, 'Call 2, get_order, now gives another result than is on record.'],
  ['a change that was left out', (copy) => { for (const turn of copy.episode.turns) if (turn.role === 'agent') for (const call of turn.calls) call.changes = [] }, 'Call 3, issue_refund, now makes 1 change; on record it made 0 changes, or others.'],
  ['an outcome that was emptied', (copy) => { copy.outcome.changes = [] }, 'The whole outcome now comes to 1 change; on record it came to 0 changes, or to others.'],
  ['a failure told as a success', (copy) => { for (const turn of copy.episode.turns) if (turn.role === 'agent') for (const call of turn.calls) if (call.n === 1) call.outcome = 'error' }, 'Call 1, lookup_customer, now ends as ok; on record it ended as error.'],
])('%s is a broken record, told at its place', async (_, alter, says) => {
  expect((await reexecute(await openWorld(shop), shop, altered(await oracle(), alter), 1))?.says).toBe(says)
})

async function replayed(recorded: Trial, script: readonly ScriptStep[]): Promise<Trial> {
  const task = shop.tasks.find(({ id }) => id === recorded.task)!
  const world = { open: () => Promise.resolve(replaySession(recorded.episode)), start: () => Promise.resolve([]) }
  return runTrial(world, { bundle: shop, task, index: 0, player: recorded.player, model: scriptedModel(script), customer: customerOf(task.customer), steps: 20, seed: 1 }, { now: () => 0, steady: () => 0 })
}

test('an agent that makes the recorded calls gets the recorded verdict, without a world', async () => {
  const recorded = await oracle()
  const again = await replayed(recorded, shop.tasks.find(({ id }) => id === 'refund-damaged')!.scripts.oracle)
  expect([again.state, again.outcome, again.episode.turns]).toEqual(['pass', recorded.outcome, recorded.episode.turns])
})

test('the first call that was not recorded is where it diverged: invalid, and never failed', async () => {
  const recorded = await oracle()
  const other = await replayed(recorded, [{ calls: [{ tool: 'lookup_customer', input: { email: 'nobody@example.com' } }] }, { say: 'x' }])
  expect([other.state, other.episode.termination]).toEqual(['invalid', { kind: 'diverged', detail: 'Call 1 was lookup_customer on record; now its arguments are others.' }])
  const tool = await replayed(recorded, [{ calls: [{ tool: 'escalate', input: { note: 'x' } }] }, { say: 'x' }])
  expect(tool.episode.termination.detail).toBe('Call 1 was lookup_customer on record; now it is escalate.')
  expect(terminalState(tool.episode, tool.grade)).toBe('invalid')
})

test('a late answer is late again, in a fresh world and in a replay; one told otherwise is a broken record', async () => {
  const orders = bundles.find(({ world }) => world.id === 'orders')!
  const task = orders.tasks.find(({ id }) => id === 'order-total')!
  const plan = { bundle: orders, task, index: 0, player: { kind: 'script', id: 'oracle', title: 'Oracle' } as const, customer: customerOf(task.customer), steps: 20, seed: 1 }
  const clock = { now: () => 0, steady: () => 0 }
  const world = await openWorld(orders)
  const recorded = await runTrial(world, { ...plan, model: scriptedModel(task.scripts.oracle) }, clock)
  expect(callsOf(recorded.episode)).toMatchObject([{ tool: 'get_order', outcome: 'ok', fault: 'delay', delayed: 2000 }])
  expect(await reexecute(world, orders, recorded, 1)).toBeNull()
  const replayed = await runTrial({ open: () => Promise.resolve(replaySession(recorded.episode)), start: () => Promise.resolve([]) }, { ...plan, model: scriptedModel(task.scripts.oracle) }, clock)
  expect(replayed.episode.turns).toEqual(recorded.episode.turns)
  const told = async (alter: (call: ReturnType<typeof callsOf>[number]) => void) => (await reexecute(world, orders, altered(recorded, (copy) => alter(callsOf(copy.episode)[0]!)), 1))?.says
  expect(await told((call) => { call.delayed = 5 })).toBe('Call 1, get_order, is now answered after 2000 ms; on record it was after 5.')
  expect(await told((call) => { delete call.fault })).toBe('Call 1, get_order, is now struck by delay; on record it was struck by none.')
  // Records of before the time was kept.
  expect(await told((call) => { delete call.delayed })).toBeUndefined()
})

test('what the environment and the harness did stands in a replay too, so that checks see the same tables', async () => {
  const incidents = bundles.find(({ world }) => world.id === 'incidents')!
  const claims = bundles.find(({ world }) => world.id === 'claims')!
  const withEvent = incidents.tasks.find(({ events }) => (events ?? []).length > 0)!
  const confirming = claims.tasks.find(({ id }) => id === 'address-change')!
  for (const [bundle, task] of [[incidents, withEvent], [claims, confirming]] as const) {
    const world = await openWorld(bundle)
    const asker = new SqliteAsker(await testSqlite())
    const plan = { bundle, task, index: 0, player: { kind: 'script', id: 'oracle', title: 'Oracle' } as const, steps: 20, seed: 1, asker }
    const clock = { now: () => 0, steady: () => 0 }
    const recorded = await runTrial(world, { ...plan, model: scriptedModel(task.scripts.oracle), customer: customerOf(task.customer) }, clock)
    expect(recorded.episode.turns.some(({ role }) => role === 'event'), task.id).toBe(true)
    const replayed = await runTrial({ open: () => Promise.resolve(replaySession(recorded.episode)), start: (id) => world.start(id) }, { ...plan, model: scriptedModel(task.scripts.oracle), customer: replayCustomer(recorded.episode, task.customer) }, clock)
    expect([replayed.state, replayed.episode, replayed.grade], task.id).toEqual(['pass', recorded.episode, recorded.grade])
  }
})

test('a customer that a model played says again what it said; one whose words follow from the task speaks anew', async () => {
  const turns: Episode['turns'] = [{ role: 'customer', text: 'Hello.', by: 'script' }, { role: 'agent', content: [], stop_reason: 'end_turn', calls: [] }, { role: 'customer', text: 'The blue one.', by: 'model', confirms: true }]
  const again = replayCustomer({ turns, termination: { kind: 'done' } }, { opens: 'x', replies: [{ says: 'y' }] })
  expect([again.opens(), await again.answers('Anything?'), await again.answers('More?')]).toEqual([turns[0], turns[2], null])
  const scripted = replayCustomer({ turns: turns.slice(0, 2), termination: { kind: 'done' } }, { opens: 'x', replies: [{ says: 'y' }] })
  expect([scripted.opens().text, (await scripted.answers(''))?.text]).toEqual(['x', 'y'])
})
