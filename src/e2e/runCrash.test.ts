// The browser is killed in the middle of a run, again and again: what was finished stays as it was, and nothing is played twice.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { chromiumFlags, findChromium } from '../testing/chromium'

const KILLS = 5
const AT_ONCE = 3
const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const profile = mkdtempSync(join(tmpdir(), 'aftermath-crash-'))
let server: MessagesServer
let child: ChildProcess | undefined

beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { oracle: oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing: 0.3, delay: 60 }) } })
})
afterAll(async () => {
  await kill()
  await server.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** The whole browser at once, without a word to it. */
async function kill(): Promise<void> {
  const { pid } = child ?? {}
  if (!child || pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  process.kill(-pid, 'SIGKILL')
  await ended
}

/** A browser on the same profile, and a page of it that is connected to the fake model. */
async function start(): Promise<Page> {
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  rmSync(join(profile, 'SingletonLock'), { force: true })
  child = spawn(findChromium() ?? 'chromium', [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], { detached: true, stdio: 'ignore' })
  await expect.poll(() => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n'), { timeout: 20_000 }).toBe(true)
  const [port = ''] = readFileSync(portFile, 'utf8').split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]!.newPage()
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await page.getByLabel('Server', { exact: true }).selectOption('custom')
  await page.getByLabel('Base URL').fill(server.base('oracle', 'crash'))
  await page.getByRole('button', { name: 'Use this server' }).click()
  await page.getByRole('button', { name: 'Test connection' }).waitFor()
  return page
}

/** Each attempt that is kept, as "task#index/attempt" → its record as text. */
async function kept(page: Page): Promise<Map<string, string>> {
  const all = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => { const asked = indexedDB.open('aftermath'); asked.onsuccess = () => resolve(asked.result) })
    const chunks = await new Promise<Record<string, unknown>[][]>((resolve) => { const asked = db.transaction('trials').objectStore('trials').getAll(); asked.onsuccess = () => resolve(asked.result) })
    db.close()
    return chunks.flat().map((trial) => [`${String(trial['task'])}#${String(trial['index'])}/${String(trial['attempt'])}`, JSON.stringify(trial)] as const)
  })
  const found = new Map(all)
  expect(found.size, 'an attempt is kept twice').toBe(all.length)
  return found
}

const countOf = async (page: Page): Promise<number> => Number(/: (\d+) of/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[1])

test(`killed ${KILLS} times, a run loses at most what was in flight, and keeps the rest byte for byte`, { timeout: 180_000 }, async () => {
  let before = new Map<string, string>()
  let page = await start()
  await page.getByLabel('Model', { exact: true }).fill('claude-sonnet-5-5')
  await page.getByLabel('Trials of each task').fill('5')
  await page.getByLabel('Trials at once').fill(String(AT_ONCE))
  await page.getByRole('button', { name: 'Run 30 trials' }).click()
  for (let round = 0; round < KILLS; round += 1) {
    await page.getByRole('heading', { level: 1, name: /Running: ([2-9]|\d\d) of/ }).waitFor()
    await page.waitForTimeout(37 * (round + 1))
    const seen = (await countOf(page)) + before.size
    await kill()
    page = await start()
    const now = await kept(page)
    expect(now.size).toBeGreaterThanOrEqual(seen)
    for (const [attempt, text] of before) expect(now.get(attempt)).toBe(text)
    before = now
    await page.getByRole('region', { name: 'Not finished' }).getByRole('link').click()
    await page.getByRole('button', { name: `Resume with ${30 - now.size} trials` }).click()
  }
  await page.getByRole('heading', { level: 1, name: /^Done/ }).waitFor({ timeout: 60_000 })
  const end = await kept(page)
  expect(end.size).toBe(30)
  for (const [attempt, text] of before) expect(end.get(attempt)).toBe(text)
})
