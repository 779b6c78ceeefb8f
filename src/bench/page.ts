// The timed page: what a worker needs by itself, and trials kept in IndexedDB while the page goes on drawing.
import { wrap } from 'comlink'
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'
import { openStore } from '../adapters/idbStore/openStore'
import { shippedBundles } from '../adapters/taskFiles/shipped'
import { browserClient } from '../adapters/worldWorker/browser'
import { agentPlayer, SCRIPT_SEED, SCRIPT_STEPS, type ScriptJob } from '../core/prove/scripted'
import { GRADER_VERSION } from '../core/grade/grade'
import { manifestOf, newRun } from '../core/run/manifest'
import type { bench } from './worker'
import { bootstrapTime, gridTime, openTime, reportTime } from './reports.svelte'
import BenchWorker from './worker?worker&inline'

const shop = async () => (await shippedBundles()).find(({ world }) => world.id === 'shop')!

async function inWorker(): Promise<{ world: number; whole: number }> {
  const wasm = new Uint8Array(await (await fetch(wasmUrl)).arrayBuffer())
  const worker = new BenchWorker()
  try {
    return await wrap<typeof bench>(worker).time(wasm, await shop())
  } finally {
    worker.terminate()
  }
}

/** Runs `trials` scripted trials in `workers` workers and keeps every record; seconds, and the longest gap between two frames in ms. */
async function recorded(trials: number, workers: number): Promise<{ seconds: number; gap: number }> {
  const bundle = await shop()
  const { store } = await openStore()
  const clients = Array.from({ length: workers }, () => browserClient())
  for (const client of clients) await client.load(bundle)
  const perTask = Math.ceil(trials / bundle.tasks.length)
  const id = `bench-${Date.now()}`
  const player = agentPlayer('oracle')
  await store.put(newRun({
    id, name: 'Bench', created: new Date().toISOString(), app: 'bench', kind: 'scripted', configuration: { player, trials: perTask, steps: SCRIPT_STEPS, seed: SCRIPT_SEED },
    manifest: manifestOf([bundle], perTask), bundles: [bundle], starts: { shop: await clients[0]!.starts('shop') }, grader: GRADER_VERSION,
  }), [])
  let gap = 0
  let last = performance.now()
  let drawing = true
  const frame = (now: number) => {
    gap = Math.max(gap, now - last)
    last = now
    if (drawing) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const jobs: ScriptJob[] = bundle.tasks.flatMap(({ id: task }) => Array.from({ length: perTask }, (_, index) => ({ task, index, agent: 'oracle' as const }))).slice(0, trials)
  const from = performance.now()
  await Promise.all(clients.map((client, i) => {
    const share = jobs.slice(Math.floor((i * jobs.length) / workers), Math.floor(((i + 1) * jobs.length) / workers))
    return client.run('shop', share, (batch) => store.append(id, batch))
  }))
  const seconds = (performance.now() - from) / 1000
  drawing = false
  for (const client of clients) await client.close()
  await store.remove(id)
  await store.purge(await store.removed())
  return { seconds, gap }
}

Object.assign(window, { bench: { inWorker, recorded, bootstrapTime, gridTime, openTime, reportTime } })
