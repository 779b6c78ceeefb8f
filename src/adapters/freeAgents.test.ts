// What anyone passes for free: proven on exactly the world that a report has, remembered, and never taken from another version.
import { afterAll, expect, test } from 'vitest'
import { MemoryStore } from '../core/run/memoryStore'
import { isSameWorld } from '../core/report/proofFacts'
import { Invalid } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import { shop, tinyWorld } from '../testing/tinyWorld'
import { FreeAgents } from './freeAgents'
import { LoadedWorlds } from './loadedWorlds'
import { nodeClient } from './node/nodeWorker'
import { Prover } from './prover'

const client = nodeClient()
afterAll(() => client.close())
const { signal } = new AbortController()
const passed = (facts: Awaited<ReturnType<FreeAgents['known']>>) => ['null', 'liar', 'escalator'].map((agent) => facts!.tasks.filter(({ cells }) => cells.some((cell) => cell.agent === agent && cell.state === 'pass')).length)

function here(...bundles: Bundle[]) {
  const store = new MemoryStore()
  const worlds = new LoadedWorlds(client, (id) => bundles.find(({ world }) => world.id === id))
  return { store, free: new FreeAgents(store, '1', () => bundles), engine: { client, prover: new Prover(client, store, worlds, '1') }, app: (version: string) => new FreeAgents(store, version, () => bundles) }
}
const cut = ({ tasks, ...bundle }: Bundle, ...ids: string[]): Bundle => ({ ...bundle, tasks: tasks.filter(({ id }) => ids.includes(id)) })

test('of a world that is here the proof is kept as runs, and found again for the whole and for a part of its tasks', async () => {
  const bundle = shop()
  const { free, engine, store, app } = here(bundle)
  expect(await free.known(bundle)).toBeNull()
  const told: [number, number][] = []
  const facts = await free.prove(structuredClone(bundle), [], engine, (done, of) => told.push([done, of]), signal)
  // What the catalogue says: 3, 3 and 8 of 23.
  expect(passed(facts)).toEqual([3, 3, 8])
  expect(told.at(-1)).toEqual([69, 69])
  expect((await store.list()).map(({ name, planned }) => [name, planned]).sort()).toEqual(['Escalator', 'Liar', 'Null'].map((agent) => [`${agent} on ${bundle.world.title}`, 23]))
  expect(passed(await free.known(bundle))).toEqual([3, 3, 8])
  const part = cut(structuredClone(bundle), 'already-refunded', 'refund-damaged')
  // Nothing is to be done in the first, and an escalation is allowed there.
  expect(passed(await free.known(part))).toEqual([1, 1, 1])
  // Another version of the app has another grader: nothing is known of it.
  expect(await app('2').known(bundle)).toBeNull()
})

test('another version of the world takes nothing from it: it is played itself, under a name of its own, and kept nowhere', async () => {
  const bundle = shop()
  const { free, engine, store } = here(bundle)
  await free.prove(bundle, [], engine, () => undefined, signal)
  const kept = (await store.list()).length
  const other = cut(structuredClone(bundle), 'already-refunded', 'refund-damaged')
  other.tasks[1]!.expect = { must: [], may: [] }
  expect(isSameWorld(bundle, other)).toBe(false)
  expect(await free.known(other)).toBeNull()
  expect(passed(await free.prove(other, [], engine, () => undefined, signal))[0]).toBe(2)
  expect(passed(await free.known(structuredClone(other)))[0]).toBe(2)
  expect((await store.list()).length).toBe(kept)
  expect(passed(await free.known(bundle))).toEqual([3, 3, 8])
})

test('under a structural control it is another proof: played by itself, and not taken from the one without', async () => {
  const control = { title: 'No notes', run: "CREATE TRIGGER no_notes BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no notes'); END", fires: { task: 'one', calls: [{ tool: 'note', input: { text: 'x' } }] } }
  const bundle = tinyWorld({ world: { handover: { tool: 'note', input: { text: 'x' } }, controls: { 'no-notes': control } }, tasks: [{ expect: { must: [{ change: { table: 'notes', op: 'insert' } }] } }] })
  const { free, engine, store } = here(bundle)
  expect(passed(await free.prove(bundle, [], engine, () => undefined, signal))).toEqual([0, 0, 1])
  expect(await free.known(bundle, ['no-notes'])).toBeNull()
  const kept = (await store.list()).length
  expect(passed(await free.prove(bundle, ['no-notes'], engine, () => undefined, signal))).toEqual([0, 0, 0])
  expect(passed(await free.known(bundle, ['no-notes']))).toEqual([0, 0, 0])
  expect(passed(await free.known(bundle))).toEqual([0, 0, 1])
  expect((await store.list()).length).toBe(kept)
})

test('an agent that has nothing to do needs no trial', async () => {
  const bundle = tinyWorld()
  const { free, engine } = here(bundle)
  const facts = await free.prove(bundle, [], engine, () => undefined, signal)
  expect(facts.tasks[0]!.cells.map(({ agent, state }) => [agent, state])).toEqual([['escalator', 'none'], ['null', 'fail'], ['liar', 'fail']])
  expect(await free.known(bundle)).toEqual(facts)
})

test('a world that does not load is refused, and a play that is ended leaves nothing', async () => {
  const bundle = shop()
  const { free, engine, store } = here(bundle)
  await expect(free.prove({ ...bundle, schema: 'CREATE nonsense' }, [], engine, () => undefined, signal)).rejects.toThrow(Invalid)
  const ended = AbortSignal.abort()
  await expect(free.prove(bundle, [], engine, () => undefined, ended)).rejects.toThrow()
  expect(await store.list()).toEqual([])
  expect(await free.known(bundle)).toBeNull()
})
