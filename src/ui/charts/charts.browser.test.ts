// Every chart as a file of its own: an XML parser takes it, and a browser draws it.
import ExifReader from 'exifreader'
import { expect, test } from 'vitest'
import { compare } from '../../core/report/compare'
import { proportion } from '../../core/report/rate'
import { report, type Report } from '../../core/report/report'
import { publishedRuns } from '../../core/run/published'
import { FAILURES } from '../../core/trial/failures/category'
import { outline, summariesOf, type States } from '../../testing/summaries'
import { differenceScene } from '../compare/differenceScene'
import { bagsScene } from '../plan/bags'
import { widthScene } from '../plan/widthScene'
import { curveScene } from './curveScene'
import { failureScene } from './failureScene'
import { fileOf, paletteOf } from './files'
import { flowScene } from './flowScene'
import { histogramScene } from './histogramScene'
import type { Provenance } from './provenance'
import { rateScene } from './rateScene'
import type { Scene } from './scene'
import { svgText } from './svgText'

const NASTY = 'a & b <script> "q" 🙂 \u202Eevil\u0000 ]]>'
const from: Provenance = { name: NASTY, id: 'r', label: 'synthetic', hash: 'f'.repeat(64), app: '1.0.0', date: '2026-11-30T00:00:00Z' }
const states: States = { [NASTY]: ['pass', 'fail', 'system_error'], b: ['pass', 'pass'], c: [] }
const lacking = report(outline(states, 3), summariesOf(states))
const better = report(outline({ [NASTY]: [], b: [], c: [] }, 3), summariesOf({ [NASTY]: ['pass', 'pass', 'pass'], b: ['pass', 'fail', 'pass'], c: ['fail', 'fail', 'fail'] }))
const failed = { failed: 7, uncategorised: proportion(1, 7), unseen: proportion(2, 7), counts: FAILURES.map((failure, i) => ({ failure, share: proportion(i % 4, 7), byRule: Math.min(i % 4, 2), byHand: i % 4 === 3 ? 1 : 0, denied: 0 })) }
const [published] = publishedRuns('1.0.0')
const whole = report(published!, [])

const scenes: [string, (width: number) => Scene][] = [
  ...([['lacking', lacking], ['published', whole]] as [string, Report][]).flatMap(([name, one]): [string, (width: number) => Scene][] => [
    [`flow, ${name}`, (width) => flowScene(one, width)],
    [`curve, ${name}`, (width) => curveScene(one, width, 2)],
    [`slices, ${name}`, (width) => rateScene([{ title: NASTY, rows: one.tasks.map((row) => ({ label: row.task, rate: one.total })) }], width, 'Rates')],
  ]),
  ['histogram', (width) => histogramScene([1, 2, 2, 9].map((value) => ({ value, state: value === 2 ? 'fail' : 'pass' })), 'Steps', width, { median: 2, max: 9 })],
  ['failures', (width) => failureScene(failed, width)],
  ['differences', (width) => differenceScene(compare(lacking, better), width)],
  ['bags', (width) => bagsScene(0.75, 4, 8, width)],
  ['widths', (width) => widthScene({ tasks: 23, trials: 5, rate: 0.8, alike: 0.6 }, width)],
]

test.each(scenes)('%s is well-formed, has no number that is none, and refers to nothing outside', (name, draw) => {
  for (const width of [340, 900]) {
    const text = svgText(draw(width), `${name} ${NASTY}`, paletteOf(document.body), from)
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    expect(parsed.querySelector('parsererror')?.textContent ?? '').toBe('')
    expect(parsed.querySelector('title')?.textContent).toContain('a & b <script>')
    expect(JSON.parse(parsed.querySelector('metadata')?.textContent ?? '')).toMatchObject({ id: 'r', app: '1.0.0', hash: 'f'.repeat(64) })
    expect(text).not.toMatch(/NaN|Infinity|undefined|var\(|url\(|href/)
  }
})

test.each(scenes)('%s keeps within its width, on a phone and on a desk', (_, draw) => {
  for (const width of [326, 358, 900]) {
    const scene = draw(width)
    const svg = new DOMParser().parseFromString(svgText(scene, 'T', paletteOf(document.body), from), 'image/svg+xml').documentElement
    const shown = document.body.appendChild(document.importNode(svg, true))
    const outside = [...shown.querySelectorAll<SVGGraphicsElement>('g > *')].flatMap((mark) => {
      const { x, y, width: wide, height } = mark.getBBox()
      return x < -2 || x + wide > width + 2 || y < -4 || y + height > scene.height + 4 ? [`${mark.outerHTML.slice(0, 200)} at ${x} to ${x + wide}, ${y} to ${y + height}`] : []
    })
    shown.remove()
    expect(outside, String(width)).toEqual([])
  }
})

test('a picture has twice the size of its drawing, and says where it is from', async () => {
  const draw = scenes[0]![1]
  const palette = paletteOf(document.body)
  const svg = new DOMParser().parseFromString(svgText(draw(600), 'Flow', palette, from), 'image/svg+xml').documentElement
  const blob = await fileOf('png', { title: 'Flow', scene: draw(600), table: { columns: [], rows: [] }, palette, from })
  const picture = await createImageBitmap(blob)
  expect(blob.type).toBe('image/png')
  const tags = ExifReader.load(await blob.arrayBuffer())
  expect([tags['Title']?.value, tags['Software']?.value, tags['Creation Time']?.value]).toEqual(['Flow', 'Aftermath 1.0.0', '2026-11-30T00:00:00Z'])
  expect(tags['Source']?.value).toContain(`configuration ${'f'.repeat(12)}`)
  expect(JSON.parse(String(tags['Comment']?.value))).toEqual({ ...from, name: NASTY })
  expect([picture.width, picture.height]).toEqual([2 * Math.floor(Number(svg.getAttribute('width'))), 2 * Math.floor(Number(svg.getAttribute('height')))])
})
