// What a run lacks: the banner and the report give one number.
import { expect, test } from 'vitest'
import { report } from '../../core/report/report'
import { attritionText } from '../../core/report/words'
import { neverFinished, unscored } from '../../core/run/resume'
import { outline, summariesOf, type States } from '../../testing/summaries'
import { leftText } from './words'

const states: States = { a: ['pass', 'system_error'], b: ['fail', 'timeout'], c: ['pass', 'pass'] }

test('what was never run is what the report says was never run, and what broke off is told apart', () => {
  const [{ manifest, ...head }, kept] = [outline(states, 6), summariesOf(states)]
  const { flow } = report({ ...head, manifest }, kept)
  expect(flow).toMatchObject({ planned: 18, started: 6, finished: 4 })
  expect(attritionText(flow)).toBe('1 system error, 1 timeout, 12 never run')
  expect(leftText(neverFinished(manifest, kept).length, unscored(manifest, kept).length, 18)).toBe('12 of 18 planned trials were never run; 2 more came out without a score.')
})

test('one is one, and none is not told', () => {
  expect(leftText(1, 0, 18)).toBe('1 of 18 planned trials was never run.')
  expect(leftText(0, 1, 18)).toBe('Every trial was played; 1 trial came out without a score.')
})
