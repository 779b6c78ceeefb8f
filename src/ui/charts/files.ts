// Charts and tables as files, made in the browser.
import { INKS, type Scene } from './scene'
import { csvText, latexText, markdownText, type DataTable } from './tableText'
import { pngOf } from './picture'
import { withText } from './pngText'
import { provenanceLine, type Provenance } from './provenance'
import { svgText, type Palette } from './svgText'

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
    const picture = await pngOf(svgText(scene, title, palette, from))
    const texts = { Title: title, Description: scene.label, Software: `Aftermath ${from.app}`, Source: provenanceLine(from), 'Creation Time': from.date, Comment: JSON.stringify(from) }
    return new Blob([withText(new Uint8Array(await picture.arrayBuffer()), texts)], { type: TYPES.png })
  }
  // A spreadsheet takes a file without the mark for one in an old encoding.
  return new Blob([format === 'csv' ? '\u{FEFF}' : '', text()], { type: `${TYPES[format]};charset=utf-8` })
}
