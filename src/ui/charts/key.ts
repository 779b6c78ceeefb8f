// What filled, outlined and hatched mean, written into the chart, so that a file says it too.
import { hatch, textWidth, type Ink, type Mark } from './scene'

export interface Key {
  text: string
  ink: Ink
  fill?: Ink
  hatched?: boolean
}

const [SIZE, BOX] = [12, 10]

/** The keys in one row from `x`, their text's base line at `y`. */
export function keyMarks(keys: readonly Key[], x: number, y: number): Mark[] {
  let at = x
  return keys.flatMap(({ text, ink, fill, hatched }) => {
    const left = at
    at += BOX + 6 + textWidth(text, SIZE) + 16
    return [
      { kind: 'rect', x: left + 0.5, y: y - BOX + 0.5, width: BOX, height: BOX, ink, ...(fill ? { fill } : {}) } satisfies Mark,
      ...(hatched ? [hatch(left + 0.5, y - BOX + 0.5, BOX, BOX, ink, 4)] : []),
      { kind: 'text', x: left + BOX + 6, y, text, size: SIZE, ink: 'muted' } satisfies Mark,
    ]
  })
}
