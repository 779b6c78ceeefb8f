import { expect, test } from 'vitest'
import { lockRun } from '../adapters/modelRun/lock'
import { MemoryStore } from '../core/run/memoryStore'
import { StorageFull } from '../core/run/store'
import { fakeServices } from '../testing/fixtures/fakeServices'
import { headOf, trialsOf } from '../testing/fixtures/miniShop'
import { fileName, Library } from './library.svelte'
import { Notices } from './notices.svelte'

async function shelf({ store = new MemoryStore(), ...more }: Parameters<typeof fakeServices>[0] = {}) {
  if (!(await store.head('liar'))) await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  const notices = new Notices()
  const library = new Library(fakeServices({ store, ...more }), notices)
  await library.load()
  return { library, notices }
}

test('a deleted run comes back by undo', async () => {
  const { library, notices } = await shelf()
  await library.remove({ id: 'liar', name: 'Liar' })
  expect(library.entries).toEqual([])
  const notice = notices.list[0]
  expect(notice?.text).toBe('Deleted Liar.')
  notices.act(notice!.id)
  await expect.poll(() => library.entries.map(({ id }) => id)).toEqual(['liar'])
})

test('with its notice, a deleted run is gone for good; one that was brought back is not', async () => {
  const forgotten: (readonly string[])[] = []
  const { library, notices } = await shelf({ forget: async (ids) => void forgotten.push(ids) })
  await library.remove({ id: 'liar', name: 'Liar' })
  notices.act(notices.list[0]!.id)
  await expect.poll(() => library.entries.length).toBe(1)
  expect([forgotten, notices.list]).toEqual([[], []])
  await library.remove({ id: 'liar', name: 'Liar' })
  notices.dismiss(notices.list[0]!.id)
  expect(forgotten).toEqual([['liar']])
})

test('a run that a tab plays is not deleted under its hands', async () => {
  const { library, notices } = await shelf()
  const lock = await lockRun('liar')
  await library.remove({ id: 'liar', name: 'Liar' })
  expect(notices.list.map(({ text }) => text)).toEqual(['Liar was not deleted: it is being played: stop it first.'])
  expect(library.entries).toHaveLength(1)
  if (lock.state === 'held') lock.release()
})

test('where there is no room to remember that a run was removed, it can be deleted for good, and only if that is asked for', async () => {
  const store = new MemoryStore()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  store.remove = () => Promise.reject(new StorageFull('the storage is full'))
  const { library, notices } = await shelf({ store })
  await library.remove({ id: 'liar', name: 'Liar' })
  expect(library.entries).toHaveLength(1)
  expect(notices.list.map(({ text, kind }) => [text, kind])).toEqual([['The storage is so full that Liar can only be deleted for good.', 'trouble']])
  notices.act(notices.list[0]!.id)
  await expect.poll(() => library.entries.length).toBe(0)
  expect(await store.head('liar')).toBeNull()
})

test('a file that is no run gives its one sentence and changes nothing', async () => {
  const { library, notices } = await shelf({ importRun: async () => ({ ok: false, problem: 'The file is not JSON.' }) })
  expect(await library.import(new Blob(['<html>']))).toBeNull()
  expect(notices.list.map(({ text, kind }) => [text, kind])).toEqual([['The file is not JSON.', 'trouble']])
  expect(library.entries).toHaveLength(1)
  expect(library.importing).toBe(false)
})

test('a store that throws leaves a sentence, and the library can be read again', async () => {
  const store = new MemoryStore()
  const list = store.list.bind(store)
  store.list = () => Promise.reject(new Error('the disk is full'))
  const library = new Library(fakeServices({ store }), new Notices())
  await library.load()
  expect([library.phase, library.trouble]).toEqual(['broken', 'the disk is full.'])
  store.list = list
  await library.load()
  expect(library.phase).toBe('ready')
})

test('a failed export is told, and nothing is downloaded', async () => {
  const downloads: string[] = []
  const { library, notices } = await shelf({ exportRun: () => Promise.reject(new Error('gone')), download: (_, name) => downloads.push(name) })
  await library.export({ id: 'liar', name: 'Liar' })
  expect(notices.list[0]?.text).toBe('Liar was not exported: gone.')
  expect(downloads).toEqual([])
})

test('a file’s name is made of the run’s words', () => {
  expect(fileName('Liar on The support desk / 2')).toBe('liar-on-the-support-desk-2.json')
  expect(fileName('…')).toBe('run.json')
})
