// The difference of two runs, task by task: a line from the first rate to the second, the mean and its interval above all.
import { scaleLinear } from 'd3-scale'
import type { Comparison } from '../../core/report/compare'
import { given } from '../../core/stats/interval'
import { labelText, line, textWidth, type Mark, type Scene } from '../charts/scene'
import type { DataTable } from '../charts/tableText'

const MOST = 60

const signed = (points: number) => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Number(Math.abs(points).toFixed(1))}`

/** Tasks scored in both, the largest change first. */
const changed = ({ tasks }: Comparison) => tasks.flatMap((one) => (one.difference !== undefined && one.difference !== 0 ? [{ ...one, difference: one.difference }] : [])).sort((a, b) => a.difference - b.difference)

export function differenceScene(comparison: Comparison, width: number): Scene {
  const { paired } = comparison
  const rows = changed(comparison)
  const shown = rows.length <= MOST ? rows : [...rows.slice(0, MOST / 2), ...rows.slice(-MOST / 2)]
  const left = Math.min((width < 480 ? 0.42 : 0.34) * width, Math.max(100, ...shown.map(({ task }) => textWidth(task)))) + 12
  const right = width - 56
  const x = scaleLinear([-1, 1], [left, right])
  const marks: Mark[] = []
  let y = 22
  marks.push({ kind: 'text', x: x(0) - 8, y: 10, text: '← broken', size: 12, anchor: 'end', ink: 'fail' }, { kind: 'text', x: x(0) + 8, y: 10, text: 'fixed →', size: 12, ink: 'pass' })
  if (given(paired)) {
    marks.push({ kind: 'text', x: 0, y: y + 12, text: labelText(`mean of ${paired.tasks}`, left - 12), bold: true }, { kind: 'text', x: width, y: y + 12, text: signed(100 * paired.difference), anchor: 'end', bold: true })
    if (paired.interval) marks.push(line(x(paired.interval.low), y + 8, x(paired.interval.high), y + 8, 'ink', { width: 5 }))
    marks.push({ kind: 'dot', x: x(paired.difference), y: y + 8, r: 7, fill: 'paper', ink: 'ink' }, { kind: 'dot', x: x(paired.difference), y: y + 8, r: 4, fill: 'ink' })
    y += 30
  }
  for (const [i, { task, difference }] of shown.entries()) {
    if (i === MOST / 2 && rows.length > MOST) {
      marks.push({ kind: 'text', x: 0, y: y + 13, text: `… ${(rows.length - MOST).toLocaleString('en')} smaller differences: in the table`, size: 12, ink: 'muted' })
      y += 22
    }
    const middle = y + 9
    const ink = difference > 0 ? 'pass' : 'fail'
    marks.push({ kind: 'text', x: 0, y: middle + 4, text: labelText(task, left - 12) }, line(x(0), middle, x(difference), middle, ink, { width: 2 }))
    marks.push({ kind: 'dot', x: x(difference), y: middle, r: 5, fill: difference > 0 ? 'paper' : 'fail', ink }, { kind: 'text', x: width, y: middle + 4, text: signed(100 * difference), anchor: 'end', ink })
    y += 22
  }
  marks.push(line(x(0), 16, x(0), y + 4, 'muted'))
  for (const tick of width < 480 ? [-1, 0, 1] : [-1, -0.5, 0, 0.5, 1]) marks.push({ kind: 'text', x: x(tick), y: y + 20, text: signed(100 * tick), size: 12, ink: 'muted', anchor: 'middle' })
  return { width, height: y + 26, label: `Differences in points by task: ${rows.map(({ task, difference }) => `${task} ${signed(100 * difference)}`).join(', ') || 'none'}.`, marks }
}

export function differenceTable({ tasks }: Comparison): DataTable {
  return {
    columns: ['task', 'world', 'first passed', 'of', 'second passed', 'of', 'difference in points', 'fate'],
    rows: tasks.map(({ task, world, first, second, difference, fate }) => [task, world, first?.passed ?? null, first?.scored ?? null, second?.passed ?? null, second?.scored ?? null, difference === undefined ? null : Number((100 * difference).toFixed(1)), fate.replace('_', ' ')]),
  }
}
