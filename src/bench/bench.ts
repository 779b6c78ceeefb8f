// npm run bench: how long things take, side by side in one run. It judges nothing; the targets stand beside the figures.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { chromium, type Browser, type Page } from 'playwright-core'
import { chromiumFlags, ensureChromium } from '../testing/chromium'
import { serveFolder } from '../testing/serveFolder'
import { reportRows } from './reportRows'
import { median } from './work'

const ROOT = join(import.meta.dirname, '../..')
const NATIVE = join(ROOT, 'node_modules/.bench')

/** better-sqlite3 is compiled on the first run (some minutes) and kept beside the other packages. */
function nativeFolder(): string {
  if (!existsSync(join(NATIVE, 'node_modules/better-sqlite3/build'))) {
    mkdirSync(NATIVE, { recursive: true })
    console.log('Compiling better-sqlite3 12.11.1, once …')
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', NATIVE, 'better-sqlite3@12.11.1'], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return NATIVE
}

async function built(name: string, input?: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), `aftermath-${name}-`))
  await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true, ...(input ? { rolldownOptions: { input } } : {}) } })
  return outDir
}

/** Bytes of what the first page asks for, as brotli at its best level. */
function firstLoad(folder: string, requested: readonly string[]): { part: string; bytes: number }[] {
  return requested.map((path) => join(folder, path)).filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => ({ part: path.slice(folder.length + 1), bytes: brotliCompressSync(readFileSync(path)).length }))
}

const scriptAndStyle = (parts: readonly { part: string; bytes: number }[]): number => parts.filter(({ part }) => /\.(js|css)$/.test(part)).reduce((sum, { bytes }) => sum + bytes, 0)

/** What is asked of the server at `address`, as paths. */
function requestsTo(page: Page, address: string): string[] {
  const requested: string[] = []
  page.on('request', (request) => { if (request.url().startsWith(address)) requested.push(request.url().slice(address.length).replace(/#.*/, '') || 'index.html') })
  return requested
}

/** What the start page asks for by itself. */
async function startRequests(browser: Browser, address: string): Promise<string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const requested = requestsTo(page, address)
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return requested
}

async function proofTime(page: Page, address: string): Promise<{ proof: number; requested: string[] }> {
  const requested = requestsTo(page, address)
  await page.goto(`${address}#/prove?agents=oracle,null,liar`)
  const finished = await page.waitForFunction(() => /23 of 23.*3 of 23.*3 of 23/s.test([...document.querySelectorAll('table')].map((one) => one.textContent).join(' ')) && performance.now())
  const proof = Number(await finished.jsonValue())
  return { proof, requested }
}

const row = (name: string, value: string, target = '') => console.log(`${name.padEnd(58)} ${value.padStart(12)}   ${target}`)

async function main(): Promise<void> {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}\n`)
  const native = JSON.parse(execFileSync('npx', ['tsx', join(import.meta.dirname, 'native.ts'), nativeFolder()], { cwd: ROOT, encoding: 'utf8' })) as { naive: number; asWell: number }
  const app = await built('app')
  const benchPage = await built('bench', join(import.meta.dirname, 'page.html'))
  const [appServer, benchServer] = [await serveFolder(app), await serveFolder(benchPage)]
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumFlags] })
  try {
    const page = await browser.newPage()
    await page.goto(`${benchServer.address}bench/page.html`)
    await page.waitForFunction(() => 'bench' in window)
    const inWorker = await page.evaluate(() => (window as unknown as { bench: { inWorker(): Promise<{ world: number; whole: number }> } }).bench.inWorker())
    const recorded = (trials: number, workers: number) => page.evaluate(([t, w]) => (window as unknown as { bench: { recorded(trials: number, workers: number): Promise<{ seconds: number; gap: number }> } }).bench.recorded(t!, w!), [trials, workers])
    const five: { seconds: number; gap: number }[] = []
    for (let i = 0; i < 5; i += 1) five.push(await recorded(10_000, 1))
    const many = await recorded(100_000, 2)
    const proofs: Awaited<ReturnType<typeof proofTime>>[] = []
    for (let i = 0; i < 5; i += 1) {
      const context = await browser.newContext()
      proofs.push(await proofTime(await context.newPage(), appServer.address))
      await context.close()
    }

    console.log('One trial, medians of 9 rounds')
    row('world work, Chromium\'s worker', `${inWorker.world.toFixed(1)} µs`)
    row('whole trial (open, loop, grade, record), Chromium\'s worker', `${inWorker.whole.toFixed(1)} µs`)
    row('the same world work, better-sqlite3, as well as we do it', `${native.asWell.toFixed(1)} µs`)
    row('the same world work, better-sqlite3, naively', `${native.naive.toFixed(1)} µs`)
    row('ratio to better-sqlite3 as well as we do it', (inWorker.world / native.asWell).toFixed(2), 'at most 1.5')
    row('ratio to better-sqlite3 naively', (inWorker.world / native.naive).toFixed(2), 'at most 0.25')
    console.log('\nTrials kept in IndexedDB, end to end')
    row('trials a second, one worker, median of 5 × 10,000', (10_000 / median(five.map(({ seconds }) => seconds))).toFixed(0), 'at least 5000')
    row('longest gap between two frames', `${Math.max(...five.map(({ gap }) => gap)).toFixed(0)} ms`, 'at most 50 ms')
    row('100,000 trials, two workers', `${many.seconds.toFixed(1)} s`, 'at most 12 s')
    row('longest gap between two frames meanwhile', `${many.gap.toFixed(0)} ms`)
    await reportRows(page, row)
    await page.close()
    console.log('\nFirst load of the start page, brotli')
    const parts = firstLoad(app, await startRequests(browser, appServer.address))
    for (const { part, bytes } of parts) row(part, `${(bytes / 1000).toFixed(1)} kB`)
    row('script and style', `${(scriptAndStyle(parts) / 1000).toFixed(1)} kB`, 'at most 90 kB')
    row('script and style of the proof, with the engine\'s worker', `${(scriptAndStyle(firstLoad(app, proofs[0]?.requested ?? [])) / 1000).toFixed(1)} kB`)
    console.log('\nFrom navigation')
    row('proof of 23 tasks × 3 agents on the page, median of 5', `${median(proofs.map(({ proof }) => proof)).toFixed(0)} ms`, 'at most 1200 ms')
  } finally {
    await browser.close()
    await appServer.close()
    await benchServer.close()
    for (const folder of [app, benchPage]) rmSync(folder, { recursive: true, force: true })
  }
}

await main()
