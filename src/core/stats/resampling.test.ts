// Clustered errors, the bootstrap and paired tests: against SciPy, published values and one another.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haikuCounts, tauCounts } from '../../testing/published'
import { bootstrapMeans } from './bootstrap'
import { clustered } from './clustered'
import { given } from './interval'
import { holm, mcnemar } from './mcnemar'
import { paired, type Pair } from './paired'
import { median, quantile } from './quantile'
import { signFlip } from './signFlip'

const rates = (counts: typeof tauCounts) => counts.map(({ passed, scored }) => passed / scored)
const pair = (a: number, an: number, b: number, bn: number): Pair => ({ first: { passed: a, scored: an }, second: { passed: b, scored: bn } })

describe('clustered by task', () => {
  test.each([['Claude Haiku 4.5', haikuCounts, '0.0705', '0.0379'], ['gpt-4o airline', tauCounts, '0.0522', '0.0349']])('%s: as published', (_, counts, error, naive) => {
    expect(clustered(counts)).toMatchObject({ error: expect.closeTo(Number(error), 4) as number, naive: expect.closeTo(Number(naive), 4) as number })
  })

  test('79 % of 23 × 5 is 65 to 93 %', () => {
    expect(clustered(haikuCounts)).toMatchObject({ interval: { low: expect.closeTo(0.653, 3) as number, high: expect.closeTo(0.9295, 3) as number } })
  })

  test('equals the sum over trials, written out, for unequal tasks', () => {
    const tasks = [{ passed: 1, scored: 2 }, { passed: 4, scored: 4 }, { passed: 0, scored: 3 }, { passed: 0, scored: 0 }]
    const [n, mean] = [9, 5 / 9]
    const clusters = [[1, 0], [1, 1, 1, 1], [0, 0, 0]].map((trials) => trials.reduce((sum, x) => sum + (x - mean), 0) ** 2)
    expect(clustered(tasks)).toMatchObject({ error: expect.closeTo(Math.sqrt((3 / 2) * clusters.reduce((a, b) => a + b)) / n, 12) as number })
  })

  test('one trial a task is the naive error but for G/(G−1)', () => {
    const tasks = [1, 1, 0, 1, 0].map((passed) => ({ passed, scored: 1 }))
    const found = clustered(tasks)
    expect(given(found) && found.error / found.naive).toBeCloseTo(Math.sqrt(5 / 4), 12)
  })

  test('has no interval where nothing varies, and no answer for nothing or one task', () => {
    expect(clustered([{ passed: 5, scored: 5 }, { passed: 5, scored: 5 }])).toEqual({ error: 0, naive: 0, interval: { refused: 'no_spread' } })
    expect(clustered([{ passed: 1, scored: 3 }, { passed: 2, scored: 6 }])).toMatchObject({ error: 0, interval: { refused: 'no_spread' } })
    expect(clustered([{ passed: 1, scored: 3 }, { passed: 0, scored: 0 }])).toEqual({ refused: 'one_task' })
    expect(clustered([])).toEqual({ refused: 'no_trials' })
    expect(clustered([{ passed: 2, scored: 1 }])).toEqual({ refused: 'not_counts' })
  })
})

describe('bootstrap', () => {
  test('the same seed gives the same interval, another seed nearly the same', () => {
    const [a, again, other] = [1, 1, 2].map((seed) => bootstrapMeans([rates(tauCounts).map((rate, i) => rate + Math.sin(i) / 100)], { seed })[0]!)
    expect(a).toEqual(again)
    expect(a).not.toEqual(other)
    expect(Math.abs(a!.low - other!.low) + Math.abs(a!.high - other!.high)).toBeLessThan(0.01)
  })

  test('of a mean of many tasks it comes near the mean ± 1.96 standard errors', () => {
    const found = bootstrapMeans([rates(tauCounts)])[0]!
    // Clustered error 0.0522 without G/(G−1): 0.0517.
    expect(found.low).toBeCloseTo(0.42 - 1.96 * 0.0517, 2)
    expect(found.high).toBeCloseTo(0.42 + 1.96 * 0.0517, 2)
  })

  test('two tasks, 0 and 1: a quarter of the draws is 0 and a quarter 1', () => {
    expect(bootstrapMeans([[0, 1]], { level: 0.4 })[0]).toEqual({ low: 0.5, high: 0.5 })
    expect(bootstrapMeans([[0, 1]])[0]).toEqual({ low: 0, high: 1 })
  })

  test('several columns are drawn alike, and each as it would be alone', () => {
    const column = rates(tauCounts)
    const shifted = column.map((one) => one + 1)
    const [alone] = bootstrapMeans([column])
    const [a, b] = bootstrapMeans([column, shifted])
    expect(a).toEqual(alone)
    expect(b!.low).toBeCloseTo(a!.low + 1, 12)
  })

  test('one task or none has no interval', () => {
    expect(bootstrapMeans([[0.5], [1]])).toEqual([null, null])
    expect(bootstrapMeans([[]])).toEqual([null])
  })

  test('10,000 × 100 tasks take less than 50 ms on any machine', () => {
    const column = Float64Array.from({ length: 100 }, (_, i) => (i % 6) / 5)
    bootstrapMeans([column])
    const from = performance.now()
    bootstrapMeans([column])
    expect(performance.now() - from).toBeLessThan(50)
  })
})

