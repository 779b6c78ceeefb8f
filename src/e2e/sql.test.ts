// The SQL console over a finished episode: asked, mistaken, endless, and saved as a file.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible, expectClean, openPage } from './helpers'

const EPISODE = '#/?world=shop&task=refund-out-of-window&who=tempted&tab=sql'

async function write(page: Awaited<ReturnType<typeof openPage>>, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL query' })
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(sql)
}

test('a ready query and one\'s own are answered, by keyboard alone, under the page\'s policy', async () => {
  await using page = await openPage(EPISODE)
  await page.getByRole('button', { name: 'Rows of refunds that were not there before' }).click()
  await page.getByRole('cell', { name: 'ORD-1010', exact: true }).waitFor()
  await write(page, 'SELECT count(*) AS calls, max(n) AS last FROM calls')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.getByRole('columnheader').allTextContents()).toContain('calls')
  await write(page, 'SELECT 1 AS first; SELECT 2 AS second')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 queries were run; what the last of them yielded is shown.').waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('a mistake is told in place, and a write is refused', async () => {
  await using page = await openPage(EPISODE)
  await page.getByRole('button', { name: 'What changed' }).click()
  await write(page, 'SELECT nonsense FROM refunds')
  await page.keyboard.press('Control+Enter')
  await page.getByText('no such column: nonsense').waitFor()
  await write(page, 'DELETE FROM refunds')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/attempt to write a readonly database/).waitFor()
  expectClean(page)
})

test('a query without an end is ended, and the next one is answered', async () => {
  await using page = await openPage(EPISODE)
  await page.getByRole('button', { name: 'What changed' }).click()
  await page.getByRole('cell', { name: 'insert', exact: true }).waitFor()
  await write(page, 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/The query did not return within 2 s, and was ended/).waitFor()
  await page.getByRole('button', { name: 'What changed' }).click()
  await page.getByRole('cell', { name: 'insert', exact: true }).waitFor()
  expectClean(page)
})

test('the world is saved as an SQLite file, before and after', async () => {
  await using page = await openPage(EPISODE)
  for (const moment of ['before', 'after']) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Save ${moment} as .sqlite` }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`refund-out-of-window-${moment}.sqlite`)
    expect(readFileSync(await file.path()).subarray(0, 15).toString()).toBe('SQLite format 3')
  }
  expectClean(page)
})

test('keys typed into the editor are text, and no shortcuts; typing breaks no policy', async () => {
  await using page = await openPage(EPISODE)
  const editor = page.getByRole('textbox', { name: 'SQL query' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('select 1 as kj, 2 as hup where 1 = 1', { delay: 15 })
  const address = page.url()
  expect(await editor.textContent()).toBe('select 1 as kj, 2 as hup where 1 = 1')
  expect(page.url()).toBe(address)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('columnheader', { name: 'hup' }).waitFor()
  expectClean(page)
})

test('the recorded episode of the start page can be asked and saved too', async () => {
  await using page = await openPage('#/?tab=sql')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save after as .sqlite' }).click()
  expect((await saved).suggestedFilename()).toBe('refund-out-of-window-after.sqlite')
  await page.getByRole('button', { name: 'Rows of refunds that were not there before' }).click()
  await page.getByRole('cell', { name: 'ORD-1010', exact: true }).waitFor()
  expectClean(page)
})
