// Failures counted: each with its denominator, rule and person told apart, and nothing that was not looked at counted as none.
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { outline, summariesOf, summary } from '../../testing/summaries'
import { FAILURES, type Failure } from '../trial/failures/category'
import { failuresIn, isCountedUnder } from './failures'
import { FAILURE_SHOWS } from './failureShows'
import { failureName, shareText, sourcesText, uncoveredText } from './failureWords'
import { report } from './report'

const failed = (more: object) => summary({ state: 'fail', ...more })
const trials = [
  failed({ failures: ['looped', 'missing_change'] }), failed({ failures: ['looped'], byHand: { looped: false } }), failed({ failures: [], byHand: { looped: true } }),
  failed({ failures: [] }), failed({}), failed({ byHand: { wrong_tool: true } }), summary(), summary({ state: 'timeout' }),
]

test('counts are of the failed trials, and say who found them', () => {
  const made = failuresIn(trials)!
  expect([made.failed, made.uncategorised.passed, made.unseen.passed]).toEqual([6, 2, 2])
  expect(made.counts.filter(({ share, denied }) => share.passed + denied > 0).map(({ share, ...rest }) => ({ ...rest, trials: share.passed, of: share.of }))).toEqual([
    { failure: 'wrong_tool', trials: 1, of: 6, byRule: 0, byHand: 1, denied: 0 },
    { failure: 'looped', trials: 2, of: 6, byRule: 1, byHand: 1, denied: 1 },
    { failure: 'missing_change', trials: 1, of: 6, byRule: 1, byHand: 0, denied: 0 },
  ])
})

test('where nothing failed, or only counts are known, there is nothing to count', () => {
  expect(failuresIn([summary(), summary({ state: 'timeout' })])).toBeNull()
  expect(report(outline({ a: ['pass'] }, 1), summariesOf({ a: ['pass'] })).failures).toBeNull()
  expect(report({ ...outline({ a: [] }, 2), counts: [{ world: 'w', task: 'a', trials: 2, passes: 0 }] }, []).failures).toBeNull()
})

test('only the attempts that count are counted', () => {
  const made = report(outline({ a: [] }, 2), [failed({ failures: ['looped'], practice: true }), failed({ index: 1, failures: [] })])
  expect(made.failures).toMatchObject({ failed: 1, uncategorised: { passed: 1, of: 1 }, unseen: { passed: 0, of: 1 } })
})

test('the words name the denominator, and what is not covered', () => {
  const made = failuresIn(trials)!
  // Wilson's formula for 2 of 6, worked out in Python: 0.0968 – 0.7000.
  expect(shareText(made.counts[3]!.share)).toBe('2 of 6, 33 %, 10–70 %')
  expect(sourcesText(made.counts[3]!)).toBe('1 by rule, 1 by hand; 1 by rule, taken away by hand')
  // A number that says nothing new is not said again.
  expect([made.counts[0]!, made.counts[7]!].map(sourcesText)).toEqual(['by hand', 'by rule'])
  expect(uncoveredText(made)).toEqual([
    '2 of 6 failed trials are uncategorised: no rule can tell, and nobody has said.',
    '2 of 6 failed trials were kept before the rules were there, and the rules have not looked at them.',
  ])
  expect(FAILURE_SHOWS.map(failureName)).toEqual(['wrong tool', 'bad argument', 'gave up early', 'looped', 'invented a result', 'ignored an error', 'unexpected change', 'missing change', 'uncategorised', 'not looked at'])
})

test('each count is the length of its list, for any trials', () => {
  const some = fc.subarray([...FAILURES])
  const hand = fc.dictionary(fc.constantFrom(...FAILURES), fc.boolean(), { maxKeys: 4 }) as fc.Arbitrary<Partial<Record<Failure, boolean>>>
  const one = fc.record({ state: fc.constantFrom('fail' as const, 'pass' as const), failures: some, byHand: hand }, { requiredKeys: ['state'] })
  fc.assert(fc.property(fc.array(one, { maxLength: 20 }), (parts) => {
    const list = parts.map((part) => summary(part))
    const made = failuresIn(list)
    for (const failure of FAILURES) {
      const count = made?.counts.find((row) => row.failure === failure)
      expect(list.filter((trial) => isCountedUnder(failure, trial)).length).toBe(count?.share.passed ?? 0)
      expect((count?.byRule ?? 0) + (count?.byHand ?? 0)).toBe(count?.share.passed ?? 0)
    }
    expect(list.filter((trial) => isCountedUnder('uncategorised', trial)).length).toBe(made?.uncategorised.passed ?? 0)
    expect(list.filter((trial) => isCountedUnder('not_looked_at', trial)).length).toBe(made?.unseen.passed ?? 0)
  }))
})
