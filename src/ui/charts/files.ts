// Charts and tables as files, made in the browser.
import { INKS, type Scene } from './scene'
import { csvText, latexText, markdownText, type DataTable } from './tableText'
import { svgText, type Palette } from './svgText'
import type { Provenance } from './provenance'

export const FORMATS = ['svg', 'png', 'csv', 'md', 'tex'] as const
export type Format = (typeof FORMATS)[number]
export const FORMAT_NAMES: Record<Format, string> = { svg: 'SVG', png: 'PNG', csv: 'CSV', md: 'Markdown', tex: 'LaTeX' }
const TYPES: Record<Format, string> = { svg: 'image/svg+xml', png: 'image/png', csv: 'text/csv', md: 'text/markdown', tex: 'text/x-tex' }

/** The colours as they are now, by meaning. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement('span')
  element.append(probe)
  const entries = INKS.map((ink) => {
    probe.style.color = `var(--${ink})`
    return [ink, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Palette
}

/** A scene as a file. Throws one sentence where the browser cannot draw it. */
export async function fileOf(format: Format, { title, scene, table, palette, from }: { title: string; scene: Scene | null; table: DataTable; palette: Palette; from: Provenance }): Promise<Blob> {
  const text = () => (format === 'csv' ? csvText(table, from) : format === 'md' ? markdownText(table, title, from) : format === 'tex' ? latexText(table, title, from) : scene ? svgText(scene, title, palette, from) : '')
  if (format === 'png') {
    if (!scene) throw new Error('there is nothing to draw')
    return pngOf(svgText(scene, title, palette, from))
  }
  // A spreadsheet takes a file without the mark for one in an old encoding.
  return new Blob([format === 'csv' ? '\u{FEFF}' : '', text()], { type: `${TYPES[format]};charset=utf-8` })
}

/** An SVG drawn at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 2 * image.naturalWidth
    canvas.height = 2 * image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!blob) throw new Error('the picture could not be drawn')
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}
