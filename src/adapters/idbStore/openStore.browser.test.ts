// Opening the store in a real browser: every way in which IndexedDB cannot be had.
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RunStore } from '../../core/run/store'
import { passed, runHead } from '../../testing/builders'
import { openStore } from './openStore'

let number = 0
const freshName = () => `open-${Date.now()}-${(number += 1)}`
const inMemory = 'runs stay in memory and are gone when the page is closed.'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('where IndexedDB cannot be had, everything works in memory under a sentence', () => {
  async function works(store: RunStore): Promise<void> {
    expect(store.durable).toBe(false)
    await store.put(runHead(), [passed()])
    expect(await store.list()).toHaveLength(1)
  }

  test('it can be had: no sentence, and the store is durable', async () => {
    const name = freshName()
    const { store, trouble } = await openStore({ name })
    expect([store.durable, trouble]).toEqual([true, null])
    expect(await store.list()).toEqual([])
  })

  test('it is absent', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { store, trouble } = await openStore({ name: freshName() })
    expect(trouble).toBe(`This browser keeps nothing for this page (a private window, or storage is blocked): ${inMemory}`)
    await works(store)
  })

  test('it throws as soon as it is touched', async () => {
    vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { store, trouble } = await openStore({ name: freshName() })
    expect(trouble).toBe(`This browser keeps nothing for this page (a private window, or storage is blocked): ${inMemory}`)
    await works(store)
  })

  test('it throws when it is opened, for a reason of its own', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store.', 'UnknownError')
    })
    const { store, trouble } = await openStore({ name: freshName() })
    expect(trouble).toBe(`This browser's storage cannot be used (Internal error opening backing store): ${inMemory}`)
    await works(store)
  })

  test('it never settles: after 2 seconds', async () => {
    const name = freshName()
    const held = await openDB(name)
    // Someone clears the storage while a tab holds on to it: whoever comes next waits, and is not told why.
    const cleared = deleteDB(name)
    const from = performance.now()
    const { store, trouble } = await openStore({ name })
    expect(performance.now() - from).toBeGreaterThan(1_900)
    expect(performance.now() - from).toBeLessThan(4_000)
    expect(trouble).toBe(`This browser's storage does not answer: ${inMemory}`)
    await works(store)
    held.close()
    await cleared
  })

  test('a connection that comes too late is closed again', async () => {
    const name = freshName()
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    expect((await openStore({ name, limit: 0 })).store.durable).toBe(false)
    await vi.waitFor(() => expect(closed.mock.contexts.map((db) => (db as IDBDatabase).name)).toContain(name))
    await deleteDB(name)
  })

  test('another tab holds an older version open: at once, and without waiting for it', async () => {
    const name = freshName()
    const old = await openDB(name, 1)
    const from = performance.now()
    const { store, trouble } = await openStore({ name, version: 2 })
    expect(performance.now() - from).toBeLessThan(1_500)
    expect(trouble).toBe(`Another tab has an older version of this page open; close it and reload: ${inMemory}`)
    await works(store)
    old.close()
    await deleteDB(name)
  })

  test('a newer version has been here: nothing of it is touched', async () => {
    const name = freshName()
    const newer = await openDB(name, 7, { upgrade: (db) => void db.createObjectStore('future') })
    await newer.put('future', 'kept', 'key')
    newer.close()
    const { store, trouble } = await openStore({ name })
    expect(trouble).toBe(`A newer version of this page has kept runs in this browser, which this one leaves alone; reload to get it: ${inMemory}`)
    await works(store)
    const again = await openDB(name, 7)
    expect(await again.get('future', 'key')).toBe('kept')
    again.close()
    await deleteDB(name)
  })

  test('another program keeps its data under the same name: it is left alone', async () => {
    const name = freshName()
    const other = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('theirs') })
    other.close()
    const { store, trouble } = await openStore({ name })
    expect(trouble).toBe(`Something else keeps its data in this browser under this page's name: ${inMemory}`)
    await works(store)
    await deleteDB(name, { blocked: () => expect.unreachable('the connection is still open') })
  })
})
