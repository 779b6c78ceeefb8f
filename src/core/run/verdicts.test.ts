// A file's verdicts have to follow from its records.
import { expect, test } from 'vitest'
import { shop } from '../../testing/tinyWorld'
import { playWorld } from '../../testing/playWorld'
import { GRADER_VERSION } from '../grade/grade'
import type { Trial } from '../trial/record'
import { encodeRun, readRun } from './codec'
import { manifestOf, newRun } from './manifest'
import { falseVerdict } from './verdicts'

const bundle = shop()
const { trials } = await playWorld(bundle)
const liar = [...trials.liar!.values()]
const head = (grader = GRADER_VERSION) => newRun({
  id: 'liar', name: 'Liar', created: '2026-10-26T00:00:00Z', app: '0.1.0', kind: 'scripted', configuration: { player: liar[0]!.player, trials: 1, steps: 40, seed: 1 },
  manifest: manifestOf([bundle], 1), bundles: [bundle], starts: { shop: Object.fromEntries(bundle.tasks.map(({ id }) => [id, []])) }, grader,
})
const forged = (trial: Trial): Trial => {
  const copy = structuredClone(trial)
  copy.state = 'pass'
  const grade = copy.grade!
  grade.verdict = 'pass'
  grade.missing = []
  for (const one of [...grade.checks, ...grade.dimensions]) if (one.result === 'fail') one.result = 'pass'
  return copy
}
async function file(run: ReturnType<typeof head>, all: Trial[]): Promise<string> {
  let text = ''
  for await (const piece of encodeRun(run, (async function* () { yield all })())) text += piece
  return text
}

test('a run as it was written is read again', async () => {
  expect(readRun(await file(head(), liar))).toMatchObject({ ok: true, trials: { length: 23 } })
})

test('a failure made into a pass is refused, and named', async () => {
  const text = await file(head(), liar.map((trial) => (trial.task === 'cancel-paid' ? forged(trial) : trial)))
  expect(readRun(text)).toEqual({ ok: false, problem: 'shop/cancel-paid, trial 1, attempt 1 says pass, and what it holds grades otherwise: the file was altered.' })
})

test('a grade that contradicts its own state is refused', () => {
  const trial = liar.find(({ state }) => state === 'fail')!
  expect(falseVerdict(head(), { ...forged(trial), state: 'fail' })).toContain('the file was altered')
})

test('what another grader graded is not judged by this one', () => {
  const trial = liar.find(({ state }) => state === 'fail')!
  expect(falseVerdict(head('whole-1'), forged(trial))).toBeNull()
})
