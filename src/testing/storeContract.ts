// What holds for every store of runs, whatever it keeps them in.
import { describe, expect, test } from 'vitest'
import type { RunStore } from '../core/run/store'
import { entryOf } from '../core/run/summary'
import { all, broken, failed, passed, passedTrials, runHead } from './builders'

const slot = { world: 'mini', task: 'cancel-paid', index: 0 }

/** Runs the contract against stores that `open` makes, each of them empty. */
export function storeContract(name: string, open: () => Promise<RunStore>): void {
  const holding = async (...[head = runHead(), trials = [passed(), failed()]]: Partial<Parameters<RunStore['put']>>) => {
    const store = await open()
    await store.put(head, trials)
    return store
  }

  describe(name, () => {
    test('an empty store has no run, and says so without throwing', async () => {
      const store = await open()
      expect(await store.list()).toEqual([])
      expect(await store.head('run-1')).toBeNull()
      expect(await store.summaries('run-1')).toEqual([])
      expect(await store.trial('run-1', slot)).toBeNull()
      expect(await all(store.trials('run-1'))).toEqual([])
    })

    test('what was put comes back equal', async () => {
      const store = await holding()
      expect(await store.head('run-1')).toEqual(runHead())
      expect(await all(store.trials('run-1'))).toEqual([passed(), failed()])
      expect(await store.trial('run-1', slot)).toEqual(passed())
    })

    test('the list shows planned trials, tasks and states, the newest run first and equal ones by id', async () => {
      const store = await holding()
      await store.put(runHead({ id: 'newest', created: '2026-10-26T10:00:00.5Z' }), [])
      await store.put(runHead({ id: 'newer', created: '2026-10-26T10:00:00.25Z' }), [])
      await store.put(runHead({ id: 'run-2', created: '2026-10-26T10:00:00Z' }), [])
      await store.put(runHead({ id: 'old', created: '2025-01-01T00:00:00Z' }), [])
      await store.put(runHead({ id: 'run-0' }), [])
      const entries = await store.list()
      expect(entries.map(({ id }) => id)).toEqual(['newest', 'newer', 'run-0', 'run-1', 'run-2', 'old'])
      expect(entries[3]).toEqual({
        id: 'run-1', name: 'A run', created: '2026-10-26T10:00:00.000Z', kind: 'scripted', player: 'Oracle',
        worlds: ['mini'], tasks: 3, planned: 15, states: { pass: 1, fail: 1 },
      })
    })

    test('summaries come in slot order: task as in the manifest, index, attempt', async () => {
      const store = await holding(runHead(), [failed({ index: 1 }), failed(), passed({ index: 2 }), broken({ index: 1, attempt: 1 })])
      await store.append('run-1', [passed({ index: 1, attempt: 2 }), passed()])
      expect((await store.summaries('run-1')).map(({ task, index, attempt }) => [task, index, attempt])).toEqual([
        ['cancel-paid', 0, 1], ['cancel-paid', 1, 1], ['cancel-paid', 1, 2], ['cancel-paid', 2, 1], ['refund-late', 0, 1], ['refund-late', 1, 1],
      ])
    })

    test('a summary tells steps, calls, changes, dimensions and why', async () => {
      const store = await holding()
      const [first, second] = await store.summaries('run-1')
      expect(first).toEqual({ ...slot, attempt: 1, state: 'pass', steps: 2, calls: 1, changes: 1, milliseconds: 1, dimensions: { state: 'pass', process: 'not_applicable' }, why: '' })
      expect(second).toMatchObject({ state: 'fail', calls: 0, why: expect.stringContaining('escalation') as string })
    })

    test('the last attempt of a slot counts, whichever was kept first; practice does not', async () => {
      const store = await holding(runHead(), [passed({ attempt: 2 }), broken({ attempt: 1 })])
      expect((await store.list())[0]?.states).toEqual({ pass: 1 })
      await store.append('run-1', [failed({ practice: true }), broken({ index: 1 })])
      expect((await store.list())[0]?.states).toEqual({ pass: 1, system_error: 1 })
      await store.append('run-1', [passed({ index: 1, attempt: 2 }), failed({ attempt: 2 })])
      expect((await store.list())[0]?.states).toEqual({ pass: 2, fail: 1 })
      const summaries = await store.summaries('run-1')
      expect(summaries).toHaveLength(6)
      expect((await store.list())[0]).toEqual(entryOf(runHead(), summaries))
    })

    test('a trial is found by slot and attempt, the last one where none is named', async () => {
      const store = await holding(runHead(), [broken(), passed({ attempt: 2 })])
      expect(await store.trial('run-1', slot)).toEqual(passed({ attempt: 2 }))
      expect(await store.trial('run-1', slot, 1)).toEqual(broken())
      expect(await store.trial('run-1', slot, 3)).toBeNull()
      expect(await store.trial('run-1', { ...slot, index: 1 })).toBeNull()
    })

    test('an id that is here is refused, and the run that has it stays as it was', async () => {
      const store = await holding()
      await expect(store.put(runHead({ name: 'Another' }), [])).rejects.toThrow('a run with the id run-1 is here already')
      expect(await store.head('run-1')).toEqual(runHead())
      expect(await all(store.trials('run-1'))).toHaveLength(2)
    })

    test('a run with the same attempt twice is refused, and nothing is kept', async () => {
      const store = await open()
      await expect(store.put(runHead(), [...passedTrials(3), passed({ index: 1 })])).rejects.toThrow('mini/cancel-paid, trial 2, attempt 1 is here already')
      expect(await store.list()).toEqual([])
      expect(await store.head('run-1')).toBeNull()
    })

    test('an attempt that is here, or stands twice among the new ones, is refused, and nothing is kept', async () => {
      const store = await holding()
      await expect(store.append('run-1', [passed({ index: 1 }), passed()])).rejects.toThrow('mini/cancel-paid, trial 1, attempt 1 is here already')
      await expect(store.append('run-1', [passed({ index: 1 }), passed({ index: 1 })])).rejects.toThrow('mini/cancel-paid, trial 2, attempt 1 is here already')
      expect(await all(store.trials('run-1'))).toHaveLength(2)
      expect(await store.summaries('run-1')).toHaveLength(2)
      expect((await store.list())[0]?.states).toEqual({ pass: 1, fail: 1 })
    })

    test('of two appends of the same attempt at once, one is kept', async () => {
      const store = await holding(runHead(), [])
      const ends = await Promise.allSettled([store.append('run-1', [passed()]), store.append('run-1', [passed()])])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await all(store.trials('run-1'))).toEqual([passed()])
    })

    test('appends at once are all kept, in the order in which they were asked for', async () => {
      const store = await holding(runHead({ trials: 30 }), [])
      await Promise.all(passedTrials(30).map((trial) => store.append('run-1', [trial])))
      expect((await all(store.trials('run-1'))).map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, i) => i))
      expect((await store.list())[0]?.states).toEqual({ pass: 30 })
    })

    test('chunks hold a hundred trials at most and keep their order', async () => {
      const store = await holding(runHead({ trials: 250 }), passedTrials(250))
      const sizes: number[] = []
      for await (const chunk of store.trials('run-1')) sizes.push(chunk.length)
      expect(sizes).toEqual([100, 100, 50])
      expect((await store.trial('run-1', { ...slot, index: 199 }))?.index).toBe(199)
    })

    test('what a person says of one attempt stands in the trial, in its summary and nowhere else, until something else is said', async () => {
      const store = await holding()
      const looped = [{ by: 'you', label: 'looped', about: 'failure', holds: true }]
      const failedSlot = { world: 'mini', task: 'refund-late', index: 0 }
      await store.label('run-1', failedSlot, 1, looped)
      expect(await store.trial('run-1', failedSlot)).toEqual(failed({ labels: looped }))
      expect(await all(store.trials('run-1'))).toEqual([passed(), failed({ labels: looped })])
      expect((await store.summaries('run-1')).map(({ byHand }) => byHand)).toEqual([undefined, { looped: true }])
      await store.append('run-1', [passed({ index: 1 })])
      expect((await store.summaries('run-1')).map(({ byHand }) => byHand)).toEqual([undefined, undefined, { looped: true }])
      await store.label('run-1', failedSlot, 1, [])
      expect(await all(store.trials('run-1'))).toEqual([passed(), failed(), passed({ index: 1 })])
      expect((await store.summaries('run-1')).map(({ byHand }) => byHand)).toEqual([undefined, undefined, undefined])
    })

    test('what was said of a trial that is put is replaced by what is said of it here, and goes with its run', async () => {
      const store = await open()
      const before = [{ by: 'ann', label: 'looped', about: 'failure' }]
      await store.put(runHead(), [failed({ labels: before })])
      const failedSlot = { world: 'mini', task: 'refund-late', index: 0 }
      expect((await store.summaries('run-1'))[0]?.byHand).toEqual({ looped: true })
      await store.label('run-1', failedSlot, 1, [{ ...before[0]!, holds: false }])
      expect((await store.summaries('run-1'))[0]?.byHand).toEqual({ looped: false })
      await store.remove('run-1')
      await store.purge(['run-1'])
      await store.put(runHead(), [failed({ labels: before })])
      expect(await all(store.trials('run-1'))).toEqual([failed({ labels: before })])
    })

    test('nothing can be said of an attempt or a run that is not here', async () => {
      const store = await holding()
      await expect(store.label('run-1', slot, 2, [])).rejects.toThrow('there is no mini/cancel-paid, trial 1, attempt 2 here')
      await expect(store.label('gone', slot, 1, [])).rejects.toThrow('there is no run gone here')
    })

    test('a summary of a failed trial tells what the rules found, whether it was put or appended', async () => {
      const store = await holding(runHead(), [failed()])
      await store.append('run-1', [failed({ index: 1 }), passed()])
      expect((await store.summaries('run-1')).map(({ failures }) => failures)).toEqual([undefined, ['gave_up_early', 'missing_change'], ['gave_up_early', 'missing_change']])
    })

    test('a new name stands in the list and in the head', async () => {
      const store = await holding()
      await store.rename('run-1', 'Mine')
      expect((await store.list())[0]?.name).toBe('Mine')
      expect(await store.head('run-1')).toEqual({ ...runHead(), name: 'Mine' })
    })

    test('a removed run is not listed, is found by its id, and comes back', async () => {
      const store = await holding()
      await store.remove('run-1')
      expect(await store.list()).toEqual([])
      expect(await store.head('run-1')).toEqual(runHead())
      await expect(store.put(runHead(), [])).rejects.toThrow('is here already')
      await store.restore('run-1')
      expect(await store.list()).toHaveLength(1)
      expect(await all(store.trials('run-1'))).toHaveLength(2)
    })

    test('purging forgets removed runs and no other; the id is free again and holds nothing of before', async () => {
      const store = await holding()
      await store.put(runHead({ id: 'run-10' }), [passed()])
      await store.trial('run-1', slot)
      await store.remove('run-1')
      expect(await store.removed()).toEqual(['run-1'])
      // What is in the list is not forgotten, whoever asks; nor is what is not named.
      await store.purge(['run-10'])
      await store.purge([])
      expect(await store.removed()).toEqual(['run-1'])
      await store.purge(['run-1', 'run-10', 'never-was'])
      expect(await store.removed()).toEqual([])
      expect((await store.list()).map(({ id }) => id)).toEqual(['run-10'])
      expect(await all(store.trials('run-10'))).toHaveLength(1)
      expect(await store.head('run-1')).toBeNull()
      expect(await all(store.trials('run-1'))).toEqual([])
      await store.put(runHead(), [failed()])
      expect(await store.trial('run-1', slot)).toBeNull()
      expect(await store.summaries('run-1')).toHaveLength(1)
    })

    test('erasing forgets a run that is in the list, and no other', async () => {
      const store = await holding()
      await store.put(runHead({ id: 'run-10' }), [passed()])
      await store.erase('run-1')
      expect((await store.list()).map(({ id }) => id)).toEqual(['run-10'])
      expect([await store.head('run-1'), await all(store.trials('run-1')), await store.summaries('run-1')]).toEqual([null, [], []])
      expect(await all(store.trials('run-10'))).toHaveLength(1)
    })

    test.each(['append', 'rename', 'remove', 'restore', 'erase'] as const)('%s of a run that is not here is refused', async (does) => {
      const store = await open()
      const act = { append: () => store.append('gone', [passed()]), rename: () => store.rename('gone', 'x'), remove: () => store.remove('gone'), restore: () => store.restore('gone'), erase: () => store.erase('gone') }[does]
      await expect(act()).rejects.toThrow('there is no run gone here')
    })

    test('nobody alters what is kept through what was handed in or out', async () => {
      const [head, trial] = [runHead(), passed()]
      const store = await holding(head, [trial])
      head.manifest.length = 0
      trial.outcome.changes.length = 0
      const out = await store.trial('run-1', slot)
      out!.episode.turns.length = 0
      ;(await store.summaries('run-1'))[0]!.why = 'altered'
      ;(await store.list())[0]!.states.fail = 9
      expect(await store.head('run-1')).toEqual(runHead())
      expect(await store.trial('run-1', slot)).toEqual(passed())
      expect((await store.summaries('run-1'))[0]?.why).toBe('')
      expect((await store.list())[0]?.states).toEqual({ pass: 1 })
    })

    test('half a character, a key called "constructor" and an integer beyond 2^53 survive', async () => {
      const strange = passed({ error: 'half \ud83d' })
      strange.episode.turns.push({ role: 'event', actor: 'x', changes: [{ op: 'insert', table: 't', key: [{ int: '9007199254740993' }], after: { constructor: { blob: '00ff' }, r: { real: 1 }, n: null } }] })
      const store = await holding(runHead(), [strange])
      expect(await store.trial('run-1', slot)).toEqual(strange)
    })

    test('a run of counts shows its counts in the list', async () => {
      const head = { ...runHead(), counts: [{ world: 'mini', task: 'cancel-paid', trials: 5, passes: 4 }] }
      const store = await holding(head, [])
      expect((await store.list())[0]?.states).toEqual({ pass: 4, fail: 1 })
    })
  })
}
