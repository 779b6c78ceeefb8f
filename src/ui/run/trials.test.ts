import { expect, test } from 'vitest'
import type { TrialSummary } from '../../core/run/store'
import { tally } from '../../state/tally'
import { attritionSentence } from '../words/counts'
import { matching } from './trials'

const trial = (task: string, state: TrialSummary['state'], more: Partial<TrialSummary> = {}): TrialSummary => ({
  world: 'shop', task, index: 0, attempt: 1, state, steps: 1, calls: 0, changes: 0, milliseconds: 1, dimensions: {}, why: '', ...more,
})

test('inconclusive is neither failed nor scored', () => {
  const list = [trial('a', 'inconclusive'), trial('b', 'fail'), trial('c', 'pass')]
  expect(matching(list, 'failed', '').map(({ task }) => task)).toEqual(['b'])
  expect(matching(list, 'unscored', '').map(({ task }) => task)).toEqual(['a'])
  expect(tally({ inconclusive: 1, fail: 1, pass: 1 }, 3)).toMatchObject({ passed: 1, scored: 2, done: 3, absent: 0 })
})

test('the filter reads task and title, whatever their case', () => {
  const list = [trial('refund-partial', 'pass'), trial('cancel-paid', 'pass', { title: 'Refund instead' })]
  expect(matching(list, 'all', 'REFUND')).toHaveLength(2)
  expect(matching(list, 'all', 'cancel')).toHaveLength(1)
})

test('the sentence names its denominators, and everything that is missing', () => {
  const counts = tally({ pass: 20, fail: 1, timeout: 1, inconclusive: 1 }, 25)
  expect(attritionSentence(counts)).toBe('2 of 23 are not scored: 1 time-out, 1 inconclusive. 2 of 25 planned trials were not run.')
})

test('a failure lists exactly the trials that are counted under it', () => {
  const list = [
    trial('a', 'fail', { failures: ['looped'] }), trial('b', 'fail', { failures: ['looped'], byHand: { looped: false } }), trial('c', 'fail', { failures: [], byHand: { looped: true } }),
    trial('d', 'fail', { failures: [] }), trial('e', 'fail'), trial('f', 'fail', { byHand: { looped: true } }), trial('g', 'fail', { failures: ['looped'], practice: true }), trial('h', 'pass'),
  ]
  const of = (...[failure]: [Parameters<typeof matching>[3]]) => matching(list, 'all', '', failure).map(({ task }) => task).join('')
  expect([of('looped'), of('uncategorised'), of('not_looked_at'), of('wrong_tool')]).toEqual(['acf', 'bd', 'ef', ''])
})
