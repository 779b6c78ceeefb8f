// The cells of a large grid as small pictures, one a state, drawn once and copied.
import { paletteOf } from '../charts/files'
import { NO_CELL, NOT_RUN, RUNNING, signOfCode } from './grid'

export const PITCH = 16
export const BOX = 14

export interface Tiles {
  sheet: HTMLCanvasElement
  scale: number
  ink: string
  paper: string
  muted: string
}

const LAST = RUNNING

/** One picture for each code, side by side; colours as they are at this element now. */
export function tilesFor(element: Element, scale: number): Tiles {
  const palette = paletteOf(element)
  const sheet = document.createElement('canvas')
  sheet.width = Math.ceil((LAST + 1) * PITCH * scale)
  sheet.height = Math.ceil(PITCH * scale)
  const pen = sheet.getContext('2d')
  if (pen) {
    pen.scale(scale, scale)
    pen.font = `600 ${BOX - 4}px system-ui, sans-serif`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    for (let code = NOT_RUN; code <= LAST; code += 1) {
      const { glyph, tone } = signOfCode(code)
      const left = code * PITCH
      const colour = tone === 'quiet' ? palette.muted : palette[tone]
      if (tone === 'fail') {
        pen.fillStyle = colour
        pen.fillRect(left, 0, BOX, BOX)
      } else {
        pen.fillStyle = tone === 'pass' || tone === 'quiet' ? palette.paper : palette[`${tone}-tint`]
        pen.fillRect(left, 0, BOX, BOX)
        if (tone === 'unscored') hatched(pen, left, palette.unscored)
        pen.strokeStyle = tone === 'quiet' ? palette.rule : colour
        pen.strokeRect(left + 0.5, 0.5, BOX - 1, BOX - 1)
      }
      pen.fillStyle = tone === 'fail' ? palette.paper : colour
      pen.fillText(glyph, left + BOX / 2, BOX / 2 + 0.5)
    }
  }
  return { sheet, scale, ink: palette.ink, paper: palette.paper, muted: palette.muted }
}

function hatched(pen: CanvasRenderingContext2D, left: number, colour: string): void {
  pen.save()
  pen.beginPath()
  pen.rect(left, 0, BOX, BOX)
  pen.clip()
  pen.strokeStyle = colour
  pen.globalAlpha = 0.35
  for (let at = 4; at < 2 * BOX; at += 4) {
    pen.beginPath()
    pen.moveTo(left, at)
    pen.lineTo(left + at, 0)
    pen.stroke()
  }
  pen.restore()
}

export interface Window {
  /** CSS pixels. */
  width: number
  height: number
  left: number
  top: number
  /** What the names and the head take. */
  names: number
  head: number
}

/** Draws the cells that are in sight, and the numbers of their columns. */
export function drawCells(canvas: HTMLCanvasElement, tiles: Tiles, rows: readonly { codes: Uint8Array }[], columns: number, { width, height, left, top, names, head }: Window): void {
  const { sheet, scale, paper, muted } = tiles
  const [wide, tall] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== wide || canvas.height !== tall) {
    canvas.width = wide
    canvas.height = tall
  }
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.fillStyle = paper
  pen.fillRect(0, 0, wide, tall)
  const [firstRow, lastRow] = [Math.max(0, Math.floor(top / PITCH)), Math.min(rows.length - 1, Math.ceil((top + height - head) / PITCH))]
  const [firstColumn, lastColumn] = [Math.max(0, Math.floor(left / PITCH)), Math.min(columns - 1, Math.ceil((left + width - names) / PITCH))]
  const [size, box] = [Math.ceil(PITCH * scale), Math.ceil(BOX * scale)]
  for (let r = firstRow; r <= lastRow; r += 1) {
    const codes = rows[r]?.codes
    if (!codes) continue
    const y = Math.round((head + r * PITCH - top) * scale)
    for (let c = firstColumn; c <= lastColumn; c += 1) {
      const code = codes[c] ?? NO_CELL
      if (code !== NO_CELL) pen.drawImage(sheet, code * size, 0, box, box, Math.round((names + c * PITCH - left) * scale), y, box, box)
    }
  }
  pen.fillStyle = paper
  pen.fillRect(0, 0, wide, Math.round(head * scale))
  pen.scale(scale, scale)
  pen.fillStyle = muted
  pen.font = '12px system-ui, sans-serif'
  const step = columns > 200 ? 20 : 10
  for (let c = firstColumn; c <= lastColumn; c += 1) if (c === 0 || (c + 1) % step === 0) pen.fillText(String(c + 1), names + c * PITCH - left, head - 6)
}
