// The client on a thread of Node: a query that never returns costs its own trial, and nothing else.
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { afterEach, describe, expect, test } from 'vitest'
import { hangingWorld, oracleJobs } from '../../testing/hangingWorld'
import { openWorld, shop } from '../../testing/tinyWorld'
import { scriptedCustomer } from '../../core/agent/customer'
import { scriptedModel } from '../../core/agent/script'
import type { Trial } from '../../core/trial/record'
import { runTrial } from '../../core/trial/runTrial'
import { WorldHung } from '../../core/world/world'
import { nodeClient, spawn, wasm } from '../node/nodeWorker'
import { WorldClient } from './client'

const clients: WorldClient[] = []
function client(limits = { callLimit: 800, batchLimit: 1_000 }): WorldClient {
  const made = nodeClient(limits)
  clients.push(made)
  return made
}
afterEach(async () => { await Promise.all(clients.splice(0).map((one) => one.close())) })

/** Without what a clock decides. */
const timeless = (trials: readonly Trial[]) => trials.map(({ started: _, milliseconds: __, ...rest }) => rest)
async function play(one: WorldClient, tasks: readonly string[], signal?: AbortSignal): Promise<Trial[]> {
  const all: Trial[] = []
  await one.run('hanging', oracleJobs(tasks), (batch) => { all.push(...batch) }, signal)
  return all
}

describe('a tool that never returns', () => {
  test('costs its own trial, as a timeout that names the tool; the rest of the batch is as without it', async () => {
    const one = client()
    expect(await one.load(hangingWorld)).toEqual([])
    const trials = await play(one, ['a', 'b', 'hang', 'c', 'd'])
    expect(trials.map(({ task, state }) => [task, state])).toEqual([['a', 'pass'], ['b', 'pass'], ['hang', 'timeout'], ['c', 'pass'], ['d', 'pass']])
    const hung = trials[2]!
    expect(hung.episode.termination).toEqual({ kind: 'timeout', detail: 'The tool spin did not return within 0.8 s, and was ended.' })
    expect(hung.outcome.changes).toMatchObject([{ op: 'insert', table: 'boxes', key: ['hang'] }])
    const other = client()
    await other.load(hangingWorld)
    expect(timeless(trials.filter(({ task }) => task !== 'hang'))).toEqual(timeless(await play(other, ['a', 'b', 'c', 'd'])))
  })

  test('takes no other session with it: their calls are made again, chance included, and they go on', async () => {
    const one = client()
    await one.load(hangingWorld)
    const world = one.world('hanging')
    const [mine, theirs] = [await world.open('a', 7), await world.open('b', 7)]
    const put = await theirs.call('put', { id: 'x' })
    const hang = mine.call('spin', {})
    const waiting = theirs.call('list', {})
    await expect(hang).rejects.toThrow(WorldHung)
    expect(await waiting).toMatchObject({ outcome: 'ok', result: '[{"id":"x","n":1}]' })
    expect(await theirs.call('put', { id: 'y' })).not.toMatchObject({ result: put.result })
    expect((await theirs.close()).map((change) => 'key' in change && change.key)).toEqual([['x'], ['y']])
    expect(await (await world.open('b', 7)).call('put', { id: 'x' })).toEqual(put)
    expect(await mine.close()).toEqual([])
  })

  test('in a batch is not blamed on a session that waits behind it, although its limit is shorter', async () => {
    const one = client({ callLimit: 500, batchLimit: 1_500 })
    await one.load(hangingWorld)
    const session = await one.world('hanging').open('a', 1)
    const batch = play(one, ['hang', 'b'])
    expect(await session.call('put', { id: 'x' })).toMatchObject({ outcome: 'ok' })
    expect((await batch).map(({ task, state }) => [task, state])).toEqual([['hang', 'timeout'], ['b', 'pass']])
  })

  test('hangs in a check as well as in a run, and when the trial is played from outside', async () => {
    const one = client()
    await one.load(hangingWorld)
    const task = hangingWorld.tasks[0]!
    const trial = await runTrial(one.world('hanging'), { bundle: hangingWorld, task, index: 0, player: { kind: 'person', id: 'you', title: 'You' }, model: scriptedModel([{ calls: [{ tool: 'put', input: { id: 'q' } }, { tool: 'cross', input: {} }] }]), customer: scriptedCustomer(task.customer), steps: 5, seed: 1 }, { now: () => 0, steady: () => 0 })
    expect(trial).toMatchObject({ state: 'timeout', episode: { termination: { detail: 'The tool cross did not return within 0.8 s, and was ended.' } }, outcome: { changes: [{ key: ['q'] }] } })
  })

  test('at load, in a schema that never ends, is a problem of the schema', async () => {
    const one = client({ callLimit: 800, batchLimit: 800 })
    const problems = await one.load({ ...hangingWorld, schema: 'CREATE TABLE boxes AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS id FROM c' })
    expect(problems).toEqual([{ path: 'schema.sql', says: 'Loading the world hanging did not return within 0.8 s, and was ended.' }])
    expect(await one.load(hangingWorld)).toEqual([])
  })

  test('at load, in a seed that never ends, is a problem of the seed; in a schema, it stays one of the schema though there is a seed', async () => {
    const one = client({ callLimit: 800, batchLimit: 800 })
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS id FROM c'
    const says = 'Loading the world hanging did not return within 0.8 s, and was ended.'
    expect(await one.load({ ...hangingWorld, seed: `INSERT INTO boxes (id) ${endless};` })).toEqual([{ path: 'seed.sql', says }])
    expect(await one.load({ ...hangingWorld, schema: `${hangingWorld.schema}\nCREATE TABLE others AS ${endless};`, seed: "INSERT INTO boxes (id) VALUES ('a');" })).toEqual([{ path: 'schema.sql', says }])
    expect(await one.load(hangingWorld)).toEqual([])
  })
})

