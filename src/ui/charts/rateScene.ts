// Rates with their intervals, a line each: slices of a catalogue, dimensions, differences between two runs.
import { scaleLinear } from 'd3-scale'
import type { PassRate } from '../../core/report/rate'
import { percent, range } from '../../core/report/words'
import { given } from '../../core/stats/interval'
import { hatch, labelText, line, textWidth, type Mark, type Scene } from './scene'

export interface RateRow {
  label: string
  rate: PassRate
}

export interface RateGroup {
  title: string
  rows: RateRow[]
}

/** "57 of 65, 88 %"; where trials are missing, what they could still make of it in place of the rate of the others. */
function figureText({ passed, scored, planned, rate, bounds }: PassRate): string {
  const counts = `${passed.toLocaleString('en')} of ${scored.toLocaleString('en')}`
  if (planned > scored) return `${counts}; ${(planned - scored).toLocaleString('en')} not scored${bounds ? `: ${range(bounds)}` : ''}`
  return rate === null ? counts : `${counts}, ${percent(rate)}`
}

export function rateScene(groups: readonly RateGroup[], width: number, what: string): Scene {
  const stacked = width < 560
  const rows = groups.flatMap((group) => group.rows)
  const longest = Math.max(...rows.map(({ label }) => textWidth(label)), 40)
  const figures = Math.max(...rows.map(({ rate }) => textWidth(figureText(rate))), 40)
  const left = stacked ? 8 : Math.min(longest, 0.35 * width) + 12
  const right = stacked ? width - 8 : width - figures - 16
  const x = scaleLinear([0, 1], [left, Math.max(left + 40, right)])
  const marks: Mark[] = []
  let y = 4
  for (const { title, rows: ofGroup } of groups) {
    if (title !== '') {
      marks.push({ kind: 'text', x: 0, y: y + 12, text: title, size: 12, ink: 'muted' })
      y += 20
    }
    for (const { label, rate } of ofGroup) {
      if (stacked) {
        marks.push({ kind: 'text', x: 0, y: y + 12, text: labelText(label, width - textWidth(figureText(rate)) - 12) }, { kind: 'text', x: width, y: y + 12, text: figureText(rate), anchor: 'end' })
        y += 18
      }
      const middle = y + 10
      if (!stacked) marks.push({ kind: 'text', x: 0, y: middle + 4, text: labelText(label, left - 12) }, { kind: 'text', x: right + 16, y: middle + 4, text: figureText(rate) })
      marks.push(line(x(0), middle, x(1), middle, 'rule'), ...rateMarks(rate, x, middle))
      y += stacked ? 26 : 24
    }
    y += 6
  }
  for (const tick of [0, 0.5, 1]) marks.push(line(x(tick), y, x(tick), y + 4, 'muted'), { kind: 'text', x: x(tick), y: y + 17, text: `${100 * tick} %`, size: 12, ink: 'muted', anchor: tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle' })
  return { width, height: y + 22, label: `${what}: ${rows.map(({ label, rate }) => `${label} ${figureText(rate)}`).join('; ')}.`, marks }
}

/** A dot with Wilson's interval; where trials are missing, hatching from all of them failed to all passed. */
export function rateMarks(rate: PassRate, x: (value: number) => number, y: number): Mark[] {
  const marks: Mark[] = []
  if (rate.planned > rate.scored && rate.bounds) {
    const [low, high] = [x(rate.bounds.low), x(rate.bounds.high)]
    marks.push({ kind: 'rect', x: low, y: y - 6, width: Math.max(1, high - low), height: 12, ink: 'unscored', fill: 'unscored-tint' }, hatch(low, y - 6, high - low, 12, 'unscored', 5))
  }
  if (rate.rate === null || !rate.wilson) return marks
  return [...marks, line(x(rate.wilson.low), y, x(rate.wilson.high), y, 'ink', { width: 3 }), { kind: 'dot', x: x(rate.rate), y, r: 4.5, fill: 'ink', ink: 'paper' }]
}

export const rateCells = ({ tasks, passed, scored, planned, rate, wilson, clustered, bounds }: PassRate): (number | null)[] => {
  const points = (value: number | undefined | null) => (value === undefined || value === null ? null : Number((100 * value).toFixed(1)))
  const byTask = given(clustered) && given(clustered.interval) ? clustered.interval : undefined
  return [tasks, passed, scored, planned, points(rate), points(wilson?.low), points(wilson?.high), points(byTask?.low), points(byTask?.high), points(bounds?.low), points(bounds?.high)]
}

export const RATE_COLUMNS = ['tasks', 'passed', 'scored', 'planned', '%', 'from', 'to', 'by task, from', 'by task, to', 'if unscored failed', 'if unscored passed']
