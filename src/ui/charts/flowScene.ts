// Attrition: from what was planned to what is scored, with what was lost on the way; below it the rate, and what the lost ones could make of it.
import { scaleLinear } from 'd3-scale'
import type { Report } from '../../core/report/report'
import { percent, range } from '../../core/report/words'
import { given } from '../../core/stats/interval'
import { signOfState } from '../words/states'
import { hatch, labelText, line, textWidth, wrapped, type Mark, type Scene } from './scene'
import type { Cell, DataTable } from './tableText'

interface Stage {
  name: string
  count: number
  /** What is missing against the stage before, in words. */
  lost: { text: string; count: number; never: boolean }[]
}

const ENDED = new Set(['inconclusive', 'grader_error'])

/** Planned, started, finished, scored; stages that lost nothing are one. */
export function stagesOf({ flow }: Pick<Report, 'flow'>): Stage[] {
  const kinds = (ended: boolean) => flow.attrition.filter(({ state }) => ENDED.has(state) === ended).map(({ state, count }) => ({ text: `${count.toLocaleString('en')} ${signOfState(state).word}`, count, never: false }))
  const all: Stage[] = [
    { name: 'planned', count: flow.planned, lost: [] },
    { name: 'started', count: flow.started, lost: flow.absent > 0 ? [{ text: `${flow.absent.toLocaleString('en')} never run`, count: flow.absent, never: true }] : [] },
    { name: 'finished', count: flow.finished, lost: kinds(false) },
    { name: 'scored', count: flow.scored, lost: kinds(true) },
  ]
  const stages: Stage[] = []
  for (const stage of all) {
    const last = stages.at(-1)
    if (last && stage.lost.length === 0 && stage.count === last.count) last.name = `${last.name} = ${stage.name}`
    else stages.push({ ...stage })
  }
  return stages
}

const ROW = 30
const BAR = 16

export function flowScene(report: Report, width: number): Scene {
  const { flow, total } = report
  const stages = stagesOf(report)
  const x = scaleLinear([0, Math.max(1, flow.planned)], [0, width])
  const marks: Mark[] = []
  let y = 0
  for (const [i, stage] of stages.entries()) {
    const end = x(stage.count)
    const last = i === stages.length - 1
    marks.push({ kind: 'text', x: 0, y: y + 11, text: `${stage.count.toLocaleString('en')} ${stage.name}`, bold: true })
    const losses = stage.lost.map(({ text, never }) => `${never ? '○' : '⚠'} ${text}`).join(', ')
    if (losses !== '') marks.push({ kind: 'text', x: width, y: y + 11, anchor: 'end', ink: 'unscored', text: labelText(losses, width - textWidth(`${stage.count} ${stage.name}`) - 16) })
    y += 16
    if (last) marks.push(...outcomes(flow.passed, flow.failed, x, y))
    else if (stage.count > 0) marks.push({ kind: 'rect', x: 0.5, y: y + 0.5, width: Math.max(1, end - 1), height: BAR, fill: 'panel', ink: 'muted' })
    let from = end
    for (const { count, never } of stage.lost) {
      const wide = x(count)
      marks.push({ kind: 'rect', x: from + 0.5, y: y + 0.5, width: Math.max(1, wide - 1), height: BAR, ink: never ? 'muted' : 'unscored' })
      if (!never) marks.push(hatch(from + 0.5, y + 0.5, Math.max(1, wide - 1), BAR, 'unscored'))
      from += wide
    }
    y += ROW
  }
  const rate = rateMarks(report, width, y + 10)
  marks.push(...rate.marks)
  const missing = flow.planned - flow.scored
  return {
    width, height: y + 10 + rate.height,
    label: `${stages.map(({ count, name }) => `${count} ${name}`).join(', ')}: ${flow.passed} passed, ${flow.failed} failed.${total.bounds ? ` Between ${percent(total.bounds.low)} and ${percent(total.bounds.high)}${missing === 0 ? ': nothing is missing' : ' by what the unscored could have been'}.` : ''}`,
    marks,
  }
}

function outcomes(passed: number, failed: number, x: (value: number) => number, y: number): Mark[] {
  const marks: Mark[] = []
  const part = (from: number, count: number, glyph: string, word: string, pass: boolean) => {
    if (count === 0) return
    const [left, wide] = [x(from), x(count)]
    marks.push({ kind: 'rect', x: left + 0.5, y: y + 0.5, width: Math.max(1, wide - 1), height: BAR, fill: pass ? 'pass-tint' : 'fail', ink: pass ? 'pass' : 'fail' })
    const text = [`${glyph} ${count.toLocaleString('en')} ${word}`, `${glyph} ${count.toLocaleString('en')}`, glyph].find((one) => textWidth(one, 12) + 8 <= wide)
    if (text) marks.push({ kind: 'text', x: left + 6, y: y + 13, text, size: 12, bold: true, ink: pass ? 'pass' : 'paper' })
  }
  part(0, passed, '✓', 'passed', true)
  part(passed, failed, '✗', 'failed', false)
  return marks
}

