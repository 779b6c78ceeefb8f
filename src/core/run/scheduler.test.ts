// The scheduler: order, concurrency, pausing, stopping, and that nothing is spent that cannot be kept.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trial } from '../trial/record'
import { neverFinished, unscored } from './resume'
import { Scheduler, type Canceller, type PlannedTrial, type SchedulerPorts } from './scheduler'
import type { TrialSummary } from './store'

const planned = (count: number): PlannedTrial[] => Array.from({ length: count }, (_, index) => ({ world: 'shop', task: 'a', index, attempt: 1 }))
const trialOf = (slot: PlannedTrial, state: Trial['state'] = 'pass') => ({ ...slot, state }) as Trial

/** Plays when told to, in any order. */
function bench(options: { forbids?: () => string | null; keep?: (trial: Trial) => Promise<void> } = {}) {
  const kept: Trial[] = []
  const playing = new Map<number, { finish: (state?: Trial['state']) => void; fail: (error: Error) => void; canceller: Canceller }>()
  let most = 0
  const ports: SchedulerPorts = {
    play: (slot, canceller) => new Promise((resolve, reject) => {
      playing.set(slot.index, {
        canceller,
        finish: (state) => { playing.delete(slot.index); resolve(trialOf(slot, state)) },
        fail: (error) => { playing.delete(slot.index); reject(error) },
      })
      most = Math.max(most, playing.size)
    }),
    keep: options.keep ?? ((trial) => { kept.push(trial); return Promise.resolve() }),
    canceller: () => new AbortController(),
    forbids: options.forbids ?? (() => null),
    changed: () => undefined,
  }
  return { ports, kept, playing, most: () => most }
}
const tick = () => new Promise((resolve) => setTimeout(resolve))

test('at most so many run at once, in order, and all are kept once', async () => {
  const { ports, kept, playing, most } = bench()
  const scheduler = new Scheduler(planned(7), 3, ports)
  scheduler.start()
  expect([...playing.keys()]).toEqual([0, 1, 2])
  while (scheduler.phase !== 'done') {
    playing.get(Math.max(...playing.keys()))?.finish()
    await tick()
  }
  expect(most()).toBe(3)
  expect(kept.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a pause lets what runs come to its end and begins nothing; going on finishes the rest', async () => {
  const { ports, kept, playing } = bench()
  const scheduler = new Scheduler(planned(3), 1, ports)
  scheduler.start()
  scheduler.pause()
  expect(scheduler.phase).toBe('pausing')
  playing.get(0)?.finish()
  await tick()
  expect([scheduler.phase, kept.length, playing.size]).toEqual(['paused', 1, 0])
  scheduler.start()
  for (const index of [1, 2]) { playing.get(index)?.finish(); await tick() }
  expect([scheduler.phase, kept.length]).toEqual(['done', 3])
})

test('stopping cancels what runs at once; what was cancelled is not kept and waits again', async () => {
  const { ports, kept, playing } = bench()
  const scheduler = new Scheduler(planned(4), 2, ports)
  scheduler.start()
  scheduler.stop()
  expect([...playing.values()].every(({ canceller }) => canceller.signal.aborted)).toBe(true)
  for (const { finish } of [...playing.values()]) finish('cancelled')
  await scheduler.settled()
  expect([scheduler.phase, kept.length, scheduler.waiting.length, playing.size]).toEqual(['stopped', 0, 4, 0])
})

test('when a trial cannot be kept, nothing more begins, and it waits to be exported', async () => {
  const { ports, playing } = bench({ keep: () => Promise.reject(new Error('the disk is full')) })
  const scheduler = new Scheduler(planned(4), 2, ports)
  scheduler.start()
  playing.get(0)?.finish()
  await tick()
  expect([scheduler.phase, scheduler.reason, scheduler.unkept.length]).toEqual(['halted', 'A finished trial could not be saved: the disk is full.', 1])
  expect(playing.get(1)?.canceller.signal.aborted).toBe(true)
  playing.get(1)?.finish('cancelled')
  await scheduler.settled()
  expect(playing.size).toBe(0)
})

test('what could not be kept is kept once there is room, and nothing is played for it', async () => {
  let room = 0
  const { ports, kept, playing } = bench()
  const { keep } = ports
  const scheduler = new Scheduler(planned(4), 2, { ...ports, keep: (trial) => (room-- > 0 ? keep(trial) : Promise.reject(new Error('the disk is full'))) })
  scheduler.start()
  for (const { finish } of [...playing.values()]) finish()
  await scheduler.settled()
  expect([scheduler.unkept.length, kept.length]).toEqual([2, 0])
  room = 1
  await scheduler.keepAgain()
  expect([scheduler.unkept.length, kept.length, scheduler.reason]).toEqual([1, 1, 'A finished trial could not be saved: the disk is full.'])
  room = 9
  await scheduler.keepAgain()
  expect([scheduler.unkept.length, kept.map(({ index }) => index), scheduler.kept, scheduler.phase, playing.size]).toEqual([0, [0, 1], 2, 'halted', 0])
})

test('a budget that is used up lets no further trial begin', async () => {
  let used = 0
  const { ports, kept, playing } = bench({ forbids: () => (used >= 2 ? 'The budget of 2 calls is used up.' : null) })
  const scheduler = new Scheduler(planned(5), 1, ports)
  scheduler.start()
  for (let i = 0; i < 5; i += 1) { used += 1; playing.get(i)?.finish(); await tick() }
  expect([scheduler.phase, scheduler.reason, kept.length]).toEqual(['halted', 'The budget of 2 calls is used up.', 2])
})

test('a player that breaks halts the run and leaves its slot to be played', async () => {
  const { ports, playing } = bench()
  const scheduler = new Scheduler(planned(2), 1, ports)
  scheduler.start()
  playing.get(0)?.fail(new Error('the worker is gone'))
  await scheduler.settled()
  expect([scheduler.phase, scheduler.reason, scheduler.waiting.length]).toEqual(['halted', 'the worker is gone', 2])
})

const summary = (index: number, state: TrialSummary['state'], attempt = 1) => ({ world: 'shop', task: 'a', index, attempt, state }) as TrialSummary

test('resuming plays exactly the slots that never finished, round by round', () => {
  const manifest = [{ world: 'shop', task: 'a', trials: 2 }, { world: 'shop', task: 'b', trials: 2 }]
  expect(neverFinished(manifest, [summary(0, 'pass')]).map(({ task, index }) => `${task}${index}`)).toEqual(['b0', 'a1', 'b1'])
})

test('the unscored are played again as their next attempt; a scored trial never is', () => {
  const manifest = [{ world: 'shop', task: 'a', trials: 4 }]
  const summaries = [summary(0, 'pass'), summary(1, 'system_error'), summary(2, 'timeout'), summary(2, 'system_error', 2), summary(3, 'step_limit'), summary(3, 'fail', 2)]
  expect(unscored(manifest, summaries)).toEqual([{ world: 'shop', task: 'a', index: 1, attempt: 2 }, { world: 'shop', task: 'a', index: 2, attempt: 3 }])
})

test('finished and never finished make up the manifest, whatever was played', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.nat(19)), (done) => {
    const left = neverFinished([{ world: 'shop', task: 'a', trials: 20 }], done.map((index) => summary(index, 'fail')))
    expect([...done, ...left.map(({ index }) => index)].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
  }))
})
