// Runs leave the store as files and come in again; a bad file changes nothing.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemoryStore } from '../core/run/memoryStore'
import type { RunStore } from '../core/run/store'
import type { RunHead, Trial } from '../core/trial/record'
import { anyRun } from '../testing/arbitraries'
import { all, broken, failed, passed, passedTrials, runHead } from '../testing/builders'
import { safeFilename } from './downloads'
import { exportRun, importRun } from './files'

async function fileOf(head: RunHead, trials: Trial[]): Promise<Blob> {
  const store = new MemoryStore()
  await store.put(head, trials)
  return exportRun(store, head.id)
}

const contents = async (store: RunStore) => Promise.all((await store.list()).map(async ({ id }) => ({ head: await store.head(id), trials: await all(store.trials(id)) })))

test('any valid run that is exported and imported is the same run', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ head, trials }) => {
      const store = new MemoryStore()
      expect(await importRun(store, await fileOf(head, trials))).toEqual({ ok: true, id: head.id, name: head.name, already: false })
      expect(await store.head(head.id)).toEqual(head)
      expect(await all(store.trials(head.id))).toEqual(trials)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('a byte order mark at the head of a file is passed over', async () => {
  const file = new Blob([Uint8Array.of(0xef, 0xbb, 0xbf), await fileOf(runHead(), [passed()])])
  expect(await importRun(new MemoryStore(), file)).toMatchObject({ ok: true, id: 'run-1' })
})

describe('a run that is here already', () => {
  const holding = async (trials = [passed(), failed()]) => {
    const store = new MemoryStore()
    await store.put(runHead(), trials)
    return store
  }

  test('is named and not kept twice, whatever the order of its trials', async () => {
    const store = await holding()
    expect(await importRun(store, await fileOf(runHead(), [failed(), passed()]))).toEqual({ ok: true, id: 'run-1', name: 'A run', already: true })
    expect(await store.list()).toHaveLength(1)
  })

  test('keeps the name it has here', async () => {
    const store = await holding()
    await store.rename('run-1', 'Mine')
    expect(await importRun(store, await fileOf(runHead(), [passed(), failed()]))).toEqual({ ok: true, id: 'run-1', name: 'Mine', already: true })
  })

  test('comes back to the library where it was removed', async () => {
    const store = await holding()
    await store.remove('run-1')
    expect(await importRun(store, await fileOf(runHead(), [passed(), failed()]))).toMatchObject({ ok: true, id: 'run-1', already: true })
    expect(await store.list()).toHaveLength(1)
  })

  test.each([
    ['another trial', runHead(), [passed(), failed({ milliseconds: 2 })]],
    ['a trial less', runHead(), [passed()]],
    ['a trial more', runHead(), [passed(), failed(), broken({ index: 1 })]],
    ['another head', runHead({ app: '0.2.0' }), [passed(), failed()]],
    ['a field more', { ...runHead(), note: 'mine' } as RunHead, [passed(), failed()]],
  ])('with %s is kept beside it under a new id, once', async (_, head, trials) => {
    const store = await holding()
    const file = await fileOf(head, trials)
    expect(await importRun(store, file)).toEqual({ ok: true, id: 'run-1-imported', name: 'A run (imported)', already: false })
    expect(await importRun(store, file)).toEqual({ ok: true, id: 'run-1-imported', name: 'A run (imported)', already: true })
    expect(await store.head('run-1')).toEqual(runHead())
    expect(await all(store.trials('run-1'))).toEqual([passed(), failed()])
    expect(await all(store.trials('run-1-imported'))).toEqual(trials)
    expect(await importRun(store, await fileOf({ ...head, app: '9' }, trials))).toMatchObject({ id: 'run-1-imported-2' })
  })

  test('gets a new id of 128 characters at most', async () => {
    const id = 'x'.repeat(128)
    const store = new MemoryStore()
    await store.put(runHead({ id }), [])
    const imported = await importRun(store, await fileOf(runHead({ id }), [passed()]))
    expect(imported).toMatchObject({ ok: true, id: `${'x'.repeat(119)}-imported` })
  })
})

describe('nothing changes where', () => {
  test.each([
    ['the file is empty', async () => new Blob([]), 'The file is empty.'],
    ['the last of its trials is damaged', async () => new Blob([(await (await fileOf(runHead(), [passed(), failed()])).text()).replace('"state":"fail"', '"state":"lost"')]), /^The run is not valid: trials\[1\]\.state: must be/],
    ['the file is cut off', async () => (await fileOf(runHead(), [passed()])).slice(0, -20), 'The file ends early: its JSON is never closed, as if it had been cut off.'],
    ['the file cannot be read', async () => Object.assign(new Blob(['x']), { text: () => Promise.reject(new Error('A folder is no file.')) }), 'The file could not be read: A folder is no file.'],
    ['the file is too large', async () => Object.defineProperty(new Blob([]), 'size', { value: 501 * 2 ** 20 }), 'The file is too large: it has 501 MB, and 500 MB can be read.'],
  ])('%s', async (_, file, problem) => {
    const store = new MemoryStore()
    await store.put(runHead({ id: 'other' }), [failed()])
    const before = await contents(store)
    expect(await importRun(store, await file())).toEqual({ ok: false, problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) as string })
    expect(await contents(store)).toEqual(before)
  })

  test('the store has no room', async () => {
    class Full extends MemoryStore {
      override put(): Promise<void> {
        return Promise.reject(new Error('the storage is full'))
      }
    }
    expect(await importRun(new Full(), await fileOf(runHead(), []))).toEqual({ ok: false, problem: 'The run was not imported: the storage is full.' })
  })
})