/** The rate on a line from 0 to 100 %: the bounds hatched, Wilson's interval thick, the clustered one thin. */
function rateMarks({ total, attrition }: Report, width: number, top: number): { marks: Mark[]; height: number } {
  const x = scaleLinear([0, 1], [8, width - 8])
  const marks: Mark[] = []
  const y = top + 14
  const { bounds } = total
  const shown = attrition === 'failed' ? { rate: total.asFailed.rate, wilson: total.asFailed.wilson } : { rate: total.rate, wilson: total.wilson }
  const missing = total.planned > total.scored
  if (bounds) {
    const [low, high] = [x(bounds.low), x(bounds.high)]
    if (missing) {
      marks.push(line(x(bounds.interval.low), y, x(bounds.interval.high), y, 'unscored', { dash: '2 3' }))
      marks.push({ kind: 'rect', x: low, y: y - 9, width: Math.max(1, high - low), height: 18, fill: 'unscored-tint', ink: 'unscored' }, hatch(low, y - 9, high - low, 18, 'unscored'))
    }
    marks.push(line(low, y - 12, low, y + 12, missing ? 'unscored' : 'rule', { width: 1.5 }), line(high, y - 12, high, y + 12, missing ? 'unscored' : 'rule', { width: 1.5 }))
  }
  if (attrition !== 'bounds' && shown.rate !== null && shown.wilson) {
    if (attrition === 'drop' && given(total.clustered) && given(total.clustered.interval)) {
      const { low, high } = total.clustered.interval
      marks.push(line(x(low), y, x(high), y, 'ink', { width: 1.5 }), line(x(low), y - 5, x(low), y + 5, 'ink', { width: 1.5 }), line(x(high), y - 5, x(high), y + 5, 'ink', { width: 1.5 }))
    }
    marks.push(line(x(shown.wilson.low), y, x(shown.wilson.high), y, 'ink', { width: 5 }))
    marks.push({ kind: 'dot', x: x(shown.rate), y, r: 7, fill: 'paper', ink: 'ink' }, { kind: 'dot', x: x(shown.rate), y, r: 4, fill: 'ink' })
  }
  const axis = y + 24
  marks.push(line(x(0), axis, x(1), axis, 'muted'))
  for (const tick of width < 420 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]) {
    marks.push(line(x(tick), axis, x(tick), axis + 4, 'muted'), { kind: 'text', x: x(tick), y: axis + 17, text: `${100 * tick} %`, size: 12, ink: 'muted', anchor: tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle' })
  }
  const key = [
    attrition !== 'bounds' && shown.wilson ? `thick: ${range(shown.wilson)} (Wilson)` : '',
    attrition === 'drop' && given(total.clustered) && given(total.clustered.interval) ? `thin: ${range(total.clustered.interval)} (clustered by task)` : '',
    bounds ? (missing ? `hatched: ${range(bounds)}, by what the unscored could have been` : 'bounds: nothing is missing') : '',
  ].filter(Boolean)
  const lines = wrapped(key.join('; '), width, 12)
  marks.push(...lines.map((text, i): Mark => ({ kind: 'text', x: 0, y: axis + 38 + 16 * i, text, size: 12, ink: 'muted' })))
  const at = axis + 38 + 16 * Math.max(0, lines.length - 1)
  return { marks, height: at + 6 - top }
}

export function flowTable({ flow, total }: Report): DataTable {
  const rows: Cell[][] = [['planned', flow.planned], ['started', flow.started], ['finished', flow.finished], ['scored', flow.scored], ['passed', flow.passed], ['failed', flow.failed], ...flow.attrition.map(({ state, count }) => [`not scored: ${signOfState(state).word}`, count]), ['never run', flow.absent], ['earlier attempts, not counted', flow.retries], ['practice, not counted', flow.practice]]
  return {
    columns: ['trials', 'count'],
    rows: [...rows, ...(total.bounds ? [['rate if all unscored failed, %', Number((100 * total.bounds.low).toFixed(2))], ['rate if all unscored passed, %', Number((100 * total.bounds.high).toFixed(2))]] : [])],
  }
}
