// Two bags of coins with the same share of heads: one of equal coins, one of coins that always or never fall heads.
import { scaleLinear } from 'd3-scale'
import { line as path } from 'd3-shape'
import { line, type Mark, type Scene } from '../charts/scene'
import type { DataTable } from '../charts/tableText'

export const COINS = 20
/** Room for the scale, and for the names at the ends of the lines. */
const [LEFT, RIGHT] = [46, 122]

/** The chance that all of k throws, and that at least one of k throws, of a coin drawn from the bag falls heads. */
export function bags(rate: number, k: number): { fair: { hat: number; at: number }; fixed: { hat: number; at: number } } {
  return { fair: { hat: rate ** k, at: 1 - (1 - rate) ** k }, fixed: { hat: rate, at: rate } }
}

export function bagsScene(rate: number, k: number, most: number, width: number): Scene {
  const half = (width - 24) / 2
  const marks: Mark[] = []
  // Ten coins stand beside each other in half of the width.
  const gap = half < 240 ? 3 : 5
  const radius = Math.min(13, (half - 9 * gap - 2) / 20)
  const pitch = 2 * radius + gap
  const heads = Math.round(rate * COINS)
  for (const [i, title] of (['all alike', 'always or never'] as const).entries()) {
    const left = i * (half + 24)
    marks.push({ kind: 'text', x: left, y: 12, text: title, bold: true })
    for (let coin = 0; coin < COINS; coin += 1) {
      const [x, y] = [left + radius + 1 + (coin % 10) * pitch, 30 + radius + Math.floor(coin / 10) * pitch]
      const share = i === 0 ? rate : coin < heads ? 1 : 0
      marks.push({ kind: 'dot', x, y, r: radius, fill: 'paper', ink: 'ink' })
      if (share >= 1) marks.push({ kind: 'dot', x, y, r: radius, fill: 'ink', ink: 'ink' })
      else if (share > 0) marks.push({ kind: 'path', d: slice(x, y, radius, share), fill: 'ink' })
    }
  }
  const top = 30 + 2 * pitch + 26
  const [height, foot] = [200, 34]
  const y = scaleLinear([0, 1], [top + height, top])
  const x = scaleLinear([1, Math.max(2, most)], [LEFT, width - RIGHT])
  for (const tick of [0, 0.5, 1]) marks.push(line(LEFT, y(tick), width - RIGHT, y(tick), 'rule'), { kind: 'text', x: LEFT - 6, y: y(tick) + 4, text: `${100 * tick} %`, size: 12, ink: 'muted', anchor: 'end' })
  for (let tick = 1; tick <= most; tick += 1) marks.push({ kind: 'text', x: x(tick), y: top + height + 16, text: String(tick), size: 12, ink: 'muted', anchor: 'middle' })
  marks.push({ kind: 'text', x: (LEFT + width - RIGHT) / 2, y: top + height + 32, text: 'k', size: 12, ink: 'muted', anchor: 'middle' })
  const ks = Array.from({ length: most }, (_, i) => i + 1)
  const draw = (value: (at: number) => number, more: { dash?: string; width?: number; ink?: 'ink' | 'muted' }) => path<number>().x((at) => x(at)).y((at) => y(value(at)))(ks) && marks.push({ kind: 'path', d: path<number>().x((at) => x(at)).y((at) => y(value(at)))(ks) ?? '', ink: more.ink ?? 'ink', width: more.width ?? 2, ...(more.dash ? { dash: more.dash } : {}) })
  draw((at) => bags(rate, at).fair.at, { dash: '6 3', ink: 'muted' })
  draw((at) => bags(rate, at).fixed.hat, { width: 3 })
  draw((at) => bags(rate, at).fair.hat, {})
  marks.push(line(x(k), top, x(k), top + height, 'accent', { dash: '3 3' }))
  const { fair, fixed } = bags(rate, k)
  for (const [value, fill] of [[fair.hat, 'paper'], [fixed.hat, 'ink']] as const) marks.push({ kind: 'dot', x: x(k), y: y(value), r: 5, fill, ink: 'ink' })
  const ends = [{ at: y(bags(rate, most).fair.at), text: 'same: at least one' }, { at: y(rate), text: 'fixed: both' }, { at: y(bags(rate, most).fair.hat), text: 'same: all' }].sort((a, b) => a.at - b.at)
  let last = -Infinity
  for (const { at, text } of ends) {
    last = Math.max(at + 4, last + 15)
    marks.push({ kind: 'text', x: width - RIGHT + 6, y: last, text, size: 12 })
  }
  return { width, height: top + height + foot, label: `Two bags with ${Math.round(100 * rate)} % heads. All of ${k} throws fall heads: ${Math.round(100 * fair.hat)} % where every coin is the same, ${Math.round(100 * fixed.hat)} % where coins are fixed.`, marks }
}

function slice(x: number, y: number, r: number, share: number): string {
  const angle = 2 * Math.PI * share
  return `M${x} ${y}V${y - r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${(x + r * Math.sin(angle)).toFixed(2)} ${(y - r * Math.cos(angle)).toFixed(2)}Z`
}

export const bagsTable = (rate: number, most: number): DataTable => ({
  columns: ['k', 'same coins: all of k, %', 'same coins: at least one of k, %', 'fixed coins: either, %'],
  rows: Array.from({ length: most }, (_, i) => {
    const { fair, fixed } = bags(rate, i + 1)
    return [i + 1, ...[fair.hat, fair.at, fixed.hat].map((value) => Number((100 * value).toFixed(1)))]
  }),
})
