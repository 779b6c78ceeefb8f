// How much the trials took: a histogram, what failed filled, what passed outlined, the rest hatched.
import { bin } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { keyMarks, type Key } from './key'
import { hatch, line, type Mark, type Scene } from './scene'
import type { DataTable } from './tableText'

export interface Took {
  value: number
  state: 'pass' | 'fail' | 'other'
}

interface Bin { from: number; to: number; pass: number; fail: number; other: number }

/** Bins of round width; whole numbers get bins around them. */
export function binsOf(took: readonly Took[], most = 24): Bin[] {
  if (took.length === 0) return []
  let [low, high, whole] = [Infinity, -Infinity, true]
  for (const { value } of took) {
    low = Math.min(low, value)
    high = Math.max(high, value)
    whole &&= Number.isInteger(value)
  }
  const bins = whole && high - low < most
    ? bin<Took, number>().value(({ value }) => value).domain([low - 0.5, high + 0.5]).thresholds(Array.from({ length: high - low }, (_, i) => low + i + 0.5))
    : bin<Took, number>().value(({ value }) => value).thresholds(scaleLinear([low, high], [0, 1]).ticks(most))
  return bins([...took]).map((members) => {
    const counts = { pass: 0, fail: 0, other: 0 }
    for (const { state } of members) counts[state] += 1
    return { from: members.x0 ?? low, to: members.x1 ?? high, ...counts }
  })
}

export function histogramScene(took: readonly Took[], unit: string, width: number, marked: { median: number; max: number } | null): Scene {
  const bins = binsOf(took)
  const [left, top, height] = [44, 20, 190]
  const bottom = height - 36
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1]
  const x = scaleLinear([first, last], [left, width - 12])
  const most = Math.max(1, ...bins.map(({ pass, fail, other }) => pass + fail + other))
  const y = scaleLinear([0, most], [bottom, top])
  const marks: Mark[] = []
  for (const tick of y.ticks(3).filter(Number.isInteger)) marks.push(line(left, y(tick), width - 12, y(tick), 'rule'), { kind: 'text', x: left - 6, y: y(tick) + 4, text: tick.toLocaleString('en'), size: 12, ink: 'muted', anchor: 'end' })
  for (const { from, to, pass, fail, other } of bins) {
    const [start, wide] = [x(from) + 1, Math.max(1, x(to) - x(from) - 2)]
    let at = 0
    const part = (count: number, draw: (top: number, tall: number) => Mark[]) => {
      if (count === 0) return
      const [upper, lower] = [y(at + count), y(at)]
      marks.push(...draw(upper, lower - upper))
      at += count
    }
    part(fail, (upper, tall) => [{ kind: 'rect', x: start, y: upper, width: wide, height: tall, fill: 'fail', ink: 'fail' }])
    part(pass, (upper, tall) => [{ kind: 'rect', x: start, y: upper, width: wide, height: tall, fill: 'pass-tint', ink: 'pass' }])
    part(other, (upper, tall) => [{ kind: 'rect', x: start, y: upper, width: wide, height: tall, ink: 'unscored' }, hatch(start, upper, wide, tall, 'unscored', 5)])
  }
  marks.push(line(left, bottom, width - 12, bottom, 'muted'))
  const whole = took.every(({ value }) => Number.isInteger(value))
  for (const tick of x.ticks(Math.max(3, Math.floor(width / 110)))) if (!whole || Number.isInteger(tick)) marks.push({ kind: 'text', x: x(tick), y: bottom + 16, text: tick.toLocaleString('en'), size: 12, ink: 'muted', anchor: 'middle' })
  marks.push({ kind: 'text', x: (left + width) / 2, y: height - 4, text: `${unit} of a trial`, size: 12, ink: 'muted', anchor: 'middle' })
  if (marked) marks.push(line(x(marked.median), top - 4, x(marked.median), bottom, 'ink', { dash: '3 3' }), { kind: 'text', x: x(marked.median) + 4, y: top - 8, text: `median ${marked.median.toLocaleString('en')}`, size: 12, anchor: x(marked.median) > width - 120 ? 'end' : 'start' })
  const keys: (Key & { state: Took['state'] })[] = [{ text: 'failed', ink: 'fail', fill: 'fail', state: 'fail' }, { text: 'passed', ink: 'pass', fill: 'pass-tint', state: 'pass' }, { text: 'not scored', ink: 'unscored', hatched: true, state: 'other' }]
  marks.push(...keyMarks(keys.filter(({ state }) => took.some((one) => one.state === state)), left, height + 14))
  const [pass, fail] = [took.filter(({ state }) => state === 'pass').length, took.filter(({ state }) => state === 'fail').length]
  return { width, height: height + 18, label: `${unit} of ${took.length} trials, ${pass} passed and ${fail} failed${marked ? `: median ${marked.median}, at most ${marked.max}` : ''}.`, marks }
}

export const histogramTable = (took: readonly Took[], unit: string): DataTable => ({
  columns: [`${unit}, from`, 'to', 'passed', 'failed', 'not scored'],
  rows: binsOf(took).filter(({ pass, fail, other }) => pass + fail + other > 0).map(({ from, to, pass, fail, other }) => [Number(from.toPrecision(4)), Number(to.toPrecision(4)), pass, fail, other]),
})
