// A large grid: pixels for the eye, one cell for the keyboard and for whoever listens.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import '../../styles/tokens.css'
import { report } from '../../core/report/report'
import { outline, summariesOf } from '../../testing/summaries'
import type { TerminalState } from '../../core/trial/record'
import { gridOf, type At } from './grid'
import GridCanvas from './GridCanvas.svelte'

const states = Object.fromEntries(Array.from({ length: 60 }, (_, t) => [`task-${t}`, Array.from({ length: 200 }, (_, i): TerminalState => ((i + t) % 5 === 0 ? 'fail' : 'pass'))]))
const summaries = summariesOf(states)
const grid = gridOf(report(outline(states, 200), summaries, { resamples: 100 }).tasks, summaries, undefined)

async function mount() {
  const opened: string[] = []
  let at: At | null = null
  await page.viewport(900, 700)
  await render(GridCanvas, { rows: grid.rows, columns: grid.columns, trials: true, label: 'Sixty by two hundred', onopen: (row, column) => void opened.push(`${row.row.task}/${column}`), onpoint: (to) => void (at = to) })
  const element = page.getByRole('grid').element() as HTMLElement
  return { opened, element, at: () => at }
}

const active = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')

test('arrows move the one cell that is read, it stays in sight, and Enter opens it', async () => {
  const { opened, element } = await mount()
  element.focus()
  expect(active(element)).toBe('task-0, trial 1: fail')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(active(element)).toBe('task-1, trial 3: pass')
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{End}')
  expect(active(element)).toBe('task-51, trial 200: fail')
  expect(element.scrollTop).toBeGreaterThan(0)
  expect(element.scrollLeft).toBeGreaterThan(1000)
  await userEvent.keyboard('{Enter}')
  expect(opened).toEqual(['task-51/199'])
})

test('only rows in sight are nodes, and a click opens the cell beneath it', async () => {
  const { opened, element } = await mount()
  expect(element.querySelectorAll('[role="row"]').length).toBeLessThan(60)
  const { left, top } = element.getBoundingClientRect()
  element.dispatchEvent(new MouseEvent('click', { clientX: left + 296 + 16 * 4 + 5, clientY: top + 22 + 16 * 2 + 5, bubbles: true }))
  expect(opened).toEqual(['task-2/4'])
})

test('a fail is dark and a pass is light, so that they differ without colour', async () => {
  const { element } = await mount()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const canvas = element.querySelector('canvas')!
  const scale = canvas.width / canvas.clientWidth
  const light = (column: number) => {
    const [r, g, b] = canvas.getContext('2d')!.getImageData((296 + column * 16 + 3) * scale, (22 + 3) * scale, 1, 1).data
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  expect(Math.abs(light(0) - light(1))).toBeGreaterThan(80)
})
