// The table of rates: what a spreadsheet reads by its columns' names.
import { expect, test } from 'vitest'
import { report } from '../../core/report/report'
import { outline, summariesOf } from '../../testing/summaries'
import { RATE_COLUMNS, rateCells } from './rateScene'

test('each column has a name of its own, and each cell a column', () => {
  const states = { a: ['pass' as const], b: ['fail' as const] }
  expect(new Set(RATE_COLUMNS).size).toBe(RATE_COLUMNS.length)
  expect(rateCells(report(outline(states, 1), summariesOf(states)).total)).toHaveLength(RATE_COLUMNS.length)
})
