// Finds a Chromium for the tests, or installs one.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const folders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin', '/Applications/Google Chrome.app/Contents/MacOS']

/**
 * Flags for every test browser: they work for root and in a container, and nothing but this
 * machine can be reached. Playwright adds a fresh profile and headless mode itself.
 */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

/** The path of a Chromium that starts, or undefined. Looks at CHROMIUM_PATH, the system and Playwright's cache. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return systemChromium() ?? playwrightChromium()
}

/**
 * The path of a Chromium that starts, installing one if there is none: Playwright's own download
 * first, then Debian's package when root. Throws an Error of one sentence when nothing worked.
 */
export function ensureChromium(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (starts(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not start as a browser.`)
  }
  const found = findChromium() ?? downloadFromPlaywright() ?? installFromDebian()
  if (found) return found
  throw new Error('The browser tests need Chromium: install it (for example "apt-get install chromium") or set CHROMIUM_PATH to one.')
}

function systemChromium(): string | undefined {
  const places = [...folders, ...(process.env['PATH'] ?? '').split(delimiter)]
  const candidates = places.flatMap((place) => [...names, 'Google Chrome'].map((name) => join(place, name)))
  return [...new Set(candidates)].find((path) => existsSync(path) && starts(path))
}

function playwrightChromium(): string | undefined {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())"
  // Asked in another process because this function must stay synchronous and cheap to import.
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return stdout && existsSync(stdout) && starts(stdout) ? stdout : undefined
}

function downloadFromPlaywright(): string | undefined {
  console.log('No Chromium found: downloading the one Playwright provides.')
  attempt(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], 300_000)
  return playwrightChromium()
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium with apt-get.')
  attempt('apt-get', ['update', '-q'], 300_000)
  attempt('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], 900_000)
  return systemChromium()
}

/** Runs an installer; whether it worked is found out by looking for the browser afterwards. */
function attempt(command: string, args: readonly string[], timeout: number): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

// A file of that name is no proof: Ubuntu's package is a stub, and a downloaded browser may lack libraries.
function starts(path: string): boolean {
  try {
    const answer = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 })
    return /chrom/i.test(answer)
  } catch {
    return false
  }
}
