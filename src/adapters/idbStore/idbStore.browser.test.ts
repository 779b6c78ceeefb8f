// The store in IndexedDB, in a real browser: the contract, what it reads, and a connection that is lost.
import fc from 'fast-check'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { summarize } from '../../core/run/summarize'
import { entryOf } from '../../core/run/summary'
import { anyRun } from '../../testing/arbitraries'
import { all, failed, passed, passedTrials, runHead } from '../../testing/builders'
import { storeContract } from '../../testing/storeContract'
import { exportRun, importRun } from '../files'
import { Connection } from './connection'
import { openShelf, type OpenOptions } from './database'
import { IdbStore } from './idbStore'

let number = 0
const freshName = () => `test-${Date.now()}-${(number += 1)}`
const closing: (() => Promise<void>)[] = []

/** A store in a database of its own, which is deleted after the test. */
function openFresh(options: OpenOptions = {}): { store: IdbStore; name: string; connection: Connection } {
  const name = options.name ?? freshName()
  const connection = new Connection({ ...options, name })
  closing.push(async () => {
    await connection.close()
    await deleteDB(name)
  })
  return { store: new IdbStore(connection), name, connection }
}

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const close of closing.splice(0)) await close()
})

const slot = { world: 'mini', task: 'cancel-paid', index: 0 }

storeContract('the store in IndexedDB', async () => openFresh().store)

