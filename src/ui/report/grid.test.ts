import { expect, test } from 'vitest'
import { report } from '../../core/report/report'
import { outline, summariesOf, summary, type States } from '../../testing/summaries'
import { cellText, gridOf, moved, NO_CELL, NOT_RUN, signOfCode, sorted } from './grid'

const states: States = { a: ['pass', 'fail', 'pass'], b: ['pass', 'pass', 'pass'], c: ['fail', 'system_error'], d: [] }
const summaries = summariesOf(states)
const rows = report(outline(states, 3), summaries).tasks
const grid = gridOf(rows, summaries, undefined)
const glyphs = (task: string) => [...(grid.rows.find(({ row }) => row.task === task)?.codes ?? [])].map((code) => (code === NO_CELL ? ' ' : signOfCode(code).glyph)).join('')

test('each trial is a glyph; what never ran and what is not scored are no passes', () => {
  expect(['a', 'b', 'c', 'd'].map(glyphs)).toEqual(['✓✗✓', '✓✓✓', '✗⚠○', '○○○'])
})

test('the last attempt counts, and practice does not', () => {
  const again = [summary({ state: 'timeout' }), summary({ attempt: 2, state: 'fail' }), summary({ attempt: 3, state: 'pass', practice: true })]
  const { rows: [row] } = gridOf(report(outline({ a: [] }, 1), again).tasks, again, undefined)
  expect(signOfCode(row!.codes[0]!).glyph).toBe('✗')
  expect(row!.places[0]).toBe(2)
})

test('a trial beyond the plan of another task leaves no cell there', () => {
  const mine = outline({ a: [], b: [] }, 1)
  const extra = [summary({ index: 2 })]
  const beyond = gridOf(report(mine, extra).tasks, extra, undefined)
  expect(beyond.columns).toBe(3)
  expect([...beyond.rows[1]!.codes]).toEqual([NOT_RUN, NO_CELL, NO_CELL])
})

test('worst first puts what has no rate before what failed, and least steady first what could go either way', () => {
  expect(sorted(grid.rows, 'rate').map(({ row }) => row.task)).toEqual(['d', 'c', 'a', 'b'])
  expect(sorted(grid.rows, 'flakiness').map(({ row }) => row.task)[0]).toBe('a')
  expect(sorted(grid.rows, 'catalogue').map(({ row }) => row.task)).toEqual(['a', 'b', 'c', 'd'])
})

test('of counts, passes are drawn first, and no cell can be opened', () => {
  const head = outline({ a: [] }, 4, { counts: [{ world: 'w', task: 'a', trials: 4, passes: 3 }] })
  const counted = gridOf(report(head, []).tasks, [], head.counts)
  expect([...counted.rows[0]!.codes].map((code) => signOfCode(code).glyph).join('')).toBe('✓✓✓✗')
  expect([counted.trials, counted.rows[0]!.places.length]).toEqual([false, 0])
  expect(cellText(counted.rows[0]!, 3, false)).toBe('a: fail')
})

test('keys move within the grid and stop at its edges', () => {
  expect(moved('ArrowRight', { row: 0, column: 4 }, 3, 5)).toEqual({ row: 0, column: 4 })
  expect(moved('PageDown', { row: 0, column: 4 }, 30, 5)).toEqual({ row: 10, column: 4 })
  expect(moved('Home', { row: 2, column: 4 }, 3, 5)).toEqual({ row: 2, column: 0 })
  expect(moved('x', { row: 2, column: 4 }, 3, 5)).toBeNull()
})
