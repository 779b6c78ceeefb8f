// Two runs compared task by task: the word "better" only where the interval excludes zero.
import { describe, expect, test } from 'vitest'
import { outline, summariesOf, type States } from '../../testing/summaries'
import { shop } from '../../testing/tinyWorld'
import { publishedRuns } from '../run/published'
import type { TerminalState } from '../trial/record'
import { compare, type Comparison } from './compare'
import { verdictText } from './compareWords'
import { report } from './report'

const run = (name: string, states: States, trials: number) => report(outline(states, trials, { name, id: name }), summariesOf(states))
const between = (a: States, b: States, trials: number): Comparison => compare(run('A', a, trials), run('B', b, trials))
const trials = (passed: number, of: number): TerminalState[] => Array.from({ length: of }, (_, i) => (i < passed ? 'pass' : 'fail'))
/** Task t → its passes of five. */
const fives = (...passes: number[]): States => Object.fromEntries(passes.map((passed, t) => [`t${t}`, trials(passed, 5)]))

test('tasks are fixed, broken, the same, only in one, or not scored in one', () => {
  const { tasks, counts } = between(
    { a: trials(1, 2), b: trials(2, 2), c: trials(1, 2), d: trials(1, 1), e: ['system_error'] },
    { a: trials(2, 2), b: trials(0, 2), c: trials(1, 2), e: trials(1, 1), f: trials(1, 1) }, 2)
  expect(tasks.map(({ task, fate }) => [task, fate])).toEqual([['a', 'fixed'], ['b', 'broken'], ['c', 'same'], ['d', 'only_first'], ['e', 'unscored'], ['f', 'only_second']])
  expect(counts).toEqual({ fixed: 1, broken: 1, same: 1, only_first: 1, only_second: 1, unscored: 1 })
  expect(tasks.map(({ difference, flipped }) => [difference, flipped]).slice(0, 3)).toEqual([[0.5, false], [-1, true], [0, false]])
})

describe('the verdict', () => {
  test('published: Haiku 5.5 is better than Haiku 4.5, and the reverse is worse', () => {
    const [first, second] = publishedRuns('0').map((head) => report(head, [], { worlds: [shop()] }))
    const found = compare(second!, first!)
    expect(found).toMatchObject({ verdict: 'better', robust: true, counts: { fixed: 8, broken: 0, same: 15 }, paired: { tasks: 23, difference: expect.closeTo(24 / 115, 10) as number } })
    expect(verdictText(found)).toMatch(/^Claude Haiku 5\.5 \(published counts\) is better than Claude Haiku 4\.5 \(published counts\): \+21 points \(\+\d+ to \+\d+; exact sign flips p = 0\.008\) on 23 tasks × 5\.$/)
    expect(compare(first!, second!)).toMatchObject({ verdict: 'worse', paired: { difference: expect.closeTo(-24 / 115, 10) as number } })
  })

  test('a few tasks up and down: no difference that they could show, and how many would', () => {
    const found = between(fives(3, 5, 2, 4, 5, 1), fives(4, 4, 3, 3, 5, 2), 5)
    expect(found.verdict).toBe('no_difference')
    expect(verdictText(found)).toMatch(/^No difference that 6 tasks × 5 could show: \+3 points \(−\d+ to \+\d+; exact sign flips p = 1\.00\); about \d+ more tasks like these, or \d+ more trials of each, would be needed to see 10 points\.$/)
  })

  test('two tasks that rose alike are too few to call it better, although their interval leaves out zero', () => {
    const found = between(fives(2, 2), fives(4, 4), 5)
    expect(found).toMatchObject({ verdict: 'no_difference', paired: { interval: { low: expect.closeTo(0.4, 10) as number }, signFlip: { p: 0.5 } } })
    expect(verdictText(found)).toContain('so few tasks cannot bear it out')
  })

  test('a run against itself differs in nothing', () => {
    const found = between(fives(3, 5), fives(3, 5), 5)
    expect(found).toMatchObject({ verdict: 'no_difference', paired: { interval: { low: 0, high: 0 } }, robust: true })
    expect(verdictText(found)).toContain('no task differs')
  })

  test('single trials are tested by McNemar', () => {
    const a = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, trials(i < 2 ? 1 : 0, 1)]))
    const b = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, trials(i < 2 ? 0 : 1, 1)]))
    // scipy 1.17.1: stats.binomtest(2, 12).pvalue
    expect(between(a, b, 1).paired).toMatchObject({ mcnemar: { onlyFirst: 2, onlySecond: 10, p: expect.closeTo(0.03857421875, 10) as number } })
    expect(verdictText(between(a, b, 1))).toContain('exact McNemar p = 0.039')
  })

  test('unscored trials that could undo it are told', () => {
    const lucky: States = Object.fromEntries(Array.from({ length: 8 }, (_, t) => [`t${t}`, ['pass', ...Array.from({ length: 4 }, (): TerminalState => 'system_error')]]))
    const found = between(fives(...Array.from({ length: 8 }, (_, i) => i % 3)), lucky, 5)
    expect(found).toMatchObject({ verdict: 'better', robust: false, unscored: { first: 0, second: 32 } })
    expect(verdictText(found)).toMatch(/32 planned trials are not scored: counted either way, the difference is .* so this could be undone\.$/)
  })

  test('no shared task, or one, is nothing to compare', () => {
    expect(verdictText(between({ a: trials(1, 1) }, { b: trials(1, 1) }, 1))).toContain('share no task')
    expect(between({ a: trials(1, 1) }, { a: ['timeout'] }, 1)).toMatchObject({ verdict: 'not_comparable', paired: { refused: 'no_tasks' } })
    expect(between({ a: trials(1, 2) }, { a: trials(2, 2) }, 2)).toMatchObject({ verdict: 'not_comparable', paired: { interval: null } })
  })
})

test('slices are tested together: their p is Holm\'s', () => {
  const [first, second] = publishedRuns('0').map((head) => report(head, [], { worlds: [shop()] }))
  const { slices } = compare(second!, first!)
  expect(slices.map(({ by, label }) => `${by} ${label}`).sort()).toEqual(['kind act', 'kind decline', 'tier base', 'tier hard'])
  for (const { p, paired } of slices) expect(p).toBeGreaterThanOrEqual(paired.signFlip.p)
})