describe('what is kept', () => {
  test('is there for the next page', async () => {
    const name = freshName()
    const first = openFresh({ name })
    await first.store.put(runHead(), [passed()])
    await first.store.append('run-1', [failed()])
    await first.connection.close()
    const { store } = openFresh({ name })
    expect(store.durable).toBe(true)
    const [summaries, again] = await Promise.all([store.summaries('run-1'), store.summaries('run-1')])
    expect([summaries.length, again.length]).toEqual([2, 2])
    expect(await store.summaries('run-1')).toEqual(summaries)
    expect(await store.head('run-1')).toEqual(runHead())
    expect(await all(store.trials('run-1'))).toEqual([passed(), failed()])
    expect(await store.trial('run-1', slot)).toEqual(passed())
  })

  test('by one tab is seen and respected by another', async () => {
    const name = freshName()
    const [one, two] = [openFresh({ name }).store, openFresh({ name }).store]
    await one.put(runHead(), [passed()])
    expect(await two.trial('run-1', slot)).toEqual(passed())
    await one.append('run-1', [passed({ index: 1 })])
    await expect(two.append('run-1', [passed({ index: 1 })])).rejects.toThrow('trial 2, attempt 1 is here already')
    await two.append('run-1', [passed({ index: 2 })])
    expect((await one.summaries('run-1')).map(({ index }) => index)).toEqual([0, 1, 2])
    await one.remove('run-1')
    await one.purge(['run-1'])
    await one.put(runHead(), [failed()])
    expect(await two.trial('run-1', slot)).toBeNull()
    expect(await two.summaries('run-1')).toHaveLength(1)
  })

  test('equals any valid run that was exported and imported', async () => {
    const [source, target] = [openFresh().store, openFresh().store]
    await fc.assert(
      fc.asyncProperty(anyRun, fc.nat(), async ({ head: { id: _, ...head }, trials }, at) => {
        const id = `run-${at}-${(number += 1)}`
        await source.put({ ...head, id }, trials)
        expect(await importRun(target, await exportRun(source, id))).toMatchObject({ ok: true, id, already: false })
        expect(await target.head(id)).toEqual({ ...head, id })
        expect(await all(target.trials(id))).toEqual(trials)
        const summaries = trials.map((trial) => summarize(trial, head))
        expect(await target.summaries(id)).toEqual(expect.arrayContaining(summaries))
        expect((await target.list()).find((entry) => entry.id === id)).toEqual(entryOf({ ...head, id }, summaries))
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})

describe('a run of 2,000 trials', () => {
  const states = { pass: 2_000 }

  /** The object stores that are read from, in their order. */
  function watchReads(): string[] {
    const reads: string[] = []
    for (const method of ['get', 'getAll', 'openCursor'] as const) {
      const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
        reads.push(this.name)
        return real.apply(this, args) as never
      })
    }
    return reads
  }

  test('is listed and summed up without reading a trajectory, and one trial is found in one chunk of a hundred', async () => {
    const { store } = openFresh()
    await store.put(runHead({ trials: 2_000 }), passedTrials(2_000))
    const reads = watchReads()
    expect((await store.list())[0]).toMatchObject({ planned: 6_000, states })
    expect(reads).toEqual(['entries'])
    expect(await store.summaries('run-1')).toHaveLength(2_000)
    expect(new Set(reads)).toEqual(new Set(['entries', 'summaries', 'labels']))
    reads.length = 0
    expect(await store.trial('run-1', { ...slot, index: 1_234 })).toEqual(passed({ index: 1_234 }))
    expect(reads).toEqual(['entries', 'trials', 'labels'])
  })

  test('is kept in 20 values, and takes another trial without reading or writing the ones before', async () => {
    const { store, name } = openFresh()
    await store.put(runHead({ trials: 2_001 }), passedTrials(2_000))
    const db = await openDB(name)
    expect(await db.count('trials')).toBe(20)
    await store.trial('run-1', slot)
    const reads = watchReads()
    await store.append('run-1', passedTrials(1, 2_000))
    expect(reads).toEqual(['entries'])
    expect(await db.count('trials')).toBe(21)
    db.close()
    reads.length = 0
    // A page that opened it later needs its worlds, once.
    const { store: next } = openFresh({ name })
    await next.append('run-1', [failed()])
    await next.append('run-1', [failed({ index: 1 })])
    expect(reads.filter((read) => read === 'runs')).toHaveLength(1)
    expect((await store.list())[0]?.states).toEqual({ pass: 2_001, fail: 2 })
  })
})

describe('all or nothing', () => {
  const contents = async (name: string) => {
    const db = await openDB(name)
    const counts = await Promise.all(['entries', 'runs', 'trials', 'summaries'].map((store) => db.count(store)))
    db.close()
    return counts
  }

  test('a trial that cannot be stored, among those that can, leaves nothing', async () => {
    const { store, name } = openFresh()
    const proxy = new Proxy(passed({ index: 150 }), {})
    await expect(store.put(runHead({ trials: 200 }), [...passedTrials(150), proxy])).rejects.toThrow(/could not be cloned/)
    expect(await contents(name)).toEqual([0, 0, 0, 0])
    await store.put(runHead({ trials: 200 }), passedTrials(100))
    await expect(store.append('run-1', [...passedTrials(50, 100), proxy])).rejects.toThrow(/could not be cloned/)
    expect(await contents(name)).toEqual([1, 1, 1, 1])
    expect((await store.list())[0]?.states).toEqual({ pass: 100 })
    await store.append('run-1', passedTrials(50, 100))
    expect((await store.list())[0]?.states).toEqual({ pass: 150 })
  })

  test('a run that is larger than the room the browser gives is refused in one sentence and leaves nothing', async () => {
    const full = 'the browser\'s storage for this page is full, so nothing of it was kept; delete runs that are no longer needed and try again'
    // A bucket of its own, because the browser remembers for a while how much room the page's has.
    const { storageBuckets } = navigator as unknown as { storageBuckets: { open(name: string, options: { quota: number }): Promise<{ indexedDB: IDBFactory }>; delete(name: string): Promise<void> } }
    const bucket = freshName()
    vi.stubGlobal('indexedDB', (await storageBuckets.open(bucket, { quota: 1_000_000 })).indexedDB)
    closing.push(() => storageBuckets.delete(bucket))
    const { store, name } = openFresh()
    await store.put(runHead({ id: 'small', trials: 300 }), [passed()])
    const large = (index: number) => passed({ index, error: Array.from({ length: 50_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('') })
    await expect(store.put(runHead({ trials: 300 }), Array.from({ length: 100 }, (_, index) => large(index)))).rejects.toThrow(full)
    await expect(store.append('small', Array.from({ length: 100 }, (_, index) => large(index + 1)))).rejects.toThrow(full)
    expect(await contents(name)).toEqual([1, 1, 1, 1])
    expect((await store.list())[0]).toMatchObject({ id: 'small', states: { pass: 1 } })
    expect(await all(store.trials('small'))).toEqual([passed()])
  }, 30_000)
})

describe('an open connection', () => {
  test('gives way to a newer version in another tab, and says so from then on', async () => {
    const { store, name } = openFresh()
    await store.put(runHead(), [passed()])
    const newer = await openDB(name, 4, { blocked: () => expect.unreachable('the older tab blocks the newer one') })
    newer.close()
    await expect(store.list()).rejects.toThrow('another tab has opened a newer version of this page; reload it')
    await expect(store.append('run-1', [failed()])).rejects.toThrow('another tab has opened a newer version of this page; reload it')
  })

  test('gives way when another tab clears the storage', async () => {
    const { store, name } = openFresh()
    await store.list()
    await deleteDB(name, { blocked: () => expect.unreachable('the tab blocks the clearing') })
    await expect(store.list()).rejects.toThrow('another tab has cleared the storage of this page; reload it')
  })

  test('that the browser drops is opened again', async () => {
    const name = freshName()
    const opened = vi.spyOn(IDBFactory.prototype, 'open')
    const { store } = openFresh({ name })
    await store.put(runHead(), [passed()])
    const request = opened.mock.results[0]!.value as IDBOpenDBRequest
    request.result.close()
    request.result.dispatchEvent(new Event('close'))
    expect(await store.list()).toHaveLength(1)
    expect(opened).toHaveBeenCalledTimes(2)
  })

  test('is ready within the limit, or says why not', async () => {
    const opened = await openShelf({ name: freshName() }, { lost: () => undefined, gaveWay: () => undefined })
    expect(opened.ok).toBe(true)
    if (opened.ok) opened.db.close()
  })
})
