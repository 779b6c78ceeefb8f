// Why trials failed: a bar a failure, what rules found filled, what only a person said hatched.
import { scaleLinear } from 'd3-scale'
import type { Failures } from '../../core/report/failures'
import { failureName } from '../../core/report/failureWords'
import { percent } from '../../core/report/words'
import { proportion } from '../../core/report/rate'
import { keyMarks, type Key } from './key'
import { hatch, line, textWidth, type Mark, type Scene } from './scene'
import type { DataTable } from './tableText'

const ROW = 26
const BAR = 14

interface Row { label: string; byRule: number; byHand: number; plain: number }

/** What holds of some trial, then what no failure covers. */
function rowsOf({ counts, uncategorised, failed, looked }: Failures): Row[] {
  const rows = counts.filter(({ trials }) => trials > 0).map(({ failure, byRule, byHand }) => ({ label: failureName(failure), byRule, byHand, plain: 0 }))
  if (uncategorised > 0) rows.push({ label: failureName('uncategorised'), byRule: 0, byHand: 0, plain: uncategorised })
  if (looked < failed) rows.push({ label: failureName('not_looked_at'), byRule: 0, byHand: 0, plain: failed - looked })
  return rows
}

const figureText = (count: number, failed: number): string => `${count.toLocaleString('en')} of ${failed.toLocaleString('en')}, ${percent(count / failed)}`

export function failureScene(failures: Failures, width: number): Scene {
  const { failed } = failures
  const rows = rowsOf(failures)
  const total = ({ byRule, byHand, plain }: Row) => byRule + byHand + plain
  const figures = Math.max(0, ...rows.map((row) => textWidth(figureText(total(row), failed))))
  const left = Math.max(0, ...rows.map(({ label }) => textWidth(label))) + 12
  const stacked = width < left + figures + 160
  const [from, to] = stacked ? [0, width] : [left, width - figures - 16]
  const x = scaleLinear([0, failed], [from, to])
  const marks: Mark[] = []
  let y = 4
  for (const row of rows) {
    const { label, byRule, byHand, plain } = row
    const text = figureText(total(row), failed)
    if (stacked) {
      marks.push({ kind: 'text', x: 0, y: y + 12, text: label }, { kind: 'text', x: width, y: y + 12, text, anchor: 'end' })
      y += 18
    } else marks.push({ kind: 'text', x: 0, y: y + BAR - 2, text: label }, { kind: 'text', x: to + 16, y: y + BAR - 2, text })
    marks.push(line(from, y + BAR / 2, to, y + BAR / 2, 'rule'))
    let at = 0
    const part = (count: number, draw: (left: number, wide: number) => Mark[]) => {
      if (count > 0) marks.push(...draw(x(at) + 0.5, Math.max(1, x(at + count) - x(at) - 1)))
      at += count
    }
    part(byRule, (start, wide) => [{ kind: 'rect', x: start, y, width: wide, height: BAR, fill: 'fail', ink: 'fail' }])
    part(byHand, (start, wide) => [{ kind: 'rect', x: start, y, width: wide, height: BAR, fill: 'fail-tint', ink: 'fail' }, hatch(start, y, wide, BAR, 'fail', 5)])
    part(plain, (start, wide) => [{ kind: 'rect', x: start, y, width: wide, height: BAR, fill: 'paper', ink: 'muted' }])
    y += stacked ? ROW + 2 : ROW
  }
  const keys: (Key & { shown: boolean })[] = [
    { text: 'by rule', ink: 'fail', fill: 'fail', shown: rows.some(({ byRule }) => byRule > 0) },
    { text: 'by hand', ink: 'fail', fill: 'fail-tint', hatched: true, shown: rows.some(({ byHand }) => byHand > 0) },
    { text: 'not told', ink: 'muted', fill: 'paper', shown: rows.some(({ plain }) => plain > 0) },
  ]
  marks.push(...keyMarks(keys.filter(({ shown }) => shown), 0, y + 12))
  const said = rows.map((row) => `${row.label} ${figureText(total(row), failed)}${row.byHand > 0 ? `, ${row.byHand.toLocaleString('en')} of them by hand` : ''}`)
  return { width, height: y + 18, label: `Of ${failed.toLocaleString('en')} failed trials: ${said.join('; ')}.`, marks }
}

/** Every failure, none left out: 0 of n is told too, where the rules have looked. */
export function failureTable({ counts, uncategorised, failed, looked }: Failures): DataTable {
  const points = (value: number | undefined) => (value === undefined ? null : Number((100 * value).toFixed(1)))
  const cells = (count: number): (number | null)[] => {
    const { rate, wilson } = proportion(count, failed)
    return [count, failed, points(rate ?? undefined), points(wilson?.low), points(wilson?.high)]
  }
  return {
    columns: ['failure', 'trials', 'of failed', '%', 'from', 'to', 'by rule', 'by hand only', 'by rule, taken away by hand'],
    rows: [
      ...counts.map(({ failure, trials, byRule, byHand, denied }) => [failureName(failure), ...cells(trials), byRule, byHand, denied]),
      [failureName('uncategorised'), ...cells(uncategorised), null, null, null],
      ...(looked < failed ? [[failureName('not_looked_at'), ...cells(failed - looked), null, null, null]] : []),
    ],
  }
}
