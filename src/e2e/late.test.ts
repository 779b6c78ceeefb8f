// An answer that a fault holds back: a model really waits for it, and who stops does not.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import type { Run } from '../core/trial/record'
import { altered } from '../testing/lendingWorld'
import { dropFile } from './dropFile'
import { expectAccessible, openPage, seen } from './helpers'
import { connect } from './runPage'

const orders = readWorldFolder(fileURLToPath(new URL('../../tasks/orders', import.meta.url)))
/** The lending desk, where finding a book takes ten minutes. */
const slowDesk = altered(({ tasks }) => { tasks[0]!.faults = [{ tool: 'find_book', kind: 'delay', milliseconds: 600_000, times: 1 }] })
let server: MessagesServer
beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { right: oracleScenario({ bundles: [...(orders.ok ? [orders.value] : []), slowDesk], failing: 0 }) } })
})
afterAll(() => server.close())

const go = (page: Page, route: string) => page.evaluate((hash) => { location.hash = hash }, route)

async function play(page: Page, world: string, task: string): Promise<void> {
  await go(page, '#/run')
  await connect(page, server, 'right', { run: `late-${world}` })
  await go(page, `#/?world=${world}&task=${task}&who=model`)
  await page.getByRole('button', { name: 'Let it play' }).click()
}
const quiet = (page: Parameters<typeof seen>[0]) => expect([seen(page).consoleErrors, seen(page).pageErrors, seen(page).policyViolations]).toEqual([[], [], []])

test('a model waits for it, its trial takes as long, and the record says after how much', async () => {
  await using page = await openPage('#/run')
  await play(page, 'orders', 'order-total')
  await page.getByText('Waiting: A tool answers late.').waitFor()
  await page.getByText(/ok, injected delay, answered after 2 s/).first().waitFor()
  await page.getByRole('link', { name: 'Open the kept trial' }).click()
  await page.getByRole('button', { name: 'Play the calls again' }).click()
  await page.getByText('Every call came out as recorded.').waitFor()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export claude-sonnet-5-5/ }).first().click()
  const [trial] = (JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as Run).trials!
  expect(trial!.state).toBe('pass')
  // No sooner: how much later is the machine's affair.
  expect(trial!.milliseconds).toBeGreaterThanOrEqual(2000)
  quiet(page)
})

test('who stops need not wait for it: the call is kept, and nothing more is sent', async () => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dropFile(page, JSON.stringify(slowDesk))
  await page.getByRole('region', { name: 'The lending desk' }).getByText('Proven in this visit: 2 of 2 tasks').waitFor()
  await play(page, 'lending', 'lend-novel')
  await page.getByText('Waiting: A tool answers late.').waitFor()
  const sent = server.received('late-lending').length
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('cancelled').first().waitFor()
  await page.getByText(/ok, injected delay, answered after 600 s/).first().waitFor()
  expect(server.received('late-lending')).toHaveLength(sent)
  quiet(page)
})
