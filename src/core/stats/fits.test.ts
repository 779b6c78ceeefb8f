// Agreement, time horizon, and what is told of tasks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreement, selfConsistency } from './agreement'
import { horizon, type TimedTask } from './horizon'
import { groups, flakiness, worstTasks } from './tasks'

const table = (bothYes: number, yesNo: number, noYes: number, bothNo: number): [string, string][] => [
  ...Array.from({ length: bothYes }, (): [string, string] => ['yes', 'yes']), ...Array.from({ length: yesNo }, (): [string, string] => ['yes', 'no']),
  ...Array.from({ length: noYes }, (): [string, string] => ['no', 'yes']), ...Array.from({ length: bothNo }, (): [string, string] => ['no', 'no']),
]

describe('agreement of two graders', () => {
  test('20/5/10/15: raw 0.70, kappa 0.40', () => {
    expect(agreement(table(20, 5, 10, 15))).toMatchObject({ items: 50, agreed: 35, raw: 0.7, kappa: expect.closeTo(0.4, 12) as number })
  })

  test('113/0/2/0: raw 0.983, kappa 0', () => {
    expect(agreement(table(113, 0, 2, 0))).toMatchObject({ raw: expect.closeTo(0.983, 3) as number, kappa: 0 })
  })

  test('by class: 2·both / (first + second)', () => {
    expect(agreement(table(20, 5, 10, 15))).toMatchObject({ classes: [
      { name: 'yes', first: 25, second: 30, both: 20, specific: expect.closeTo(40 / 55, 12) as number },
      { name: 'no', first: 25, second: 20, both: 15, specific: expect.closeTo(30 / 45, 12) as number },
    ] })
  })

  test('kappa is undefined, and says so, where chance agreement is 1', () => {
    expect(agreement(table(7, 0, 0, 0))).toMatchObject({ raw: 1, kappa: { refused: 'chance_is_certain' } })
    expect(agreement([])).toEqual({ refused: 'no_items' })
  })

  test('kappa is at most the raw agreement, and does not ask who is first', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'c')), { minLength: 1 }), (pairs) => {
      const found = agreement(pairs)
      const turned = agreement(pairs.map(([a, b]) => [b, a]))
      if ('refused' in found || 'refused' in turned) throw new Error('refused')
      expect(turned.kappa).toEqual(found.kappa)
      if (typeof found.kappa === 'number') expect(found.kappa).toBeLessThanOrEqual(found.raw + 1e-12)
    }))
  })
})

test('self-consistency: pairs that agree, by item; items judged once are counted apart', () => {
  expect(selfConsistency([['a', 'a', 'a'], ['a', 'a', 'b'], ['x'], []])).toEqual({ items: 2, single: 2, unanimous: 1, pairs: (1 + 1 / 3) / 2 })
  expect(selfConsistency([['a'], []])).toEqual({ refused: 'no_repeats' })
})

describe('time horizon', () => {
  const tasks: TimedTask[] = [1, 2, 4, 8, 15, 30, 60].map((minutes, i) => ({ minutes, scored: 10, passed: [10, 9, 9, 7, 5, 3, 1][i]! }))

  test('as an independent maximum-likelihood fit', () => {
    // scipy 1.17.1, optimize.minimize of the binomial log-likelihood: intercept 3.885385, slope −0.994056
    const found = horizon(tasks)
    expect(found).toMatchObject({ line: { intercept: expect.closeTo(3.88538472, 5) as number, slope: expect.closeTo(-0.99405612, 5) as number } })
    if ('refused' in found) return
    expect(found.points.map(({ minutes }) => minutes)).toEqual([expect.closeTo(15.01796, 3), expect.closeTo(5.712148, 3), expect.closeTo(1.927288, 3)])
    expect(found.points.map(({ extrapolated }) => extrapolated)).toEqual([false, false, false])
    const [half] = found.points
    if (!half || 'refused' in half.interval) throw new Error('no interval')
    expect(half.interval.low).toBeLessThan(15.01)
    expect(half.interval.high).toBeGreaterThan(15.03)
  })

  test('is marked where it lies outside of the tasks\' lengths', () => {
    const found = horizon([{ minutes: 1, passed: 9, scored: 10 }, { minutes: 8, passed: 8, scored: 10 }, { minutes: 2, passed: 9, scored: 10 }])
    expect(found).toMatchObject({ points: [{ extrapolated: true }, {}, {}] })
    // Where the line hardly falls, a rate of 50 % or 95 % lies far outside of what was tried.
    const flat = horizon([{ minutes: 1, passed: 81, scored: 100 }, { minutes: 8, passed: 80, scored: 100 }])
    expect(flat).toMatchObject({ points: [{ minutes: { refused: 'far' } }, { minutes: expect.any(Number) as number }, { minutes: { refused: 'far' } }] })
  })

  test.each<[string, TimedTask[], string]>([
    ['tasks within a factor of 4', tasks.slice(0, 2), 'span'],
    ['no scored trial', [{ minutes: 1, passed: 0, scored: 0 }], 'no_trials'],
    ['only passes', tasks.map((one) => ({ ...one, passed: 10 })), 'all_pass'],
    ['only failures', tasks.map((one) => ({ ...one, passed: 0 })), 'all_fail'],
    ['a length that parts passes from failures', tasks.map((one) => ({ ...one, passed: one.minutes < 8 ? 10 : 0 })), 'separated'],
    ['longer tasks that succeed more', tasks.map((one, i) => ({ ...one, passed: [2, 3, 3, 5, 6, 8, 8][i]! })), 'not_falling'],
    ['no minutes', [{ minutes: 0, passed: 1, scored: 1 }], 'not_minutes'],
  ])('is refused for %s', (_, input, reason) => {
    expect(horizon(input)).toEqual({ refused: reason })
  })
})

test('the worst tasks share the lowest rate; unscored ones are not among them', () => {
  expect(worstTasks([{ passed: 1, scored: 4 }, { passed: 2, scored: 8 }, { passed: 0, scored: 0 }, { passed: 1, scored: 1 }])).toEqual([{ passed: 1, scored: 4 }, { passed: 2, scored: 8 }])
  expect(worstTasks([{ passed: 0, scored: 0 }])).toEqual([])
})

test('flakiness is the chance that two trials differ', () => {
  expect([flakiness({ passed: 1, scored: 2 }), flakiness({ passed: 5, scored: 5 }), flakiness({ passed: 2, scored: 5 })]).toEqual([1, 0, 0.6])
  expect([flakiness({ passed: 0, scored: 0 }), flakiness({ passed: 1, scored: 1 })]).toEqual([{ refused: 'no_trials' }, { refused: 'one_trial' }])
})

test('a task may stand in several groups, and once in each', () => {
  expect([...groups([['a', 'b'], ['b', 'b'], []], (labels) => labels)].map(([label, members]) => [label, members.length])).toEqual([['a', 1], ['b', 2]])
})
