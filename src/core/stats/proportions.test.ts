// Intervals of proportions against SciPy's, and at their edges.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { incompleteBeta } from './beta'
import { clopperPearson, zeroFailureBound } from './clopperPearson'
import { given, type Interval } from './interval'
import { wilson } from './wilson'

const part = fc.nat(400).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))).filter(([, n]) => n > 0)
const ends = (interval: Interval | { refused: string }): [number, number] => {
  if (!given(interval)) throw new Error(interval.refused)
  return [interval.low, interval.high]
}

describe('Wilson', () => {
  test.each([
    [91, 115, 0.7082, 0.8556], [115, 115, 0.9677, 1], [15, 23, 0.4489, 0.8119], [0, 23, 0, 0.1431],
    [20, 115, 0.115, 0.253], [113, 115, 0.939, 0.995],
  ])('%i of %i: as published', (passed, n, low, high) => {
    const [a, b] = ends(wilson(passed, n))
    expect(Math.abs(a - low)).toBeLessThan(low < 0.2 || n === 115 && passed === 113 ? 5.1e-4 : 5.1e-5)
    expect(Math.abs(b - high)).toBeLessThan(passed === 20 || passed === 113 ? 5.1e-4 : 5.1e-5)
  })

  // scipy 1.17.1: stats.binomtest(k, n).proportion_ci(method='wilson')
  test.each([[0, 10, 0, 0.27753279986288926], [7, 10, 0.39677814746114526, 0.892208732593699], [91, 115, 0.7082217101416813, 0.8555546071878494]])('%i of %i: as SciPy', (passed, n, low, high) => {
    const [a, b] = ends(wilson(passed, n))
    expect(a).toBeCloseTo(low, 12)
    expect(b).toBeCloseTo(high, 12)
  })
})

describe('Clopper–Pearson', () => {
  // scipy 1.17.1: stats.binomtest(k, n).proportion_ci(method='exact')
  test.each([
    [0, 10, 0, 0.30849710781876294], [7, 10, 0.3475471499399921, 0.9332604888222655], [10, 10, 0.6915028921812371, 1],
    [91, 115, 0.7055787710358943, 0.8614718764087419], [1, 1000, 2.5317487491674634e-5, 0.0055589242798499], [500, 1000, 0.46854917297179194, 0.531450827028208],
  ])('%i of %i: as SciPy', (passed, n, low, high) => {
    const [a, b] = ends(clopperPearson(passed, n))
    expect(a).toBeCloseTo(low, 11)
    expect(b).toBeCloseTo(high, 11)
  })

  // scipy 1.17.1: special.betainc(a, b, x)
  test.each([[2, 3, 0.4, 0.5247999999999999], [0.5, 0.5, 0.3, 0.36901011956554536], [100, 200, 0.35, 0.7325714649575441], [1, 1, 0.7, 0.7], [30, 5, 0.9, 0.7504082837878774]])('incomplete beta (%d, %d, %d): as SciPy', (a, b, x, value) => {
    expect(incompleteBeta(a, b, x)).toBeCloseTo(value, 12)
  })

  test.each([[100, 0.02951], [3000, 0.000998]])('no failure in %i: as published', (n, bound) => {
    expect(zeroFailureBound(n)).toBeCloseTo(bound, n === 100 ? 5 : 6)
  })

  test('no failure: the one-sided bound is the upper end of the two-sided 90 % interval', () => {
    for (const n of [1, 7, 100, 3000]) expect(zeroFailureBound(n)).toBeCloseTo(ends(clopperPearson(0, n, 0.9))[1], 11)
  })
})

describe.each([['Wilson', wilson], ['Clopper–Pearson', clopperPearson]] as const)('%s, any counts', (_, interval) => {
  test('lies within 0 … 1 around the rate, and mirrors when passes and failures change places', () => {
    fc.assert(fc.property(part, ([passed, n]) => {
      const [low, high] = ends(interval(passed, n))
      const [otherLow, otherHigh] = ends(interval(n - passed, n))
      expect(0 <= low && low <= passed / n && passed / n <= high && high <= 1).toBe(true)
      expect(low).toBeCloseTo(1 - otherHigh, 9)
      expect(high).toBeCloseTo(1 - otherLow, 9)
    }))
  })

  test('rises with the passes and narrows with more of the same', () => {
    fc.assert(fc.property(part, ([passed, n]) => {
      const [low, high] = ends(interval(passed, n))
      if (passed < n) expect(ends(interval(passed + 1, n))[0]).toBeGreaterThan(low)
      const [moreLow, moreHigh] = ends(interval(passed * 4, n * 4))
      expect(moreHigh - moreLow).toBeLessThan(high - low)
    }))
  })

  test('of nothing is refused, and so is what is no part', () => {
    expect(interval(0, 0)).toEqual({ refused: 'no_trials' })
    for (const [passed, n] of [[3, 2], [-1, 2], [0.5, 2], [NaN, 2], [1, Infinity]] as const) expect(interval(passed, n)).toEqual({ refused: 'not_counts' })
  })
})

test('no trial shows nothing about failures', () => {
  expect(zeroFailureBound(0)).toEqual({ refused: 'no_trials' })
  expect(zeroFailureBound(-1)).toEqual({ refused: 'not_counts' })
})