test('a page gets its turn while a large file is read', async () => {
  const file = await fileOf(runHead({ trials: 3_000 }), passedTrials(3_000))
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await importRun(new MemoryStore(), file)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
}, 30_000)

test('what a person said of a trial leaves with the run and arrives with it; a file from before it was said is the same run', async () => {
  const store = new MemoryStore()
  await store.put(runHead(), [failed()])
  const before = await exportRun(store, 'run-1')
  const said = [{ by: 'you', label: 'looped', about: 'failure', holds: true }]
  await store.label('run-1', { world: 'mini', task: 'refund-late', index: 0 }, 1, said)
  const after = await exportRun(store, 'run-1')
  const target = new MemoryStore()
  expect(await importRun(target, after)).toMatchObject({ ok: true, already: false })
  expect((await target.summaries('run-1'))[0]).toMatchObject({ state: 'fail', byHand: { looped: true } })
  expect(await importRun(target, before)).toMatchObject({ ok: true, already: true })
  expect((await target.trial('run-1', { world: 'mini', task: 'refund-late', index: 0 }))?.labels).toEqual(said)
  const other = new MemoryStore()
  await other.put(runHead(), [failed()])
  expect(await importRun(other, after)).toMatchObject({ ok: true, already: false, id: 'run-1-imported' })
})

test('exporting a run that is not here is refused', async () => {
  await expect(exportRun(new MemoryStore(), 'gone')).rejects.toThrow('there is no run gone here')
})

test.each([
  ['a run.json', 'a run.json'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a:b*c?.json', 'a-b-c.json'],
  ['con.json', 'con_.json'],
  ['  .hidden name. ', 'hidden name'],
  ['', 'run'],
  ['???.json', 'run.json'],
  ['half \ud83d.json', 'half.json'],
  ['\u202Egnp.json', 'gnp.json'],
  [`${'ä'.repeat(300)}.json`, `${'ä'.repeat(100)}.json`],
])('the name %j is made the file name %j', (name, safe) => {
  expect(safeFilename(name)).toBe(safe)
})

test('what a run had come to travels with its file, and makes it no other run', async () => {
  const store = new MemoryStore()
  await store.put(runHead(), [passed()])
  const amount = { calls: 7, nanodollars: 1200, uncertain: 30, unpriced: 1 }
  const spent = { ...amount, customers: { calls: 2, nanodollars: 200, uncertain: 0, unpriced: 0 } }
  const file = await exportRun(store, runHead().id, spent)
  expect(await importRun(store, file)).toMatchObject({ ok: true, id: runHead().id, already: true })
  const other = new MemoryStore()
  expect(await importRun(other, file)).toMatchObject({ ok: true, already: false })
  expect((await other.head(runHead().id))?.spent).toEqual(spent)
  expect(await importRun(other, new Blob([(await file.text()).replace('"calls":7', '"calls":-7')]))).toMatchObject({ ok: false, problem: expect.stringContaining('spent.calls') })
})
