// Worlds in IndexedDB, and the databases of versions 1 and 2 that become one of version 3 with everything in them.
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test } from 'vitest'
import { all, failed, passed, runHead } from '../../testing/builders'
import { lendingWorld } from '../../testing/lendingWorld'
import { worldStoreContract } from '../../testing/worldStoreContract'
import { Connection } from './connection'
import { IdbStore } from './idbStore'
import { IdbWorlds } from './idbWorlds'
import { openStore } from './openStore'

let number = 0
const closing: (() => Promise<void>)[] = []
const freshName = () => `worlds-${Date.now()}-${(number += 1)}`

function connect(name = freshName()): Connection {
  const connection = new Connection({ name })
  closing.push(async () => {
    await connection.close()
    await deleteDB(name)
  })
  return connection
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

worldStoreContract('worlds in IndexedDB', async () => new IdbWorlds(connect()))

test('a world is there for the next page, beside the runs', async () => {
  const name = freshName()
  const first = connect(name)
  await new IdbWorlds(first).put(lendingWorld)
  await new IdbStore(first).put(runHead(), [passed()])
  await first.close()
  const next = connect(name)
  expect(await new IdbWorlds(next).list()).toEqual([lendingWorld])
  expect(await new IdbStore(next).list()).toHaveLength(1)
})

describe('a database of version 1', () => {
  /** As version 1 left it: the same records, in its four object stores. */
  async function versionOne(): Promise<string> {
    const from = freshName()
    const store = new IdbStore(connect(from))
    await store.put(runHead(), [passed()])
    await store.append('run-1', [failed()])
    const name = freshName()
    const old = await openDB(name, 1, {
      upgrade(db) {
        db.createObjectStore('entries', { keyPath: 'id' })
        db.createObjectStore('runs', { keyPath: 'id' })
        db.createObjectStore('trials')
        db.createObjectStore('summaries')
      },
    })
    const now = await openDB(from)
    for (const part of ['entries', 'runs', 'trials', 'summaries']) {
      const [keys, values] = await Promise.all([now.getAllKeys(part), now.getAll(part)])
      for (const [i, value] of values.entries()) await (part === 'entries' || part === 'runs' ? old.put(part, value) : old.put(part, value, keys[i]!))
    }
    now.close()
    old.close()
    return name
  }

  test('keeps every run when it becomes version 3, and takes worlds and labels', async () => {
    const connection = connect(await versionOne())
    const [store, worlds] = [new IdbStore(connection), new IdbWorlds(connection)]
    expect(await store.head('run-1')).toEqual(runHead())
    expect(await all(store.trials('run-1'))).toEqual([passed(), failed()])
    expect(await store.summaries('run-1')).toHaveLength(2)
    expect(await worlds.list()).toEqual([])
    await worlds.put(lendingWorld)
    expect(await worlds.list()).toEqual([lendingWorld])
    expect((await connection.db()).version).toBe(3)
    const said = [{ by: 'you', label: 'looped', about: 'failure', holds: true }]
    await store.label('run-1', { world: 'mini', task: 'refund-late', index: 0 }, 1, said)
    expect(await all(store.trials('run-1'))).toEqual([passed(), failed({ labels: said })])
  })

  test('that another program made is left at its version, with its data', async () => {
    const name = freshName()
    const theirs = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('entries') })
    await theirs.put('entries', 'kept', 'key')
    theirs.close()
    const { store, worlds, trouble } = await openStore({ name })
    expect(trouble).toBe('Something else keeps its data in this browser under this page\'s name: runs stay in memory and are gone when the page is closed.')
    expect(store.durable).toBe(false)
    await worlds.put(lendingWorld)
    expect(await worlds.list()).toEqual([lendingWorld])
    const again = await openDB(name)
    expect([again.version, await again.get('entries', 'key'), [...again.objectStoreNames]]).toEqual([1, 'kept', ['entries']])
    again.close()
    await deleteDB(name)
  })
})
