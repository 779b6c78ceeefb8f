import { expect, test } from 'vitest'
import { playWorld, proofOf } from '../../testing/playWorld'
import { shop } from '../../testing/tinyWorld'
import { mutantsAsRun } from './proof'

test('what is killed is set against what a run of the same mutants says: 128 of 351 passed', async () => {
  const played = await playWorld(shop())
  expect(mutantsAsRun(proofOf(played))).toMatch(/^Killed is not failed: 45 of 268 killed are caught by process, .* As a run, 128 of 351 mutants pass: those, and 83 that need not be killed\.$/)
  // The verdicts themselves, as the run has them.
  const passed = [...played.mutantTrials.values()].filter(({ state }) => state === 'pass').length
  expect([passed, played.mutantTrials.size]).toEqual([128, 351])
  expect(mutantsAsRun(proofOf(played, 'must-only'))).toBeNull()
  expect(mutantsAsRun(proofOf({ ...played, mutantTrials: new Map() }))).toBeNull()
})
