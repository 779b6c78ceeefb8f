// pass^k and pass@k: as published, by enumeration, and with trials missing.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haikuCounts, tauCounts } from '../../testing/published'
import { passAtK } from './passAtK'
import { passHatK } from './passHatK'
import { reliability, type KFigure } from './reliability'

const quick = { resamples: 200 }
const values = (curve: KFigure[] | null) => curve?.map((one) => ('value' in one ? one.value : NaN)) ?? []
const counts = (planned: number, scored: number, passed: number) => ({ planned, scored, passed })

/** Every choice of k of n trials of which the first c pass, counted one by one. */
function enumerated(c: number, n: number, k: number): { all: number; any: number } {
  let [choices, all, any] = [0, 0, 0]
  for (let mask = 0; mask < 2 ** n; mask += 1) {
    const chosen = Array.from({ length: n }, (_, i) => i).filter((i) => mask & (1 << i))
    if (chosen.length !== k) continue
    choices += 1
    if (chosen.every((i) => i < c)) all += 1
    if (chosen.some((i) => i < c)) any += 1
  }
  return { all: all / choices, any: any / choices }
}

describe('one task', () => {
  test.each([[6, 8, 1, 0.75], [6, 8, 4, 15 / 70], [6, 8, 8, 0], [7, 10, 3, 35 / 120]])('c = %i, n = %i: pass^%i', (c, n, k, value) => {
    expect(passHatK(c, n)[k - 1]).toBeCloseTo(value, 14)
  })

  test('equals the count over every choice of k trials, for all c ≤ n ≤ 9', () => {
    for (let n = 1; n <= 9; n += 1) for (let c = 0; c <= n; c += 1) for (let k = 1; k <= n; k += 1) {
      const { all, any } = enumerated(c, n, k)
      expect(passHatK(c, n)[k - 1]).toBeCloseTo(all, 13)
      expect(passAtK(c, n)[k - 1]).toBeCloseTo(any, 13)
    }
  })

  test('stays exact at 1,000 trials', () => {
    // Python: math.comb(990, 500) / math.comb(1000, 500), math.comb(999, 999) / math.comb(1000, 999), 1 - comb(999, 500) / comb(1000, 500)
    expect(passHatK(990, 1000)[499]! / 0.0009331878021844999).toBeCloseTo(1, 11)
    expect(passHatK(999, 1000)[998]! / 0.001).toBeCloseTo(1, 11)
    expect(passAtK(1, 1000)[499]).toBeCloseTo(0.5, 12)
  })

  test('falls with k, and pass@k rises; both are the rate at k = 1', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))), ([c, n]) => {
      const [hat, at] = [passHatK(c, n), passAtK(c, n)]
      expect(hat[0]).toBe(c / n)
      expect(at[0]).toBeCloseTo(c / n, 12)
      for (let k = 1; k < n; k += 1) {
        expect(hat[k]! <= hat[k - 1]! && hat[k]! >= 0).toBe(true)
        expect(at[k]! >= at[k - 1]! && at[k]! <= 1).toBe(true)
      }
    }), { numRuns: 50 })
  })

  test('has no figure beyond its trials', () => {
    expect(passHatK(0, 0)).toHaveLength(0)
    expect(passHatK(3, 3)[3]).toBeUndefined()
  })
})

describe('as published', () => {
  test('τ-bench, gpt-4o airline', () => {
    expect(values(reliability('hat', tauCounts, 'drop', quick)).map((one) => one.toFixed(3))).toEqual(['0.420', '0.273', '0.220', '0.200'])
    expect(values(reliability('at', tauCounts, 'drop', quick))[3]).toBeCloseTo(0.72, 12)
  })

  test('Claude Haiku 4.5 in the shop', () => {
    expect(values(reliability('hat', haikuCounts, 'drop', quick)).map((one) => one.toFixed(4))).toEqual(['0.7913', '0.7217', '0.6913', '0.6696', '0.6522'])
    const at = values(reliability('at', haikuCounts, 'drop', quick))
    expect([at[1]!.toFixed(4), at[4]!.toFixed(4)]).toEqual(['0.8609', '0.9565'])
  })

  test('where k is every task\'s number of trials the interval is Wilson\'s over tasks', () => {
    const [, , , , five] = reliability('hat', haikuCounts, 'drop', quick)!
    expect(five).toMatchObject({ by: 'wilson', interval: { low: expect.closeTo(0.4489, 4) as number, high: expect.closeTo(0.8119, 4) as number } })
    expect(reliability('hat', haikuCounts, 'drop', quick)![0]).toMatchObject({ by: 'bootstrap' })
  })
})

