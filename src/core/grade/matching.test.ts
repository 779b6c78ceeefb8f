// Maximum matching against trying everything.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumMatching } from './matching'

const tables = fc.record({ patterns: fc.integer({ min: 0, max: 4 }), changes: fc.integer({ min: 0, max: 5 }), bits: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }) })
  .chain((table) => fc.shuffledSubarray(Array.from({ length: table.changes }, (_, i) => i), { minLength: table.changes }).map((priority) => ({ ...table, priority })))

/** The sets of changes that can all be matched at once, by trying every assignment. */
function matchable(patterns: number, priority: readonly number[], fits: (change: number, pattern: number) => boolean): Set<string> {
  const sets = new Set<string>()
  const go = (i: number, free: readonly number[], taken: readonly number[]) => {
    if (i === priority.length) { sets.add(JSON.stringify(taken)); return }
    go(i + 1, free, taken)
    for (const pattern of free) if (fits(priority[i]!, pattern)) go(i + 1, free.filter((one) => one !== pattern), [...taken, priority[i]!])
  }
  go(0, Array.from({ length: patterns }, (_, i) => i), [])
  return sets
}

test('as many patterns as can be are matched, each to a change that fits, no change twice', () => {
  fc.assert(fc.property(tables, ({ patterns, priority, bits }) => {
    const fits = (change: number, pattern: number) => bits[change * 4 + pattern]!
    const matched = maximumMatching(patterns, priority, fits)
    expect(matched).toHaveLength(patterns)
    const used = matched.flatMap((change, pattern) => {
      if (change !== -1) expect(fits(change, pattern)).toBe(true)
      return change === -1 ? [] : [change]
    })
    expect(new Set(used).size).toBe(used.length)
    expect(used.length).toBe(Math.max(...[...matchable(patterns, priority, fits)].map((set) => (JSON.parse(set) as number[]).length)))
  }), { seed: 21, numRuns: 400 })
})

test('among all maximum matchings the changes of the highest priority are used', () => {
  fc.assert(fc.property(tables, ({ patterns, priority, bits }) => {
    const fits = (change: number, pattern: number) => bits[change * 4 + pattern]!
    const used = new Set(maximumMatching(patterns, priority, fits))
    const sets = matchable(patterns, priority, fits)
    // The best set by priority: each change in turn is in, if some matchable set holds it with all that are in.
    const best: number[] = []
    for (const change of priority) if (sets.has(JSON.stringify([...best, change]))) best.push(change)
    expect(priority.filter((change) => used.has(change))).toEqual(best)
  }), { seed: 22, numRuns: 400 })
})

test('the order of the changes never decides how many are matched', () => {
  fc.assert(fc.property(tables, ({ patterns, changes, priority, bits }) => {
    const fits = (change: number, pattern: number) => bits[change * 4 + pattern]!
    const count = (order: readonly number[]) => maximumMatching(patterns, order, fits).filter((change) => change !== -1).length
    expect(count(priority)).toBe(count(Array.from({ length: changes }, (_, i) => i)))
  }), { seed: 23, numRuns: 200 })
})
