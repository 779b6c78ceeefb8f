// The browser is killed in the middle of a run, twenty times: what was finished stays as it was, at most what was in flight is lost, and nothing is kept twice.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ORIGIN_KEY } from '../adapters/contentPolicy/narrow'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { OwnBrowser } from './ownBrowser'
import { begin, heading, keptRecords, setUp } from './runPage'

const KILLS = 20
const AT_ONCE = 3
const TASKS = 6
const TRIALS = 20
const WHOLE = TASKS * TRIALS
const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const browser = new OwnBrowser()
let server: MessagesServer

beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { oracle: oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing: 0.3, delay: 60 }) } })
})
afterAll(async () => {
  await browser.remove()
  await server.close()
})

/** A browser on the same profile, and a page of it that may call the server: what a tab keeps in its session is not there after a kill. */
async function start(route: string): Promise<Page> {
  const page = await (await browser.start()).contexts()[0]!.newPage()
  await page.addInitScript(([key, origin, connection]) => {
    sessionStorage.setItem(key, origin)
    sessionStorage.setItem('aftermath.connection', connection)
  }, [ORIGIN_KEY, server.origin, JSON.stringify({ preset: 'custom', base: server.base('oracle', 'crash'), scheme: 'bearer', caching: true })] as const)
  await page.goto(new URL(route, inject('pageUrl')).href)
  return page
}

/** Trials that were begun: each has one request whose history holds nothing but the customer's first words. */
const begun = () => server.received('crash').filter(({ path, body }) => path.endsWith('/messages') && (body as { messages: unknown[] }).messages.length === 1).length
const requests = () => server.received('crash').length
/** How many trials the page has shown as kept since it took the run up. */
const countOf = async (page: Page): Promise<number> => Number(/: (\d+) of/.exec((await heading(page, /./).textContent()) ?? '')?.[1])

test(`killed ${KILLS} times, a run of ${WHOLE} trials loses at most what was in flight, and keeps the rest byte for byte`, { timeout: 300_000 }, async () => {
  let before = new Map<string, string>()
  let page = await start('#/run')
  await setUp(page, { trials: String(TRIALS) })
  await page.getByLabel('Trials at once').fill(String(AT_ONCE))
  await begin(page)
  let [lost, counted] = [0, 0]
  let report = ''
  for (let round = 0; round < KILLS; round += 1) {
    await heading(page, /^Running/).waitFor()
    report ||= (await page.getByRole('link', { name: 'The report so far' }).getAttribute('href')) ?? ''
    // At another moment each time: just after a trial was kept, in the middle of a turn, while one is written.
    if (round % 2 === 0) await heading(page, /Running: [1-9]\d* of/).waitFor()
    else {
      const sent = requests()
      await expect.poll(requests, { interval: 5 }).toBeGreaterThan(sent + 2 + (round % 9))
    }
    await page.waitForTimeout((round * 17) % 70)
    const seen = before.size + (await countOf(page))
    await browser.kill()
    page = await start(report)
    await page.getByText(/planned trials (was|were) never run/).waitFor()
    const now = await keptRecords(page)
    expect(now.size, 'what the page had shown as kept is kept').toBeGreaterThanOrEqual(seen)
    for (const [attempt, text] of before) expect(now.get(attempt), attempt).toBe(text)
    // By now the server has read whatever was on its way when the browser died.
    const all = begun()
    const gone = all - counted - (now.size - before.size)
    counted = all
    expect(gone, 'trials that were begun and are lost').toBeLessThanOrEqual(AT_ONCE)
    lost += gone
    before = now
    await page.getByLabel('Trials at once').fill(String(AT_ONCE))
    await page.getByRole('button', { name: `Resume with ${WHOLE - now.size} trials` }).click()
  }
  await heading(page, /^Done/).waitFor({ timeout: 120_000 })
  const end = await keptRecords(page)
  expect(end.size).toBe(WHOLE)
  expect([...end.keys()].filter((attempt) => !attempt.endsWith('/1')), 'attempts beside the first').toEqual([])
  for (const [attempt, text] of before) expect(end.get(attempt), attempt).toBe(text)
  // Nothing was played but what is kept and what was lost on the way.
  expect(begun()).toBe(WHOLE + lost)
  await page.getByRole('link', { name: 'Open the report' }).click()
  expect(await page.getByText(/planned trials (was|were) never run/).count()).toBe(0)
})