describe('trials that are missing', () => {
  const tasks = [counts(5, 5, 5), counts(5, 3, 3), counts(5, 5, 0)]

  test('dropped: no figure where a task has too few, and the task is named', () => {
    const curve = reliability('hat', tasks, 'drop', quick)!
    expect(values(curve).slice(0, 3)).toEqual([2 / 3, 2 / 3, 2 / 3])
    expect(curve.slice(3)).toEqual([{ k: 4, refused: 'too_few_scored', tasks: [1] }, { k: 5, refused: 'too_few_scored', tasks: [1] }])
  })

  test('as failed: n is what was planned', () => {
    const curve = values(reliability('hat', tasks, 'failed', quick))
    expect(curve[0]).toBeCloseTo((1 + 3 / 5 + 0) / 3, 12)
    expect(curve[4]).toBeCloseTo(1 / 3, 12)
  })

  test('bounds: all of them failed … all of them passed', () => {
    expect(reliability('hat', tasks, 'bounds', quick)![4]).toMatchObject({ low: expect.closeTo(1 / 3, 12) as number, high: expect.closeTo(2 / 3, 12) as number })
  })

  test('a run of which nine in ten trials broke does not look safe', () => {
    const [one, two] = reliability('hat', [counts(10, 1, 1)], 'drop', quick)!
    expect(one).toMatchObject({ value: 1 })
    expect(two).toEqual({ k: 2, refused: 'too_few_scored', tasks: [0] })
    expect(reliability('hat', [counts(10, 1, 1)], 'bounds', quick)![0]).toMatchObject({ low: 0.1, high: 1 })
  })

  test('a k above what was planned is refused by name, however the missing count', () => {
    for (const attrition of ['drop', 'failed', 'bounds'] as const) expect(reliability('at', [counts(2, 2, 1), counts(3, 3, 1)], attrition, quick)![2]).toEqual({ k: 3, refused: 'beyond_plan', tasks: [0] })
  })

  test('the bounds hold every way in which the missing could have ended, and the low one is "as failed"', () => {
    const task = fc.integer({ min: 1, max: 6 }).chain((planned) => fc.nat(planned).chain((scored) => fc.tuple(fc.constant(planned), fc.constant(scored), fc.nat(scored), fc.nat(planned - scored))))
    fc.assert(fc.property(fc.array(task, { minLength: 1, maxLength: 5 }), (all) => {
      for (const kind of ['hat', 'at'] as const) {
        const bounds = reliability(kind, all.map(([p, s, c]) => counts(p, s, c)), 'bounds', { resamples: 1 })!
        const truth = reliability(kind, all.map(([p, , c, more]) => counts(p, p, c + more)), 'drop', { resamples: 1 })!
        const asFailed = reliability(kind, all.map(([p, s, c]) => counts(p, s, c)), 'failed', { resamples: 1 })!
        bounds.forEach((one, i) => {
          const [real, failed] = [truth[i]!, asFailed[i]!]
          if (!('low' in one) || !('value' in real) || !('value' in failed)) return
          expect(one.low - 1e-12 <= real.value && real.value <= one.high + 1e-12).toBe(true)
          expect(one.low).toBeCloseTo(failed.value, 12)
        })
      }
    }))
  })
})

test('the order of tasks does not matter to the figures', () => {
  fc.assert(fc.property(fc.shuffledSubarray(haikuCounts, { minLength: haikuCounts.length }), (shuffled) => {
    const [a, b] = [values(reliability('hat', shuffled, 'drop', { resamples: 1 })), values(reliability('hat', haikuCounts, 'drop', { resamples: 1 }))]
    a.forEach((one, i) => { expect(one).toBeCloseTo(b[i]!, 12) })
  }), { numRuns: 20 })
})

test('where all tasks are steady the interval is Wilson\'s over tasks, and where all are alike otherwise there is none', () => {
  const steady = Array.from({ length: 23 }, () => counts(5, 5, 5))
  expect(reliability('hat', steady, 'drop', quick)![0]).toMatchObject({ value: 1, by: 'wilson', interval: { low: expect.closeTo(0.8569, 4) as number, high: 1 } })
  expect(reliability('hat', Array.from({ length: 23 }, () => counts(2, 2, 1)), 'drop', quick)![0]).toEqual({ k: 1, value: 0.5 })
})

test('without tasks there is no curve; one task has no bootstrap; impossible counts have no answer', () => {
  expect(reliability('hat', [], 'drop')).toEqual([])
  expect(reliability('hat', [counts(0, 0, 0)], 'bounds')).toEqual([])
  expect(reliability('hat', [counts(2, 2, 1)], 'drop', quick)![0]).toEqual({ k: 1, value: 0.5 })
  expect(reliability('hat', [counts(2, 3, 1)], 'drop')).toBeNull()
})