describe('sign flips', () => {
  test('as SciPy, exact', () => {
    // scipy 1.17.1: stats.permutation_test((d,), np.mean, permutation_type='samples', n_resamples=np.inf).pvalue
    expect(signFlip([0.2, 0.4, -0.2, 0.6, 0, 0.2, 0.4, -0.4, 0.8, 0.2])).toEqual({ p: 0.12109375, exact: true, differing: 9 })
  })

  test('all on one side: 2 of 2^m patterns', () => {
    expect(signFlip([1, 1, 1, 1, 1]).p).toBe(2 / 32)
    expect(signFlip([0.2])).toEqual({ p: 1, exact: true, differing: 1 })
  })

  test('nothing differs: p is 1', () => {
    expect(signFlip([0, 0])).toEqual({ p: 1, exact: true, differing: 0 })
    expect(signFlip([])).toEqual({ p: 1, exact: true, differing: 0 })
  })

  test('beyond 20 pairs it draws, and comes near the exact binomial tail', () => {
    const { p, exact } = signFlip(Array.from({ length: 24 }, (_, i) => (i < 6 ? -1 : 1)))
    expect(exact).toBe(false)
    // scipy 1.17.1: stats.binomtest(6, 24).pvalue
    expect(p).toBeCloseTo(0.022655844688415527, 2)
  })

  test('does not ask which run came first', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }), (fifths) => {
      const differences = fifths.map((one) => one / 5)
      expect(signFlip(differences).p).toBe(signFlip(differences.map((one) => -one)).p)
    }))
  })
})

describe('single trials', () => {
  test('McNemar, exact: as SciPy', () => {
    // scipy 1.17.1: stats.binomtest(2, 12).pvalue, binomtest(6, 12).pvalue
    expect(mcnemar(2, 10)).toBeCloseTo(0.03857421875, 12)
    expect(mcnemar(10, 2)).toBeCloseTo(0.03857421875, 12)
    expect(mcnemar(6, 6)).toBe(1)
    expect(mcnemar(0, 0)).toBe(1)
    expect(mcnemar(0, 5)).toBeCloseTo(2 / 32, 12)
  })

  test('equals sign flips of the same pairs', () => {
    for (const [b, c] of [[1, 7], [3, 5], [0, 9]] as const) expect(mcnemar(b, c)).toBeCloseTo(signFlip([...Array<number>(b).fill(-1), ...Array<number>(c).fill(1)]).p, 12)
  })

  test('Holm: as R, in the order given', () => {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((one) => Number(one.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02])
    expect(holm([0.9, 0.8])).toEqual([1, 1])
    expect(holm([])).toEqual([])
  })
})

describe('paired comparison', () => {
  test('is the mean of the differences by task, whatever their numbers of trials', () => {
    const found = paired([pair(1, 2, 4, 4), pair(3, 3, 0, 1), pair(2, 4, 1, 2)])
    expect(found).toMatchObject({ tasks: 3, difference: expect.closeTo((0.5 - 1 + 0) / 3, 12) as number, signFlip: { differing: 2 } })
  })

  test('has McNemar\'s test only for single trials', () => {
    expect(paired([pair(1, 1, 0, 1), pair(0, 1, 1, 1), pair(0, 1, 1, 1)])).toMatchObject({ mcnemar: { onlyFirst: 1, onlySecond: 2, p: expect.closeTo(1, 12) as number } })
    expect(paired([pair(1, 2, 0, 1), pair(0, 1, 1, 1)])).not.toHaveProperty('mcnemar')
  })

  test('a run against itself: no difference, nothing to plan from', () => {
    expect(paired(haikuCounts.map((one) => ({ first: one, second: one })))).toMatchObject({ difference: 0, interval: { low: 0, high: 0 }, signFlip: { p: 1 }, needed: { tasks: { refused: 'no_spread' }, trials: { refused: 'no_spread' } } })
  })

  test('tasks needed for 10 points: (1.96 + 0.8416)² s² / 0.1²', () => {
    // Differences ±1 for half of 10 tasks each: s² = 10/9, 784.888 × 10/9 = 872.1
    const swings = Array.from({ length: 10 }, (_, i) => (i % 2 ? pair(0, 5, 5, 5) : pair(5, 5, 0, 5)))
    expect(paired(swings)).toMatchObject({ needed: { tasks: 873, trials: { refused: 'more_tasks' } } })
  })

  test('where the difference is luck alone, more trials do', () => {
    const luck = Array.from({ length: 40 }, (_, i) => (i % 2 ? pair(2, 4, 3, 4) : pair(3, 4, 2, 4)))
    const found = paired(luck)
    expect(given(found) && found.needed.trials).toBeGreaterThan(0)
    expect(paired([pair(1, 1, 0, 1), pair(0, 1, 1, 1)])).toMatchObject({ needed: { trials: { refused: 'unknown' } } })
  })

  test('of nothing, of unscored tasks and of what are no counts is refused', () => {
    expect(paired([])).toEqual({ refused: 'no_tasks' })
    expect(paired([pair(0, 0, 1, 1)])).toEqual({ refused: 'no_trials' })
    expect(paired([pair(2, 1, 1, 1)])).toEqual({ refused: 'not_counts' })
    expect(paired([pair(1, 2, 2, 2)])).toMatchObject({ interval: null, needed: { tasks: { refused: 'one_task' } } })
  })
})

test('quantiles: as NumPy', () => {
  // numpy.quantile([1, 2, 3, 4, 10], [.025, .5, .975])
  expect([0.025, 0.5, 0.975].map((p) => quantile([1, 2, 3, 4, 10], p))).toEqual([1.1, 3, expect.closeTo(9.4, 12)])
  expect(median([5, 1, 2, 4])).toBe(3)
  expect([quantile([], 0.5), quantile([7], 0.9)]).toEqual([null, 7])
})
