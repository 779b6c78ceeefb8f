// A scene as an SVG file: self-contained, its colours resolved, its origin written beneath it and into its metadata.
import { provenanceLine, type Provenance } from './provenance'
import { labelText, round, textWidth, type Ink, type Mark, type Scene } from './scene'

export type Palette = Record<Ink, string>

const PAD = 16
const SIZE = 11

/** What XML allows, with its own signs escaped: control characters and halves of pairs are replaced. */
export const escapeXml = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? '')

/** The file's text. */
export function svgText(scene: Scene, title: string, palette: Palette, from: Provenance): string {
  const foot = footLines(provenanceLine(from), scene.width)
  const top = PAD + 24
  const [width, height] = [scene.width + 2 * PAD, top + scene.height + PAD + foot.length * (SIZE + 4) + PAD / 2]
  const colour = (ink: Ink | undefined) => (ink === undefined ? 'none' : escapeXml(palette[ink]))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" font-family="system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(scene.label)}</desc>`,
    `<metadata>${escapeXml(JSON.stringify(from))}</metadata>`,
    `<rect width="100%" height="100%" fill="${colour('paper')}"/>`,
    `<text x="${PAD}" y="${PAD + 8}" font-size="15" font-weight="600" fill="${colour('ink')}">${escapeXml(labelText(title, scene.width, 15))}</text>`,
    `<g transform="translate(${PAD} ${top})">`,
    ...scene.marks.map((mark) => markText(mark, colour)),
    '</g>',
    ...foot.map((text, i) => `<text x="${PAD}" y="${round(top + scene.height + PAD + (i + 1) * (SIZE + 4) - 4)}" font-size="${SIZE}" fill="${colour('muted')}">${escapeXml(text)}</text>`),
    '</svg>',
    '',
  ].join('\n')
}

function footLines(text: string, width: number): string[] {
  const lines: string[] = []
  for (const part of labelText(text).split(' · ')) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} · ${part}`, SIZE) <= width) lines[lines.length - 1] = `${last} · ${part}`
    else lines.push(labelText(part, width, SIZE))
  }
  return lines
}

function markText(mark: Mark, colour: (ink: Ink | undefined) => string): string {
  switch (mark.kind) {
    case 'path':
      return `<path d="${escapeXml(mark.d)}" fill="${colour(mark.fill)}" stroke="${colour(mark.ink)}" stroke-width="${mark.width ?? 1}"${mark.dash ? ` stroke-dasharray="${escapeXml(mark.dash)}"` : ''}${mark.opacity === undefined ? '' : ` opacity="${mark.opacity}"`}/>`
    case 'rect':
      return `<rect x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}" fill="${colour(mark.fill)}" stroke="${colour(mark.ink)}" stroke-width="${mark.stroke ?? 1}"/>`
    case 'dot':
      return `<circle cx="${round(mark.x)}" cy="${round(mark.y)}" r="${round(mark.r)}" fill="${colour(mark.fill)}" stroke="${colour(mark.ink)}"/>`
    case 'text':
      return `<text x="${round(mark.x)}" y="${round(mark.y)}" font-size="${mark.size ?? 13}" text-anchor="${mark.anchor ?? 'start'}"${mark.bold ? ' font-weight="600"' : ''} fill="${colour(mark.ink ?? 'ink')}">${escapeXml(mark.text)}</text>`
  }
}
