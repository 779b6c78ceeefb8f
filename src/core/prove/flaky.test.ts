// flaky(p, seed): the same slots fail each time, about p of them, and two different p are told apart.
import { describe, expect, test } from 'vitest'
import { openWorld, shop } from '../../testing/tinyWorld'
import { GRADER_VERSION } from '../grade/grade'
import { compare } from '../report/compare'
import { report } from '../report/report'
import { encodeRun, readRun } from '../run/codec'
import { newRun } from '../run/manifest'
import { summarize } from '../run/summarize'
import { inOneChunk } from '../../testing/builders'
import type { Trial } from '../trial/record'
import { faultsOf, flakyPlan, flakyTurn } from './flaky'
import { mutantsOfWorld, runJob, SCRIPT_STEPS } from './scripted'

const clock = { now: () => Date.UTC(2026, 9, 26), steady: () => 0 }
const world = await openWorld(shop())
const { bundle } = world
const mutants = await mutantsOfWorld(world, clock)

async function play(id: string, p: number, seed: number, trials: number) {
  const plan = flakyPlan(bundle, mutants, SCRIPT_STEPS, { p, seed, trials })
  const played: Trial[] = []
  for (const job of plan.jobs) {
    const trial = await runJob(world, bundle, job, clock)
    if (trial) played.push(trial)
  }
  const starts = { shop: Object.fromEntries(bundle.tasks.map((task) => [task.id, world.startNow(task.id)])) }
  const head = newRun({ id, name: id, created: '2026-10-26T00:00:00Z', app: '0', kind: 'synthetic', configuration: plan.configuration, manifest: plan.manifest, bundles: [bundle], starts, grader: GRADER_VERSION })
  return { head, trials: played, made: report(head, played.map((trial) => summarize(trial, head)), { resamples: 2_000 }) }
}

describe('which slots fail', () => {
  test('hangs on seed, task and index, and on nothing else', () => {
    const faults = faultsOf(bundle, mutants, 'refund-damaged')
    const fates = (seed: number, task: string) => Array.from({ length: 200 }, (_, index) => flakyTurn(faults, { p: 0.3, seed }, task, index).mutant?.id ?? '-')
    expect(fates(1, 'x')).toEqual(fates(1, 'x'))
    expect(fates(1, 'x')).not.toEqual(fates(2, 'x'))
    expect(fates(1, 'x')).not.toEqual(fates(1, 'y'))
    expect(new Set(fates(1, 'x')).size).toBeGreaterThan(5)
  })

  test('never for p = 0, always for p = 1, and never with what is no fault', () => {
    const faults = faultsOf(bundle, mutants, 'refund-damaged')
    expect(faults.every(({ dimension, operator }) => dimension === 'state' && !['read-twice', 'one-more-read', 'other-way-round'].includes(operator))).toBe(true)
    for (let index = 0; index < 50; index += 1) {
      expect(flakyTurn(faults, { p: 0, seed: 1 }, 'x', index).mutant).toBeUndefined()
      expect(flakyTurn(faults, { p: 1, seed: 1 }, 'x', index).mutant).toBeDefined()
      expect(flakyTurn([], { p: 1, seed: 1 }, 'x', index).mutant).toBeUndefined()
    }
  })
})

describe('synthetic runs through the same loop', () => {
  test('fail about p of their trials, say what they are, and survive their own export', async () => {
    const { head, trials, made } = await play('flaky', 0.2, 7, 20)
    expect(made.run.label).toBe('synthetic')
    expect(trials).toHaveLength(460)
    // 460 trials at 0.2: mean 92, standard deviation 8.6; a mutant that may allows is no failure.
    expect(made.flow.failed).toBeGreaterThan(92 - 35)
    expect(made.flow.failed).toBeLessThan(92 + 35)
    const slipped = trials.filter(({ player }) => player.mutant !== undefined)
    expect(trials.filter(({ state }) => state === 'fail').every((trial) => slipped.includes(trial))).toBe(true)
    const pieces: string[] = []
    for await (const piece of encodeRun(head, inOneChunk(trials))) pieces.push(piece)
    expect(readRun(pieces.join(''))).toEqual({ ok: true, head, trials })
  })

  test('two with different p are told apart; two with the same p are not', async () => {
    const [steady, shaky, likewise] = [await play('steady', 0.1, 1, 10), await play('shaky', 0.4, 2, 10), await play('likewise', 0.1, 3, 10)]
    expect(compare(steady.made, shaky.made).verdict).toBe('worse')
    expect(compare(steady.made, likewise.made).verdict).toBe('no_difference')
  })

  test('23 × 100 are played in seconds', async () => {
    const from = performance.now()
    const { made } = await play('large', 0.2, 1, 100)
    expect(made.flow.planned).toBe(2_300)
    expect(performance.now() - from).toBeLessThan(10_000)
  }, 30_000)
})
