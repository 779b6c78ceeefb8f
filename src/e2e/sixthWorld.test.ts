// A sixth world as data only goes everywhere: played by hand, watched, run by a model, reported, exported. No line of code knows it.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import type { Run } from '../core/trial/record'
import { lendingWorld } from '../testing/lendingWorld'
import { call, endTurn } from './byHand'
import { dropFile } from './dropFile'
import { expectAccessible, expectClean, openPage, seen, type OpenPage } from './helpers'
import { connect } from './runPage'

let server: MessagesServer
beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { right: oracleScenario({ bundles: [lendingWorld], failing: 0 }) } })
})
afterAll(() => server.close())

const go = (page: Page, route: string) => page.evaluate((hash) => { location.hash = hash }, route)
async function withLending(): Promise<OpenPage> {
  const page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dropFile(page, JSON.stringify(lendingWorld))
  await page.getByRole('region', { name: 'The lending desk' }).getByText('Proven in this visit: 2 of 2 tasks, 4 of 4 mutants killed.').waitFor()
  return page
}
const byHand = (page: Page) => page.getByRole('heading', { level: 1, name: /You are the agent/ }).waitFor()

test('it is played by hand, with its own dimension graded and its own control refusing', async () => {
  await using page = await withLending()
  await go(page, '#/?world=lending&task=lend-novel&who=you')
  await byHand(page)
  await call(page, 'lend_book', ['B-1', 'Ann'])
  await endTurn(page, 'I have lent you B-1.')
  await page.getByRole('tab', { name: /Grade/ }).click()
  const grade = page.getByRole('tabpanel')
  await expect.poll(() => grade.textContent()).toMatch(/What changed[^]*pass/)
  expect(await grade.textContent()).toMatch(/Found the book before lending it[^]*fail/)
  await expectAccessible(page)

  await go(page, '#/?world=lending&task=keep-atlas&who=you&controls=atlas-stays')
  await byHand(page)
  await call(page, 'lend_book', ['B-2', 'Bo'])
  expect(await page.locator('.said li.call').textContent()).toContain('this book is read here')
  expectClean(page)
})

test('a model runs it, its report counts its own dimension, and the run is exported and read again as the same', { timeout: 60_000 }, async () => {
  await using page = await withLending()
  await go(page, '#/run')
  await connect(page, server, 'right', { run: 'sixth' })
  await page.getByText('Choose one by one').click()
  await page.getByRole('searchbox', { name: 'Words' }).fill('novel')
  await page.getByRole('button', { name: /^Only these/ }).click()
  await page.getByRole('button', { name: 'Run 2 trials' }).click()
  await page.getByRole('heading', { level: 1, name: /^Done/ }).waitFor({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Open the report' }).click()
  const row = page.getByRole('region', { name: 'Dimensions' }).getByRole('row').filter({ hasText: 'Found the book before lending it' })
  expect(await row.textContent()).toMatch(/beside\s*2 of 2/)
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export run' }).click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  expect((JSON.parse(text) as Run).worlds.map(({ world, tasks }) => [world.id, tasks.map(({ id }) => id)])).toEqual([['lending', ['lend-novel']]])
  await go(page, '#/runs')
  await page.locator('input[aria-label="File of a run"]').setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByText(/was here already|is here already|Imported/).first().waitFor()
  await page.waitForURL(/#\/runs\/.+/)
  await page.getByRole('button', { name: 'Play 2 trials again' }).click()
  await page.getByText('✓ Every call of 2 trials came out as recorded.').waitFor()
  expect([seen(page).consoleErrors, seen(page).pageErrors, seen(page).policyViolations]).toEqual([[], [], []])
})
