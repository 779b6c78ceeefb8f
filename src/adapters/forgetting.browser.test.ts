// Deleted runs in a real browser: what was kept of their trials in flight goes with them, and not before.
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MemoryStore } from '../core/run/memoryStore'
import { passed, runHead } from '../testing/builders'
import { Forgetting } from './forgetting'
import { Drafts, newDraft } from './modelRun/drafts'
import { enterLedger, ledgerOf, ledgers, type Ledger } from './modelRun/ledger'
import { lockRun } from './modelRun/lock'

/** One that outlives the page, for all that anybody can tell. */
class Shelf extends MemoryStore {
  override readonly durable = true
}

let number = 0
let name = ''
let drafts: Drafts
let store: MemoryStore
let forgetting: Forgetting

beforeEach(async () => {
  name = `drafts-${Date.now()}-${(number += 1)}`
  drafts = new Drafts(name)
  store = new Shelf()
  forgetting = new Forgetting(store, drafts)
  for (const id of ['run-1', 'run-10']) {
    await store.put(runHead({ id }), [passed()])
    await drafts.keep(newDraft(id, { world: 'mini', task: 'cancel-paid', index: 1, attempt: 1 }, '2026-12-01T10:00:00.000Z'))
  }
})
afterEach(() => deleteDB(name))

test('a run that was removed is forgotten with its turns; another, whose name begins alike, keeps its own', async () => {
  await store.remove('run-1')
  expect(await drafts.of('run-1')).toHaveLength(1)
  await forgetting.forget(['run-1', 'run-10'])
  expect(await store.head('run-1')).toBeNull()
  expect(await drafts.runs()).toEqual(['run-10'])
})

test('its ledger goes with it, and so does that of a run that is here no more; what is no ledger is none', async () => {
  const amount = { calls: 3, nanodollars: 5, uncertain: 0, unpriced: 0 }
  const ledger: Ledger = { spent: { ...amount, customers: amount }, caps: { calls: 10, nanodollars: null } }
  for (const run of ['run-1', 'run-10', 'run-gone']) enterLedger(run, ledger)
  expect(ledgerOf('run-1')).toEqual(ledger)
  await store.remove('run-1')
  await forgetting.forget(['run-1'])
  expect(ledgers()).toEqual(['run-10'])
  await forgetting.erase('run-10')
  expect(ledgers()).toEqual([])
  localStorage.setItem('aftermath.ledger.run-1', '{"spent":{"calls":"many"},"caps":{}}')
  expect(ledgerOf('run-1')).toBeNull()
  localStorage.removeItem('aftermath.ledger.run-1')
})

test('a run that was brought back in time keeps everything', async () => {
  await store.remove('run-1')
  await store.restore('run-1')
  await forgetting.forget(['run-1'])
  expect((await store.list()).map(({ id }) => id).sort()).toEqual(['run-1', 'run-10'])
  expect(await drafts.runs()).toEqual(['run-1', 'run-10'])
})

test('a run that a tab plays is not forgotten under its hands', async () => {
  await store.remove('run-1')
  const lock = await lockRun('run-1')
  await forgetting.forget(['run-1'])
  await expect(forgetting.erase('run-1')).rejects.toThrow('it is being played')
  expect(await store.removed()).toEqual(['run-1'])
  expect(await drafts.runs()).toContain('run-1')
  if (lock.state === 'held') lock.release()
  await expect.poll(async () => { await forgetting.forget(['run-1']); return store.removed() }).toEqual([])
})

test('erased for good, a run takes its turns with it', async () => {
  await forgetting.erase('run-1')
  expect([await store.head('run-1'), await drafts.runs()]).toEqual([null, ['run-10']])
})

test('an emptied library leaves no turns, though nobody removed the runs one by one', async () => {
  await new Forgetting(new Shelf(), drafts).forget([])
  expect(await drafts.runs()).toEqual([])
})

test('where the runs cannot be looked at, nothing that is theirs is dropped', async () => {
  await new Forgetting(new MemoryStore(), drafts).forget([])
  expect(await drafts.runs()).toEqual(['run-1', 'run-10'])
})

test('the drafts of an older tab give way to a newer page', async () => {
  expect(await drafts.runs()).toHaveLength(2)
  const newer = await openDB(name, 2, { blocked: () => expect.unreachable('the older tab blocks the newer one') })
  expect(await newer.count('drafts')).toBe(2)
  // What the older tab cannot keep any more costs no trial, and it does not wait for it.
  expect(await drafts.keep(newDraft('run-1', { world: 'mini', task: 'cancel-paid', index: 2, attempt: 1 }, '2026-12-01T10:00:00.000Z'))).toBe(false)
  newer.close()
})
