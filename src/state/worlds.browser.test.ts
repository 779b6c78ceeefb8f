// The worlds that are here: what is taken, what is refused, and what stays when keeping fails.
import { expect, test, vi } from 'vitest'
import { MemoryWorlds } from '../core/run/worldStore'
import type { Bundle } from '../core/task/schema'
import { headOf, miniShop, trialsOf } from '../testing/fixtures/miniShop'
import { fakeServices } from '../testing/fixtures/fakeServices'
import { altered, lendingWorld } from '../testing/lendingWorld'
import { Notices } from './notices.svelte'
import { formatOf, removeWorld } from './ownWorlds'
import { PlayingAgain } from './playingAgain.svelte'
import { Worlds, type WorldsFrom } from './worlds.svelte'

const open = (more: Partial<WorldsFrom> = {}) => new Worlds({ shipped: [miniShop], store: new MemoryWorlds(), read: async (source) => ({ ok: true, value: JSON.parse(await ('file' in source ? source.file.text() : Promise.resolve(''))) as Bundle }), check: async () => [], ...more })
const file = (bundle: Bundle) => ({ file: new File([JSON.stringify(bundle)], 'world.json') })
const ids = (worlds: Worlds) => worlds.bundles.map(({ world }) => world.id)

test('a world comes after the shipped ones, is the person\'s, and is kept', async () => {
  const store = new MemoryWorlds()
  const worlds = open({ store })
  expect(await worlds.take(file(lendingWorld))).toMatchObject({ kind: 'added' })
  expect(ids(worlds)).toEqual(['mini', 'lending'])
  expect([worlds.isYours('lending'), worlds.isYours('mini')]).toEqual([true, false])
  expect(await store.list()).toEqual([lendingWorld])
})

test('brought again it is the same, or says what changed, in the same place', async () => {
  const worlds = open()
  await worlds.take(file(lendingWorld))
  await worlds.take(file(altered(({ world }) => { world.id = 'another' })))
  const before = worlds.find('lending')
  expect(await worlds.take(file(lendingWorld))).toEqual({ kind: 'same', bundle: before })
  expect(worlds.find('lending')).toBe(before)
  expect(await worlds.take(file(altered((bundle) => { bundle.policy = 'Lend nothing.' })))).toMatchObject({ kind: 'replaced', changed: ['its policy'] })
  expect(ids(worlds)).toEqual(['mini', 'lending', 'another'])
})

test('the id of a shipped world is refused in one sentence', async () => {
  const worlds = open()
  expect(await worlds.take(file(miniShop))).toMatchObject({ kind: 'refused' })
  expect(worlds.refused).toEqual([{ path: 'world.json: id', says: 'mini is the id of a world that ships with this page; give yours another' }])
  expect(ids(worlds)).toEqual(['mini'])
})

test('what does not parse, what the engine refuses and what cannot be kept change nothing', async () => {
  const problem = { path: 'schema.sql', says: 'near "TABEL": syntax error' }
  for (const more of [{ read: async () => ({ ok: false as const, problems: [problem] }) }, { check: async () => [problem] }]) {
    const worlds = open(more)
    expect(await worlds.take(file(lendingWorld))).toMatchObject({ kind: 'refused' })
    expect([worlds.refused, ids(worlds)]).toEqual([[problem], ['mini']])
  }
  const full = open({ store: { list: async () => [], put: () => Promise.reject(new Error('the disk is full')), remove: async () => undefined } })
  await full.take(file(lendingWorld))
  expect([full.refused, ids(full), full.busy]).toEqual([[{ path: '', says: 'It was not kept: the disk is full' }], ['mini'], false])
})

test('a deleted world comes back by its notice, unless another has its id by then', async () => {
  const services = fakeServices({ worlds: open() })
  const notices = new Notices()
  await services.worlds.take(file(lendingWorld))
  const bundle = services.worlds.find('lending')!
  await removeWorld(services, notices, bundle)
  expect(ids(services.worlds)).toEqual(['mini'])
  notices.list.at(-1)!.action!.run()
  await vi.waitFor(() => expect(ids(services.worlds)).toEqual(['mini', 'lending']))
  await removeWorld(services, notices, bundle)
  await services.worlds.take(file(altered((one) => { one.policy = 'Lend nothing.' })))
  notices.list.at(-1)!.action!.run()
  expect(services.worlds.find('lending')!.policy).toBe('Lend nothing.')
  expect(notices.list.at(-1)!.text).toBe('The lending desk was not brought back: another world has its id now.')
})

test.each([
  ['{"format": "aftermath/world", "version": 1}', 'world'],
  ['{\n"format":"aftermath/run","worlds":[{"format":"aftermath/world"}]}', 'run'],
  ['[]', null],
])('%s says that it is a %s', async (text, format) => {
  expect(await formatOf(new Blob([text]))).toBe(format)
})

test('a run is played again trial by trial, and its broken records are listed', async () => {
  const services = fakeServices({ playAgain: async (_head, { task }) => (task === 'refund-late' ? { call: 1, says: 'Call 1 now ends otherwise.' } : null) })
  const head = headOf('oracle', 'Oracle')
  await services.store.put(head, trialsOf('oracle'))
  const again = new PlayingAgain(services, head)
  await again.run()
  expect([again.phase, again.done]).toEqual(['done', 3])
  expect(again.broken).toEqual([{ trial: { world: 'mini', task: 'refund-late', index: 0, attempt: 1 }, mismatch: { call: 1, says: 'Call 1 now ends otherwise.' } }])
})

test('where the engine cannot be had, playing again says so', async () => {
  const services = fakeServices()
  const head = headOf('oracle', 'Oracle')
  await services.store.put(head, trialsOf('oracle'))
  const again = new PlayingAgain(services, head)
  await again.run()
  expect([again.phase, again.trouble]).toEqual(['failed', 'no engine.'])
})
