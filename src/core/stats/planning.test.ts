// The width of an interval before anything has run.
import { expect, test } from 'vitest'
import { haikuCounts } from '../../testing/published'
import { clustered } from './clustered'
import { given } from './interval'
import { alikeness, halfWidth, tasksFor } from './planning'

test('where trials of a task are independent, only their number counts: 1.96 √(0.25 / 100)', () => {
  expect(halfWidth({ tasks: 20, trials: 5, rate: 0.5, alike: 0 })).toBeCloseTo(0.098, 4)
  expect(halfWidth({ tasks: 100, trials: 1, rate: 0.5, alike: 0.7 })).toBeCloseTo(0.098, 4)
})

test('where trials of a task are all alike, more of them change nothing', () => {
  expect(halfWidth({ tasks: 25, trials: 100, rate: 0.8, alike: 1 })).toBe(halfWidth({ tasks: 25, trials: 1, rate: 0.8, alike: 1 }))
})

test('the classic 385 for 5 points at one half (Cochran 1977), and 97 for 10', () => {
  expect(tasksFor(0.05, { trials: 1, rate: 0.5, alike: 0 })).toBe(385)
  expect(tasksFor(0.1, { trials: 1, rate: 0.5, alike: 0 })).toBe(97)
})

test('as many tasks as it says are enough, and one less is not', () => {
  for (const [half, trials, rate, alike] of [[0.05, 5, 0.8, 0.6], [0.1, 3, 0.9, 0.2], [0.02, 10, 0.5, 0.9]] as const) {
    const tasks = tasksFor(half, { trials, rate, alike }) as number
    expect(halfWidth({ tasks, trials, rate, alike })).toBeLessThanOrEqual(half + 1e-9)
    expect(halfWidth({ tasks: tasks - 1, trials, rate, alike })).toBeGreaterThan(half)
  }
})

test('a plan after the published counts gives about the interval that they have', () => {
  const alike = alikeness(haikuCounts) as number
  const found = clustered(haikuCounts)
  expect(alike).toBeGreaterThan(0.5)
  const planned = halfWidth({ tasks: 23, trials: 5, rate: 91 / 115, alike }) as number
  expect(given(found) ? planned / (1.96 * found.error) : 0).toBeCloseTo(1, 1)
})

test('what is no plan has no width, and what does not vary has no alikeness', () => {
  expect(halfWidth({ tasks: 0, trials: 5, rate: 0.5, alike: 0 })).toEqual({ refused: 'not_a_plan' })
  expect(tasksFor(0, { trials: 5, rate: 0.5, alike: 0 })).toEqual({ refused: 'not_a_plan' })
  expect(alikeness([{ passed: 5, scored: 5 }, { passed: 5, scored: 5 }])).toEqual({ refused: 'unknown' })
  expect(alikeness([{ passed: 1, scored: 1 }, { passed: 0, scored: 1 }])).toEqual({ refused: 'unknown' })
})
