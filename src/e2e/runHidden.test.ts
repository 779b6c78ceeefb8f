// A run in a tab that nobody sees: its back-off is over when the clock says so, and the run goes on.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import type { Scenario } from '../adapters/node/messagesServer/scenarios'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { openPage, seen } from './helpers'
import { OwnBrowser } from './ownBrowser'
import { begin, connect, heading } from './runPage'

/** Requests that are asked to wait, and for how many seconds. */
const ASKED = [3, 6, 9]
const WAIT = 2
const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const browser = new OwnBrowser()
let server: MessagesServer

beforeAll(async () => {
  const right = oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing: 0, delay: 20 })
  const busy: Scenario = { messages: (exchange) => (ASKED.includes(exchange.count) ? exchange.error(429, 'rate_limit_error', 'Too many requests.', { headers: { 'retry-after': String(WAIT) } }) : right.messages(exchange)) }
  server = await startMessagesServer({ scenarios: { busy } })
})
afterAll(async () => {
  await browser.remove()
  await server.close()
})

const messages = (run: string) => server.received(run).filter(({ path }) => path.endsWith('/messages'))

test('in a hidden tab a back-off ends when the server allows it, and not before', { timeout: 90_000 }, async () => {
  const connected = await browser.start()
  const context = connected.contexts()[0]!
  const page = await context.newPage()
  await page.addInitScript(() => {
    const went: string[] = []
    Reflect.set(globalThis, 'went', went)
    document.addEventListener('visibilitychange', () => went.push(document.visibilityState))
  })
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await connect(page, server, 'busy', { run: 'hidden', trials: '1' })
  await page.getByLabel('Trials at once').fill('1')
  const other = await context.newPage()
  await page.bringToFront()
  await begin(page)
  await page.getByText(/backing off/).first().waitFor()
  await other.bringToFront()
  // A debugger makes every page believe that it is seen: without it, the other tab is.
  await connected.close()
  await expect.poll(() => messages('hidden').length, { timeout: 60_000 }).toBeGreaterThan(Math.max(...ASKED) + 3)

  const again = await browser.connect()
  const found = again.contexts()[0]!.pages().find((one) => one.url().includes('#/run'))!
  expect(await found.evaluate(() => Reflect.get(globalThis, 'went') as string[])).toContain('hidden')
  await heading(found, /^Done: 6 of 6/).waitFor({ timeout: 30_000 })
  const at = messages('hidden').map((one) => one.at)
  for (const count of ASKED) expect(at[count]! - at[count - 1]!).toBeGreaterThanOrEqual(WAIT * 1000 - 50)
  await again.close()
})

test('timers that come a minute late, as those of a page that was hidden for long, delay no back-off', { timeout: 50_000 }, async () => {
  await using page = await openPage('#/run')
  await connect(page, server, 'busy', { run: 'late', trials: '1' })
  await page.getByLabel('Trials at once').fill('1')
  await page.evaluate(() => {
    const inTime = setTimeout.bind(globalThis)
    Object.assign(globalThis, { setTimeout: (call: () => void, milliseconds = 0, ...rest: unknown[]) => inTime(call, milliseconds < 200 ? milliseconds : milliseconds + 60_000, ...rest) })
  })
  await begin(page)
  await heading(page, /^Done: 6 of 6/).waitFor({ timeout: 45_000 })
  const at = messages('late').map((one) => one.at)
  for (const count of ASKED) expect(at[count]! - at[count - 1]!).toBeGreaterThanOrEqual(WAIT * 1000 - 50)
  expect(seen(page).pageErrors).toEqual([])
})
