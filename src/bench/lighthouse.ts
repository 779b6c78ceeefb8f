// `npm run lighthouse`: the start page as a host would serve it, on Lighthouse's throttled phone and on a desktop. Ends 1 where a bar is missed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { chromiumFlags, ensureChromium } from '../testing/chromium'

/** Fetched when it is asked for: two hundred packages that nothing else needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
/** Scores, 0 … 1, that must be reached. */
const BARS = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const

interface Report {
  categories: Record<keyof typeof BARS, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

async function measure(url: string, folder: string, device: 'phone' | 'desktop'): Promise<Report> {
  const path = join(folder, `${device}.json`)
  const flags = ['--headless', ...chromiumFlags.filter((flag) => !flag.startsWith('--host-resolver'))].join(' ')
  const run = spawn('npx', ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${path}`, `--chrome-flags=${flags}`, ...(device === 'desktop' ? ['--preset=desktop'] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROME_PATH: ensureChromium() },
  })
  const code = await new Promise((resolve) => run.on('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)}.`)
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

const folder = mkdtempSync(join(tmpdir(), 'aftermath-lighthouse-'))
const outDir = join(folder, 'dist')
await build({ logLevel: 'warn', build: { outDir } })
const server = await preview({ logLevel: 'warn', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
try {
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('The page is not served.')
  for (const device of ['phone', 'desktop'] as const) {
    const { categories, audits } = await measure(url, folder, device)
    const scores = Object.entries(BARS).map(([name, bar]) => {
      const score = categories[name as keyof typeof BARS].score ?? 0
      if (score < bar) process.exitCode = 1
      return `${name} ${Math.round(score * 100)}`
    })
    const times = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift'].map((name) => `${name} ${audits[name]?.displayValue ?? '?'}`)
    console.log(`${device}: ${[...scores, ...times].join(', ')}`)
  }
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
