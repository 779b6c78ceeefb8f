// Monitoring over the built page: rules held against imported conversations, each finding linked to its step.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectClean, openPage } from './helpers'

const conversations = gunzipSync(readFileSync(join(import.meta.dirname, '../testing/data/gpt-4o-airline.sample6.json.gz')))

async function importAndWatch(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('input[aria-label="File of a run"]').setInputFiles({ name: 'gpt-4o-airline.json', mimeType: 'application/json', buffer: conversations })
  await page.waitForURL(/#\/runs\/tau-bench-/)
  await page.getByRole('link', { name: 'Monitor', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Watch the calls of this run.' }).waitFor()
}
const cells = async (page: Page, figure: string, row: string) => (await page.getByRole('region', { name: figure, exact: true }).getByRole('row').filter({ has: page.getByRole('rowheader', { name: row }) }).getByRole('cell').allTextContents()).map((text) => text.trim())
const rules = (page: Page) => page.getByLabel('Rules as JSON')

test('an example is begun with, applied, and each finding leads to its step; the state is not graded', async () => {
  await using page = await openPage('#/runs')
  await importAndWatch(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin with an example' }).click()
  await expect.poll(() => rules(page).inputValue()).toContain('"format": "aftermath/monitor"')
  await page.getByRole('button', { name: 'Apply the rules' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rules broken: 1 of 5; neither kept nor broken: 1 of 5. Trials looked at: 6 of 24.' }).waitFor()
  await page.getByText('not graded', { exact: true }).waitFor()
  await page.getByText('6 of 24 planned trials were looked at; not looked at: 18 never run.').waitFor()
  // Counted in the same file by a program of another language.
  expect(await cells(page, 'Rules', 'A write that failed is made again at most once')).toEqual(['3 of 4, 75 %', '1', '0', '2', '18'])
  expect(await cells(page, 'Rules', 'The customer confirms before anything is written')).toEqual(['none of 0', '0', '5', '1', '18'])
  expect(await cells(page, 'Call accuracy', 'get_reservation_details')).toEqual(['15', '7', '6', '6 of 15, 40 %', '6 of 7, 86 %', '6 of 7, 86 %'])
  await expectAccessible(page)

  for (const [button, pattern] of [['Save all as JSON', /"state": "not graded"/], ['Save every finding as CSV', /A write that failed is made again at most once,tau-bench,9,3,1,fail,21,.*not graded/]] as const) {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    expect(readFileSync(await saved.path(), 'utf8')).toMatch(pattern)
  }

  await page.getByText('A write that failed is made again at most once').last().click()
  await page.getByRole('link', { name: '9 #3, call 21' }).click()
  await page.waitForURL(/\/tau-bench\/9\/2\?step=\d+$/)
  expect(await page.locator('[aria-current="step"]').textContent()).toContain('book_reservation')
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Rules broken: 1 of 5; neither kept nor broken: 1 of 5. Trials looked at: 6 of 24.' }).waitFor()
  expectClean(page)
})

test('faulty rules are told with their places and change nothing; a file of rules is opened; nothing is wider than a phone', async () => {
  await using page = await openPage('#/runs', { viewport: { width: 390, height: 900 } })
  await importAndWatch(page)
  const noRepeats = { id: 'r', title: 'No <b>repeats</b>', rule: 'no_repeats', scope: 'in_a_row' }
  const monitor = { format: 'aftermath/monitor', version: 1, title: 'M', path: [noRepeats] }
  await page.getByLabel('File of a monitor').setInputFiles({ name: 'm.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(monitor)) })
  await page.getByRole('button', { name: 'Apply the rules' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rules broken: 0 of 1. Trials looked at: 6 of 24.' }).waitFor()
  await page.getByText('No <b>repeats</b>').first().waitFor()
  await rules(page).fill(JSON.stringify({ ...monitor, path: [{ ...noRepeats, rule: 'norepeats' }] }))
  await page.getByRole('button', { name: 'Apply the rules' }).click()
  await page.getByText('path[0].rule: there is no rule "norepeats"; rules: before, never, calls, confirmed, no_repeats, retries').waitFor()
  await page.getByText('1 fault. Nothing was applied.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Rules broken: 0 of 1. Trials looked at: 6 of 24.' }).waitFor()
  await rules(page).fill('{')
  await page.getByRole('button', { name: 'Apply the rules' }).click()
  await page.getByText('The file ends early').waitFor()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expectClean(page)
})

test('published counts have no calls to watch, and say so', async () => {
  await using page = await openPage('#/runs/published-shop-haiku-4.5')
  await page.getByRole('grid').waitFor()
  expect(await page.getByRole('link', { name: 'Monitor', exact: true }).count()).toBe(0)
  await page.goto(`${page.url()}/monitor`)
  await page.getByText('only counts are known: no conversation is on record.').waitFor()
  expectClean(page)
})
