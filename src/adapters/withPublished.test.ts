// The published counts stand beside the store, and are never written into it.
import { expect, test } from 'vitest'
import { MemoryStore } from '../core/run/memoryStore'
import { all, passed, runHead } from '../testing/builders'
import { exportRun, importRun } from './files'
import { WithPublished } from './withPublished'

const HAIKU = 'published-shop-haiku-4.5'

test('the published runs are listed last, marked as fixed, with their counts', async () => {
  const inner = new MemoryStore()
  await inner.put(runHead(), [passed()])
  const store = new WithPublished(inner, '1.0.0')
  const list = await store.list()
  expect(list[0]?.id).toBe(runHead().id)
  expect(list.slice(1).every(({ fixed, label }) => fixed === true && label === 'published counts')).toBe(true)
  expect(list.find(({ id }) => id === HAIKU)?.states).toEqual({ pass: 91, fail: 24 })
  expect((await store.head(HAIKU))?.counts).toHaveLength(23)
  expect(await inner.list()).toHaveLength(1)
})

test('a published run is not renamed, removed or added to, and the refusal names it', async () => {
  const store = new WithPublished(new MemoryStore(), '1.0.0')
  for (const act of [store.rename(HAIKU, 'Mine'), store.remove(HAIKU), store.append(HAIKU, [])]) await expect(act).rejects.toThrow(/Haiku 4\.5.*comes with the app/)
})

test('its export, imported again, is the run that is here already', async () => {
  const store = new WithPublished(new MemoryStore(), '1.0.0')
  expect(await importRun(store, await exportRun(store, HAIKU))).toMatchObject({ ok: true, id: HAIKU, already: true })
  expect(await all(store.trials(HAIKU))).toEqual([])
})