describe('a run', () => {
  test('gives what the world gives in this thread', async () => {
    const one = client({ callLimit: 5_000, batchLimit: 5_000 })
    const bundle = shop()
    expect(await one.load(bundle)).toEqual([])
    const world = await openWorld(bundle)
    expect(await one.starts('shop')).toEqual(Object.fromEntries(bundle.tasks.map(({ id }) => [id, world.startNow(id)])))
    expect(await one.tables('shop', 'gateway-timeout')).toEqual(world.startNow('gateway-timeout'))
  })

  test('stops between batches when the signal says so', async () => {
    const one = client()
    await one.load(hangingWorld)
    const stop = new AbortController()
    const told: number[] = []
    await one.run('hanging', oracleJobs(Array.from({ length: 350 }, () => 'a')), (batch) => { told.push(batch.length); if (told.length === 2) stop.abort() }, stop.signal)
    expect(told).toEqual([100, 100])
    await one.run('hanging', oracleJobs(['a']), () => { told.push(0) }, stop.signal)
    expect(told).toHaveLength(2)
  })

  test('whose keeper fails ends with that failure', async () => {
    const one = client()
    await one.load(hangingWorld)
    let told = 0
    await expect(one.run('hanging', oracleJobs(Array.from({ length: 450 }, () => 'a')), () => { told += 1; return told === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve() })).rejects.toThrow('disk full')
    expect(told).toBe(2)
  })

  test('of a world that was not loaded says so', async () => {
    await expect(client().mutants('nowhere')).rejects.toThrow('the world nowhere has not been loaded')
  })

  test('of a bundle with faults gives its problems and loads nothing', async () => {
    const one = client()
    expect(await one.load({ ...hangingWorld, sql: { ...hangingWorld.sql, put: '-- run\nCOMMIT;\n-- return row\nSELECT 1' } })).toEqual([{ path: 'tools/put.sql:2', says: 'COMMIT is refused in a world' }])
    await expect(one.starts('hanging')).rejects.toThrow('has not been loaded')
  })
})

describe('an engine that does not start', () => {
  const html = new TextEncoder().encode('<!doctype html><title>Not found</title>')

  test('is said in one sentence, and asked for again the next time', async () => {
    let asked = 0
    const broken = new WorldClient({ spawn, wasm: () => ((asked += 1) === 1 ? Promise.resolve(html) : wasm()) })
    clients.push(broken)
    await expect(broken.load(hangingWorld)).rejects.toThrow(/^the database engine is not a WebAssembly file$/)
    expect(await broken.load(hangingWorld)).toEqual([])
    expect(asked).toBe(2)
  })

  test('is said with its address, and given up where it is never ready', async () => {
    const options = { spawn, address: 'https://a.example/sql.wasm' }
    const broken = new WorldClient({ ...options, wasm: () => Promise.resolve(html) })
    await expect(broken.load(hangingWorld)).rejects.toThrow(/^What was loaded from https:\/\/a\.example\/sql\.wasm cannot be used: the database engine is not a WebAssembly file\.$/)
    const silent = { start: () => new Promise<void>(() => undefined) }
    const { port1, port2 } = new MessageChannel()
    expose(silent, nodeEndpoint(port1 as never))
    const never = new WorldClient({ ...options, startLimit: 50, wasm, spawn: () => ({ endpoint: nodeEndpoint(port2 as never), terminate: () => { port1.close() } }) })
    await expect(never.load(hangingWorld)).rejects.toThrow('The database engine from https://a.example/sql.wasm did not start within 0.05 s.')
  })
})
