// The published counts are valid records.
import { expect, test } from 'vitest'
import { haikuMisses } from '../../testing/published'
import { inOneChunk } from '../../testing/builders'
import { shop } from '../../testing/tinyWorld'
import { encodeRun, readRun } from './codec'
import { publishedRuns } from './published'

const runs = publishedRuns('0.1.0')

test.each(runs.map((run) => [run.name, run] as const))('%s survives its own export, and says what it is', async (_, run) => {
  const pieces: string[] = []
  for await (const piece of encodeRun(run, inOneChunk([]))) pieces.push(piece)
  expect(readRun(pieces.join(''))).toEqual({ ok: true, head: run, trials: [] })
  expect(run).toMatchObject({ kind: 'reference', reference: { label: 'published counts' } })
})

test('they count every task of the shop five times, and no other', () => {
  const tasks = shop().tasks.map(({ id }) => id).sort()
  for (const { counts } of runs) {
    expect(counts!.map(({ task }) => task).sort()).toEqual(tasks)
    expect(counts!.every(({ world, trials }) => world === 'shop' && trials === 5)).toBe(true)
  }
})

test('the passes and costs are the published ones', () => {
  const missed = runs.map(({ counts }) => Object.fromEntries(counts!.filter(({ passes }) => passes < 5).map(({ task, passes }) => [task, passes])))
  expect(missed).toEqual([{}, haikuMisses, {}])
  expect(runs.map(({ reference }) => reference?.cost_per_success)).toEqual(['0.00046', '0.00852', '0.00042'])
})
