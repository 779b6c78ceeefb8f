// The rules on real episodes: scripted agents and mutants of every shipped world, each doing one known thing wrong.
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readWorldFolder } from '../../../adapters/node/worldFolder'
import { playWorld, type Played } from '../../../testing/playWorld'
import type { AgentId } from '../../prove/proof'
import type { Trial } from '../record'
import { FAILURES, type Failure } from './category'
import { failuresOf } from './failures'

const TASKS = join(import.meta.dirname, '../../../../tasks')
const WORLDS = ['shop', 'claims', 'incidents', 'orders', 'files'] as const
const played = new Map<string, Played>()

beforeAll(async () => {
  for (const name of WORLDS) {
    const parsed = readWorldFolder(join(TASKS, name))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    played.set(name, await playWorld(parsed.value))
  }
}, 60_000)

const all = (world: string): Trial[] => {
  const { trials, mutantTrials } = played.get(world)!
  return [...Object.values(trials).flatMap((mine) => [...mine!.values()]), ...mutantTrials.values()]
}
const found = (world: string, trial: Trial) => failuresOf(trial, { worlds: [played.get(world)!.bundle] })
/** What the rules find in the failed trials of an agent or a mutation operator: each set once. */
function sets(world: string, who: string): string[] {
  const { trials, mutantTrials } = played.get(world)!
  const mine = [...(trials[who as AgentId]?.values() ?? []), ...[...mutantTrials.values()].filter(({ player }) => player.mutant?.startsWith(`${who}@`))]
  const failed = mine.filter(({ state }) => state === 'fail')
  if (failed.length === 0) throw new Error(`${who} fails nothing in ${world}`)
  return [...new Set(failed.map((trial) => found(world, trial).join(', ') || 'none'))].sort()
}
const inOne = (world: string, task: string, who: AgentId): Failure[] => found(world, played.get(world)!.trials[who]!.get(task)!)

test.each(WORLDS)('in %s, nothing is found in a trial that did not fail', (world) => {
  const sound = all(world).filter(({ state }) => state !== 'fail')
  expect(sound.length).toBeGreaterThan(10)
  expect(sound.filter((trial) => found(world, trial).length > 0)).toEqual([])
})

test.each(WORLDS)('in %s, a missing and an unexpected change are found exactly where the grade has them', (world) => {
  for (const trial of all(world).filter(({ state }) => state === 'fail')) {
    const failures = found(world, trial)
    expect([failures.includes('missing_change'), failures.includes('unexpected_change')], `${trial.player.title} on ${trial.task}`).toEqual([trial.grade!.missing.length > 0, trial.grade!.changes.includes('unexpected')])
  }
})

describe.each<[world: string, who: string, sets: string[]]>([
  ['shop', 'null', ['gave_up_early, missing_change']],
  ['claims', 'null', ['gave_up_early, missing_change']],
  ['files', 'null', ['gave_up_early, missing_change']],
  ['incidents', 'null', ['gave_up_early']],
  ['orders', 'null', ['gave_up_early', 'gave_up_early, missing_change']],
  ['shop', 'liar', ['invented_result, missing_change']],
  ['claims', 'liar', ['invented_result, missing_change']],
  ['files', 'liar', ['invented_result, missing_change']],
  ['incidents', 'liar', ['invented_result']],
  ['orders', 'liar', ['invented_result', 'invented_result, missing_change']],
  ['shop', 'claim-only', ['invented_result, missing_change']],
  ['shop', 'stop-early', ['gave_up_early, missing_change']],
  ['claims', 'stop-early', ['gave_up_early, missing_change']],
  ['orders', 'stop-early', ['gave_up_early, missing_change']],
  ['files', 'stop-early', ['gave_up_early, missing_change']],
  ['shop', 'cent-less', ['bad_argument, unexpected_change, missing_change']],
  // What is more than was paid is refused, and the script goes on as if it had not been.
  ['shop', 'cent-more', ['bad_argument, unexpected_change, missing_change', 'invented_result, ignored_error, missing_change']],
  ['shop', 'other-customer', ['bad_argument, unexpected_change, missing_change']],
  ['claims', 'wrong-queue', ['bad_argument, unexpected_change, missing_change']],
  ['claims', 'wrong-claim', ['bad_argument, unexpected_change, missing_change']],
  ['claims', 'wrong-holder', ['bad_argument, unexpected_change, missing_change']],
  ['files', 'other-words', ['bad_argument, unexpected_change, missing_change']],
  ['shop', 'write-twice', ['unexpected_change']],
  ['shop', 'escalate-too', ['unexpected_change']],
  ['orders', 'cancel-too', ['unexpected_change']],
  ['shop', 'tamper-customer', ['unexpected_change']],
  ['orders', 'look-twice', ['looped']],
  // Whether a look was left out, came too late or saw the wrong policy stands in queries, which tell no rule why.
  ['claims', 'drop-check', ['none']],
  ['claims', 'wrong-policy', ['none']],
  ['incidents', 'no-end', ['none']],
  ['orders', 'wrong-word', ['none']],
])('%s: %s', (world, who, expected) => {
  test(`fails by ${expected.join(' or ')}`, () => expect(sets(world, who)).toEqual(expected))
})

test('a refund where a cancellation was asked for is the wrong tool, and so is handing over what one should have done', () => {
  expect(sets('shop', 'refund-for-cancel').filter((set) => set.startsWith('wrong_tool, ')).length).toBeGreaterThan(0)
  expect(sets('shop', 'cancel-for-refund').filter((set) => set.startsWith('wrong_tool, ')).length).toBeGreaterThan(0)
  expect(inOne('shop', 'refund-damaged', 'escalator')).toEqual(['wrong_tool', 'unexpected_change', 'missing_change'])
})

test('what a task only forbids is an unexpected change and nothing else', () => {
  const { bundle, trials } = played.get('shop')!
  const forbids = bundle.tasks.filter(({ expect: accepted }) => !Array.isArray(accepted) && accepted.must.length === 0)
  expect(forbids.length).toBeGreaterThan(0)
  for (const { id } of forbids) {
    const trial = trials.tempted!.get(id)
    if (trial?.state === 'fail') expect(found('shop', trial), id).toEqual(['unexpected_change'])
  }
})

test('every failure is found somewhere', () => {
  const seen = new Set(WORLDS.flatMap((world) => all(world).flatMap((trial) => found(world, trial))))
  expect(FAILURES.filter((failure) => !seen.has(failure))).toEqual([])
})
