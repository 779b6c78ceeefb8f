// A chart as a list of marks: the page draws them, and a file is written from the same ones.
import { visible } from '../../core/task/visible'

/** Colours by what they mean; the page has them as variables, a file as they look at that moment. */
export const INKS = ['ink', 'muted', 'rule', 'paper', 'panel', 'accent', 'accent-tint', 'pass', 'pass-tint', 'fail', 'fail-tint', 'unknown', 'unknown-tint', 'unscored', 'unscored-tint'] as const
export type Ink = (typeof INKS)[number]

export type Mark =
  | { kind: 'path'; d: string; ink?: Ink; fill?: Ink; width?: number; dash?: string; opacity?: number }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill?: Ink; ink?: Ink; stroke?: number }
  | { kind: 'dot'; x: number; y: number; r: number; fill: Ink; ink?: Ink }
  | { kind: 'text'; x: number; y: number; text: string; ink?: Ink; size?: number; anchor?: 'start' | 'middle' | 'end'; bold?: boolean }

export interface Scene {
  width: number
  height: number
  /** What it shows, for who cannot see it. */
  label: string
  marks: Mark[]
}

/** A straight line. */
export const line = (x1: number, y1: number, x2: number, y2: number, ink: Ink, more: { width?: number; dash?: string } = {}): Mark => ({ kind: 'path', d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, ink, ...more })

/** Hatching inside a rectangle: diagonals, cut at its edges, so that a file needs no pattern. */
export function hatch(x: number, y: number, width: number, height: number, ink: Ink, step = 6): Mark {
  let d = ''
  for (let at = step; at < width + height; at += step) {
    const [x1, y1] = at <= height ? [0, at] : [at - height, height]
    const [x2, y2] = at <= width ? [at, 0] : [width, at - width]
    d += `M${round(x + x1)} ${round(y + y1)}L${round(x + x2)} ${round(y + y2)}`
  }
  return { kind: 'path', d, ink, width: 1 }
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** Of a letter, in ems: that of a wide face. */
const WIDTH = 0.6

/** About how wide a text is at a size; charts only need to know what fits. */
export const textWidth = (text: string, size = 13): number => [...text].length * size * WIDTH

/** A text from elsewhere as a label: hidden characters replaced, cut to what fits. */
export function labelText(text: string, room = Infinity, size = 13): string {
  const shown = visible(text.replace(/[\n\t]/g, ' ')).map((piece) => (piece.drawn ? '\u{FFFD}' : piece.text)).join('')
  const most = Math.max(1, Math.floor(room / (size * WIDTH)))
  const letters = [...shown]
  return letters.length <= most ? shown : `${letters.slice(0, Math.max(1, most - 1)).join('')}…`
}

/** A text in lines that fit, broken between words. */
export function wrapped(text: string, room: number, size = 13): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return text === '' ? [] : lines
}
