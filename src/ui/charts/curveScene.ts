// The reliability curve: pass^k and pass@k over k, each with its band.
import { scaleLinear, scaleLog } from 'd3-scale'
import { area, line as path } from 'd3-shape'
import type { Report } from '../../core/report/report'
import { kText } from '../../core/report/words'
import type { KFigure } from '../../core/stats/reliability'
import { line, type Mark, type Scene } from './scene'
import type { DataTable } from './tableText'

interface Ends { k: number; low: number; high: number; band: { low: number; high: number } | null }

const endsOf = (figure: KFigure): Ends | null => {
  if ('refused' in figure) return null
  const [low, high] = 'value' in figure ? [figure.value, figure.value] : [figure.low, figure.high]
  return { k: figure.k, low, high, band: figure.interval ?? null }
}

export function curveScene({ hat, at, tasks }: Report, width: number, chosen: number): Scene {
  const most = Math.max(1, hat.length)
  const [left, right, top, height] = [40, 68, 20, 268]
  const bottom = height - 36
  const x = most > 60 ? scaleLog([1, most], [left, width - right]) : scaleLinear([1, Math.max(2, most)], [left, width - right])
  const y = scaleLinear([0, 1], [bottom, top])
  const marks: Mark[] = []
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) marks.push(line(left, y(tick), width - right, y(tick), 'rule'), { kind: 'text', x: left - 6, y: y(tick) + 4, text: tick.toFixed(2), size: 12, ink: 'muted', anchor: 'end' })
  for (const tick of ticksOf(most, most > 60, width)) marks.push({ kind: 'text', x: x(tick), y: bottom + 16, text: String(tick), size: 12, ink: 'muted', anchor: 'middle' })
  marks.push({ kind: 'text', x: (left + width - right) / 2, y: height - 4, text: 'k, trials of the same task', size: 12, ink: 'muted', anchor: 'middle' })
  const known = { hat: hat.flatMap((one) => endsOf(one) ?? []), at: at.flatMap((one) => endsOf(one) ?? []) }
  marks.push(...curve(known.at, x, y, true), ...curve(known.hat, x, y, false))
  const [lastHat, lastAt] = [known.hat.at(-1), known.at.at(-1)]
  if (lastAt) marks.push({ kind: 'text', x: x(lastAt.k) + 10, y: y(lastAt.high) + (lastHat && Math.abs(y(lastAt.high) - y(lastHat.low)) < 14 ? -6 : 4), text: 'pass@k', ink: 'muted' })
  if (lastHat) marks.push({ kind: 'text', x: x(lastHat.k) + 10, y: y(lastHat.low) + (lastAt && Math.abs(y(lastAt.high) - y(lastHat.low)) < 14 ? 14 : 4), text: 'pass^k', bold: true })
  if (lastHat && lastHat.k < most) marks.push({ kind: 'text', x: x(Math.min(most, lastHat.k + 1)), y: top + 12, text: lastHat.k + 1 > 0.7 * most ? '' : 'not given beyond', size: 12, ink: 'unscored' })
  const [a, b] = [known.hat.find(({ k }) => k === chosen), known.at.find(({ k }) => k === chosen)]
  if (a ?? b) marks.push(line(x(chosen), top, x(chosen), bottom, 'accent', { dash: '3 3' }))
  for (const one of [b, a]) if (one) for (const end of new Set([one.low, one.high])) marks.push({ kind: 'dot', x: x(chosen), y: y(end), r: 4.5, fill: one === a ? 'ink' : 'paper', ink: one === a ? 'ink' : 'muted' })
  const said = (figure: KFigure | undefined) => (figure ? kText(figure, tasks) : 'not given')
  return { width, height, label: `pass^k from ${said(hat[0])} at k = 1 to ${said(hat.at(-1))} at k = ${most}; pass@k to ${said(at.at(-1))}.`, marks }
}

function curve(ends: Ends[], x: (k: number) => number, y: (value: number) => number, dashed: boolean): Mark[] {
  const marks: Mark[] = []
  const banded = ends.filter(({ band }) => band !== null)
  const band = area<Ends>().x(({ k }) => x(k)).y0(({ band: ofK }) => y(ofK?.low ?? 0)).y1(({ band: ofK }) => y(ofK?.high ?? 0))(banded)
  if (band && banded.length > 1) marks.push({ kind: 'path', d: band, fill: dashed ? 'rule' : 'accent', opacity: dashed ? 0.35 : 0.16 })
  else for (const one of banded) if (one.band) marks.push(line(x(one.k), y(one.band.low), x(one.k), y(one.band.high), dashed ? 'muted' : 'ink', { width: dashed ? 1 : 3 }))
  const along = (value: (end: Ends) => number) => path<Ends>().x(({ k }) => x(k)).y((end) => y(value(end)))(ends)
  const stroke = { ink: dashed ? ('muted' as const) : ('ink' as const), width: dashed ? 1.5 : 2.25, ...(dashed ? { dash: '6 3' } : {}) }
  const [low, high] = [along((end) => end.low), along((end) => end.high)]
  if (low) marks.push({ kind: 'path', d: low, ...stroke })
  if (high && high !== low) marks.push({ kind: 'path', d: high, ...stroke, width: 1 })
  if (ends.length <= 12) for (const end of ends) marks.push({ kind: 'dot', x: x(end.k), y: y(end.low), r: 3, fill: dashed ? 'paper' : 'ink', ink: dashed ? 'muted' : 'ink' })
  return marks
}

function ticksOf(most: number, log: boolean, width: number): number[] {
  if (log) return [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((tick) => tick <= most && (width > 560 || ![2, 20, 200].includes(tick)))
  const step = [1, 2, 5, 10, 20].find((one) => most / one <= Math.max(4, width / 60)) ?? 20
  return Array.from({ length: most }, (_, i) => i + 1).filter((k) => k === 1 || k % step === 0)
}

export function curveTable({ hat, at, tasks }: Report): DataTable {
  const cells = (figure: KFigure | undefined) => {
    if (!figure || 'refused' in figure) return [null, null, null]
    const interval = figure.interval
    const fixed = (value: number) => Number(value.toFixed(4))
    return ['value' in figure ? fixed(figure.value) : `${figure.low.toFixed(3)} to ${figure.high.toFixed(3)}`, interval ? fixed(interval.low) : null, interval ? fixed(interval.high) : null]
  }
  return {
    columns: ['k', 'pass^k', 'from', 'to', 'pass@k', 'from', 'to', 'note'],
    rows: hat.map((figure, i) => [figure.k, ...cells(figure), ...cells(at[i]), 'refused' in figure ? kText(figure, tasks) : '']),
  }
}
