// Why trials failed: a bar a failure, what rules found filled, what only a person said hatched.
import { scaleLinear } from 'd3-scale'
import type { Failures } from '../../core/report/failures'
import { failureName } from '../../core/report/failureWords'
import { percent } from '../../core/report/words'
import type { Proportion } from '../../core/report/rate'
import { keyMarks, type Key } from './key'
import { hatch, line, textWidth, type Mark, type Scene } from './scene'
import type { DataTable } from './tableText'

const ROW = 26
const BAR = 14

interface Row { label: string; share: Proportion; byRule: number; byHand: number }

/** What holds of some trial, then what no failure covers. */
const rowsOf = ({ counts, uncategorised, unseen }: Failures): Row[] => [
  ...counts.map(({ failure, share, byRule, byHand }) => ({ label: failureName(failure), share, byRule, byHand })),
  { label: failureName('uncategorised'), share: uncategorised, byRule: 0, byHand: 0 },
  { label: failureName('not_looked_at'), share: unseen, byRule: 0, byHand: 0 },
].filter(({ share }) => share.passed > 0)

const figureText = ({ passed, of, rate }: Proportion): string => `${passed.toLocaleString('en')} of ${of.toLocaleString('en')}${rate === null ? '' : `, ${percent(rate)}`}`

export function failureScene(failures: Failures, width: number): Scene {
  const { failed } = failures
  const rows = rowsOf(failures)
  const figures = Math.max(0, ...rows.map(({ share }) => textWidth(figureText(share))))
  const left = Math.max(0, ...rows.map(({ label }) => textWidth(label))) + 12
  const stacked = width < left + figures + 160
  const [from, to] = stacked ? [0, width] : [left, width - figures - 16]
  const x = scaleLinear([0, failed], [from, to])
  const marks: Mark[] = []
  let y = 4
  for (const row of rows) {
    const { label, share, byRule, byHand } = row
    const text = figureText(share)
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
    part(share.passed - byRule - byHand, (start, wide) => [{ kind: 'rect', x: start, y, width: wide, height: BAR, fill: 'paper', ink: 'muted' }])
    y += stacked ? ROW + 2 : ROW
  }
  const keys: (Key & { shown: boolean })[] = [
    { text: 'by rule', ink: 'fail', fill: 'fail', shown: rows.some(({ byRule }) => byRule > 0) },
    { text: 'by hand', ink: 'fail', fill: 'fail-tint', hatched: true, shown: rows.some(({ byHand }) => byHand > 0) },
    { text: 'not told', ink: 'muted', fill: 'paper', shown: rows.some(({ share, byRule, byHand }) => share.passed > byRule + byHand) },
  ]
  marks.push(...keyMarks(keys.filter(({ shown }) => shown), 0, y + 12))
  const said = rows.map((row) => `${row.label} ${figureText(row.share)}${row.byHand > 0 ? `, ${row.byHand.toLocaleString('en')} of them by hand` : ''}`)
  return { width, height: y + 18, label: `Of ${failed.toLocaleString('en')} failed trials: ${said.join('; ')}.`, marks }
}

/** Every failure, none left out: 0 of n is told too. */
export function failureTable({ counts, uncategorised, unseen }: Failures): DataTable {
  const points = (value: number | null | undefined) => (value === null || value === undefined ? null : Number((100 * value).toFixed(1)))
  const cells = ({ passed, of, rate, wilson }: Proportion): (number | null)[] => [passed, of, points(rate), points(wilson?.low), points(wilson?.high)]
  return {
    columns: ['failure', 'trials', 'of failed', '%', 'from', 'to', 'by rule', 'by hand only', 'by rule, taken away by hand'],
    rows: [
      ...counts.map(({ failure, share, byRule, byHand, denied }) => [failureName(failure), ...cells(share), byRule, byHand, denied]),
      [failureName('uncategorised'), ...cells(uncategorised), null, null, null],
      ...(unseen.passed > 0 ? [[failureName('not_looked_at'), ...cells(unseen), null, null, null]] : []),
    ],
  }
}
