// Opens the built page in Chromium, watches everything it does, and says whether it stayed clean.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { chromiumFlags, findChromium } from '../testing/chromium'

/** What a page did since it was opened, its workers included. */
export interface Seen {
  /** Errors, and Svelte's own warnings: each says that a page may show what is no longer so. */
  readonly consoleErrors: string[]
  readonly pageErrors: string[]
  /** Of the page, its frames and its workers. */
  readonly policyViolations: string[]
  /** Every address asked for, by the page and its workers. */
  readonly requests: string[]
}

/** A page that is closed, with its context, at the end of an `await using` block. */
export type OpenPage = Page & AsyncDisposable

const seenBy = new WeakMap<Page, Seen>()
const colourSchemes = ['light', 'dark'] as const

let launched: Promise<Browser> | undefined

afterAll(async () => {
  await (await launched)?.close()
})

// One for all tests of a file: a context is already a fresh profile.
function browser(): Promise<Browser> {
  const executablePath = findChromium()
  launched ??= chromium.launch({ args: [...chromiumFlags], ...(executablePath ? { executablePath } : {}) })
  return launched
}

/**
 * Opens the built page at a hash route ('' or '#/prove') in a fresh profile.
 * Motion is reduced, so that colours are at rest when they are measured.
 */
export async function openPage(route = '', options: BrowserContextOptions = {}): Promise<OpenPage> {
  if (inject('buildError')) throw new Error(inject('buildError'))
  const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await watch(page)
  await page.goto(new URL(route, inject('pageUrl')).href)
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

/** What the page did so far. Throws if it was not opened by `openPage` or handed to `watch`. */
export function seen(page: Page): Seen {
  const found = seenBy.get(page)
  if (!found) throw new Error('This page is not watched.')
  return found
}

/** Starts to record what a page does: for pop-ups and second tabs; `openPage` does it by itself. */
export async function watch(page: Page): Promise<void> {
  const record: Seen = { consoleErrors: [], pageErrors: [], policyViolations: [], requests: [] }
  seenBy.set(page, record)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('svelte.dev/e/')) record.consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => record.pageErrors.push(String(error)))
  page.on('request', (request) => record.requests.push(request.url()))
  await page.exposeFunction('reportViolation', (text: string) => record.policyViolations.push(text))
  await page.addInitScript(reportViolations)
}

// Runs in the page before anything else. A worker's violations reach neither the page nor its console,
// so what a worker is made of gets a first line that passes them on.
function reportViolations(): void {
  const channel = new BroadcastChannel('violations')
  const report = (text: string) => (Reflect.get(globalThis, 'reportViolation') as (text: string) => void)(text)
  channel.onmessage = ({ data }) => report(String(data))
  document.addEventListener('securitypolicyviolation', (event) => report(`${event.effectiveDirective} refused ${event.blockedURI}`))

  const passOn = `addEventListener('securitypolicyviolation', (event) => {
    new BroadcastChannel('violations').postMessage('worker: ' + event.effectiveDirective + ' refused ' + event.blockedURI)
  });`
  const createObjectURL = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (object) => {
    const isScript = object instanceof Blob && object.type.includes('javascript')
    return createObjectURL(isScript ? new Blob([passOn, object], { type: object.type }) : object)
  }
}

/** Fails on any console error, page error, policy violation, or request to another origin. */
export function expectClean(page: Page): void {
  const { consoleErrors, pageErrors, policyViolations, requests } = seen(page)
  const origin = new URL(inject('pageUrl')).origin
  expect({
    consoleErrors,
    pageErrors,
    policyViolations,
    otherOrigins: requests.filter((url) => !isOwn(url, origin)),
  }).toEqual({ consoleErrors: [], pageErrors: [], policyViolations: [], otherOrigins: [] })
}

function isOwn(url: string, origin: string): boolean {
  return /^(blob|data):/.test(url) || new URL(url).origin === origin
}

/** Fails on any breach of WCAG 2.2 A and AA or of good practice that axe finds, contrast included, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of colourSchemes) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page), `accessibility in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** One line for each violation: rule, element, reason. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the page's policy does not bind: a script tag would be refused.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe
    return run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  })
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? rule.help}`))
}

/** Saves the whole page as PNG in light and in dark under `folder`; returns the two paths. Nothing is compared. */
export async function screenshots(page: Page, folder: string, name: string): Promise<string[]> {
  const paths: string[] = []
  for (const colorScheme of colourSchemes) {
    const path = `${folder}/${name}-${colorScheme}.png`
    mkdirSync(dirname(path), { recursive: true })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path, fullPage: true })
    paths.push(path)
  }
  await page.emulateMedia({ colorScheme: null })
  return paths
}
