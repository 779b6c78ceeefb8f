// What a report costs: its numbers, its grid, and opening a run that is kept.
import { flushSync, mount, unmount } from 'svelte'
import '../styles/tokens.css'
import { openStore } from '../adapters/idbStore/openStore'
import { shippedBundles } from '../adapters/taskFiles/shipped'
import { browserClient } from '../adapters/worldWorker/browser'
import { GRADER_VERSION } from '../core/grade/grade'
import { agentPlayer, SCRIPT_SEED, SCRIPT_STEPS, type ScriptJob } from '../core/prove/scripted'
import { report } from '../core/report/report'
import { manifestOf, newRun } from '../core/run/manifest'
import type { RunOutline } from '../core/run/summary'
import type { TrialSummary } from '../core/run/store'
import type { Failure } from '../core/trial/failures/category'
import { bootstrapMeans } from '../core/stats/bootstrap'
import { gridOf, MOST_NODES, type Grid, type GridRow } from '../ui/report/grid'
import GridCanvas from '../ui/report/GridCanvas.svelte'
import GridNodes from '../ui/report/GridNodes.svelte'
import { median } from './work'

/** Trials of tasks that pass three times of four, in no certain order. */
function run(tasks: number, trials: number): { head: RunOutline; summaries: TrialSummary[] } {
  const names = Array.from({ length: tasks }, (_, i) => `task-${i}`)
  const summaries = names.flatMap((task, t) => Array.from({ length: trials }, (_, index): TrialSummary => ({
    world: 'w', task, index, attempt: 1, state: (index * 7 + t * 3) % 4 === 0 ? 'fail' : 'pass', ...((index * 7 + t * 3) % 4 === 0 ? { failures: [['missing_change', 'gave_up_early'], ['unexpected_change'], []][index % 3] as Failure[] } : {}), steps: 4 + (index % 5), calls: 3, changes: 1, milliseconds: 2,
    dimensions: { state: (index * 7 + t * 3) % 4 === 0 ? 'fail' : 'pass', process: 'pass' }, why: '',
  })))
  return {
    head: { id: 'bench', name: 'Bench', created: '2026-01-01T00:00:00Z', kind: 'model', configuration: { player: { kind: 'model', id: 'm', title: 'M' }, trials, steps: 20, seed: 1 }, manifest: names.map((task) => ({ world: 'w', task, trials })) },
    summaries,
  }
}

const timed = (rounds: number, work: () => void): number => {
  work()
  return median(Array.from({ length: rounds }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  }))
}

/** Milliseconds of a report. */
export function reportTime(tasks: number, trials: number): number {
  const { head, summaries } = run(tasks, trials)
  return timed(5, () => void report(head, summaries))
}

/** Milliseconds of 10,000 resamples of 100 tasks. */
export function bootstrapTime(): number {
  const column = Array.from({ length: 100 }, (_, i) => ((i * 37) % 11) / 10)
  return timed(9, () => void bootstrapMeans([column]))
}

/** Milliseconds until a grid of so many cells stands, and until it stands again with one cell of each task changed. */
export function gridTime(tasks: number, trials: number): { mounted: number; updated: number } {
  const { head, summaries } = run(tasks, trials)
  const { tasks: rows } = report(head, summaries, { resamples: 100 })
  const place = document.createElement('div')
  document.body.append(place)
  const [mounted, updated]: [number[], number[]] = [[], []]
  for (let round = 0; round <= 5; round += 1) {
    const from = performance.now()
    const grid = gridOf(rows, summaries, undefined)
    let list = $state.raw(grid.rows)
    const component = mountGrid(place, grid, () => list)
    settle(place)
    if (round > 0) mounted.push(performance.now() - from)
    const changed = changedRows(grid)
    const again = performance.now()
    list = changed
    settle(place)
    if (round > 0) updated.push(performance.now() - again)
    void unmount(component)
    flushSync()
  }
  place.remove()
  return { mounted: median(mounted), updated: median(updated) }
}

function mountGrid(target: Element, grid: Grid, rows: () => GridRow[]) {
  const common = { columns: grid.columns, trials: true, label: 'Bench', onpoint: () => undefined }
  return grid.rows.length * grid.columns <= MOST_NODES
    ? mount(GridNodes, { target, props: { ...common, get rows() { return rows() }, href: (row, column) => `#${row.row.task}/${column}` } })
    : mount(GridCanvas, { target, props: { ...common, get rows() { return rows() }, onopen: () => undefined } })
}

/** Everything that the page does before it paints: effects, layout, and the pixels. */
function settle(place: HTMLElement): void {
  flushSync()
  void place.getBoundingClientRect().height
  const canvas = place.querySelector('canvas')
  if (canvas && canvas.width > 0) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
}

/** One trial of every task ended otherwise. */
const changedRows = ({ rows, columns }: Grid): GridRow[] => rows.map((row, r) => {
  const codes = Uint8Array.from(row.codes)
  codes[r % columns] = codes[r % columns] === 1 ? 2 : 1
  return { ...row, codes }
})

/** Milliseconds to open a run of so many trials from IndexedDB up to its report and its grid: head and summaries, no trajectory. */
export async function openTime(trials: number): Promise<number> {
  const bundle = (await shippedBundles()).find(({ world }) => world.id === 'shop')!
  const { store } = await openStore()
  const client = browserClient()
  await client.load(bundle)
  const perTask = Math.ceil(trials / bundle.tasks.length)
  const id = `bench-open-${Date.now()}`
  await store.put(newRun({
    id, name: 'Bench', created: new Date().toISOString(), app: 'bench', kind: 'scripted', configuration: { player: agentPlayer('oracle'), trials: perTask, steps: SCRIPT_STEPS, seed: SCRIPT_SEED },
    manifest: manifestOf([bundle], perTask), bundles: [bundle], starts: { shop: await client.starts('shop') }, grader: GRADER_VERSION,
  }), [])
  const jobs: ScriptJob[] = bundle.tasks.flatMap(({ id: task }) => Array.from({ length: perTask }, (_, index) => ({ task, index, agent: 'oracle' as const })))
  await client.run('shop', jobs, (batch) => store.append(id, batch))
  await client.close()
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    // A connection of its own: nothing of the run is remembered.
    const { store: fresh } = await openStore()
    const from = performance.now()
    const head = (await fresh.head(id))!
    const summaries = await fresh.summaries(id)
    const { tasks } = report(head, summaries)
    gridOf(tasks, summaries, undefined)
    times.push(performance.now() - from)
  }
  await store.remove(id)
  await store.purge(await store.removed())
  return median(times)
}
