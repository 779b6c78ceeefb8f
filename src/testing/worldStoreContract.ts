// What every store of worlds must do.
import { describe, expect, test } from 'vitest'
import type { WorldStore } from '../core/run/worldStore'
import { altered, lendingWorld } from './lendingWorld'

/** The contract, run against a fresh store a test. */
export function worldStoreContract(title: string, open: () => Promise<WorldStore>): void {
  const other = altered(({ world }) => { world.id = 'another' })

  describe(title, () => {
    test('is empty at first, and forgetting what is not there is no error', async () => {
      const store = await open()
      await store.remove('nothing')
      expect(await store.list()).toEqual([])
    })

    test('gives worlds back as they were, in the order in which they first came', async () => {
      const store = await open()
      await store.put(lendingWorld)
      await new Promise((resolve) => setTimeout(resolve, 2))
      await store.put(other)
      expect(await store.list()).toEqual([lendingWorld, other])
    })

    test('keeps a later one under the same id in the place of the first', async () => {
      const store = await open()
      const later = altered((bundle) => { bundle.policy = 'Lend nothing.' })
      await store.put(lendingWorld)
      await new Promise((resolve) => setTimeout(resolve, 2))
      await store.put(other)
      await store.put(later)
      expect(await store.list()).toEqual([later, other])
    })

    test('forgets one and leaves the others', async () => {
      const store = await open()
      await store.put(lendingWorld)
      await store.put(other)
      await store.remove('lending')
      expect(await store.list()).toEqual([other])
    })

    test('cannot be altered through what was handed in or out', async () => {
      const store = await open()
      const mine = altered(() => undefined)
      await store.put(mine)
      mine.policy = 'Lend everything.'
      const [found] = (await store.list()) as [{ policy: string }]
      found.policy = 'Lend everything.'
      expect(await store.list()).toEqual([lendingWorld])
    })
  })
}
