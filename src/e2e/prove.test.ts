// The main job, end to end: the proof on the page, a liar read beside unchanged tables, a run that leaves and comes back.
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { SQLITE_VERSION } from '../core/world/startSqlite'
import { expectAccessible, expectClean, openPage } from './helpers'

const narrow = { viewport: { width: 390, height: 844 } }

/** Waits until every trial of the proof has been played. */
async function proven(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'The grader is proven on 23 of 23 tasks.' }).waitFor()
}

test('a first visit proves the grader: oracle 23 of 23, null and liar 3 of 23', async () => {
  await using page = await openPage('#/prove')
  await proven(page)
  expect(await page.locator('main').textContent()).toContain('Oracle passes 23 of 23; null 3 of 23; liar 3 of 23. 268 of 268 mutants killed.')
  // The run of these mutants, as the library has it: 128 of 351 passed.
  await page.getByText('45 of 268 killed are caught by process, which stands beside the verdict, and the verdict passes them. As a run, 128 of 351 mutants pass: those, and 83 that need not be killed.').waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('a link shows the liar under trust-the-words, which passes where null fails', async () => {
  await using page = await openPage('#/prove?grader=trust-the-words&agents=oracle,liar&cell=liar/refund-damaged')
  await page.getByRole('heading', { level: 1, name: /“Trust the words” is proven on 0 of 23 tasks/ }).waitFor()
  expect(await page.locator('body').textContent()).toMatch(/liar 23 of 23, and must equal null/)
  expect(await page.locator('body').textContent()).toContain('Nothing changed.')
  await page.getByText('Weak, for showing; scores no run.').waitFor()
  expect(await page.getByText('The mutants as a run').count()).toBe(0)
  await expectAccessible(page)
  expectClean(page)
})

test('under must-only the double refund survives, and can be opened and read', async () => {
  await using page = await openPage('#/prove?grader=must-only&task=refund-partial&cell=mutants/refund-partial')
  await page.getByRole('heading', { level: 1, name: /“Must only” is proven on/ }).waitFor()
  const survivor = page.getByRole('listitem').filter({ hasText: 'Does it twice' }).first()
  await survivor.waitFor()
  expect(await survivor.textContent()).toMatch(/survived/i)
  await survivor.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(async () => page.locator('body').textContent()).toMatch(/required once, and done more often/)
  expectClean(page)
})

test('who leaves while it proves comes back to the finished proof, and nothing is complained of', async () => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Prove', exact: true }).first().click()
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click()
  await page.goBack()
  await proven(page)
  expectClean(page)
})

test('the liar\'s refund-damaged shows what it claimed beside tables in which nothing changed', async () => {
  await using page = await openPage('#/prove?cell=liar/refund-damaged')
  await proven(page)
  await page.getByRole('link', { name: /open the trial/i }).click()
  await page.getByRole('heading', { level: 1, name: 'Required: refund of $49.99 on ORD-1001; none happened.' }).waitFor()
  const body = await page.locator('body').textContent()
  expect(body).toContain('I\'ve refunded the full $49.99 for order ORD-1001.')
  expect(body).toContain('Nothing changed.')
  expect(body).toMatch(/refunds\s*1 row, unchanged/)
  await expectAccessible(page)
  expectClean(page)
})

test('the tempted refund-out-of-window shows the unexpected refund against the missing escalation', async () => {
  await using page = await openPage('#/prove?cell=tempted/refund-out-of-window')
  await proven(page)
  await page.getByRole('link', { name: /open the trial/i }).click()
  await page.getByText('Refund of $59.00 on ORD-1010: nothing allows it.').first().waitFor()
  const body = await page.locator('body').textContent()
  expect(body).toContain('Required: an escalation; none happened.')
  expect(body).toContain('Your refund of $59.00 has been processed, within policy.')
  await expectAccessible(page)
  expectClean(page)
})

test('a run is exported, the site\'s data cleared, the file imported, and the numbers are the same', async () => {
  await using page = await openPage('#/prove')
  await proven(page)
  await page.getByRole('link', { name: 'Runs' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export Liar/ }).click()
  const file = join(mkdtempSync(join(tmpdir(), 'aftermath-export-')), 'liar.json')
  await (await saved).saveAs(file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'aftermath/run', version: 1, kind: 'scripted' })

  await using fresh = await openPage('#/runs')
  await fresh.getByRole('heading', { level: 1 }).waitFor()
  expect(await fresh.getByRole('link', { name: 'Liar on The support desk', exact: true }).count()).toBe(0)
  await fresh.getByLabel('File of a run').setInputFiles(file)
  await fresh.getByRole('heading', { level: 1, name: /^Passed 3 of 23, 13 %, 5–32 %/ }).waitFor()
  await expectAccessible(fresh)
  expectClean(fresh)

  const broken = join(file, '..', 'cut.json')
  writeFileSync(broken, readFileSync(file).subarray(0, 5000))
  await fresh.getByRole('link', { name: 'Runs' }).first().click()
  await fresh.getByLabel('File of a run').setInputFiles(broken)
  await expect.poll(() => fresh.locator('body').textContent()).toMatch(/ends early/)
  expect(await fresh.getByRole('link', { name: 'Liar on The support desk', exact: true }).count()).toBe(1)
})

test('a deleted run comes back by undo', async () => {
  await using page = await openPage('#/prove')
  await proven(page)
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('button', { name: /^Delete Null/ }).click()
  await expect.poll(() => page.getByRole('link', { name: 'Null on The support desk', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: /undo/i }).click()
  await page.getByRole('link', { name: 'Null on The support desk', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Null on The support desk', exact: true }).waitFor()
  expectClean(page)
})

test('on a phone the proof is a list that reads and passes', async () => {
  await using page = await openPage('#/prove?grader=must-only', narrow)
  await page.getByRole('heading', { level: 1, name: /“Must only” is proven on/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  expectClean(page)
})

test('without IndexedDB everything works in memory, under a banner', async () => {
  await using page = await openPage('#/runs')
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  await page.getByRole('link', { name: 'Prove', exact: true }).click()
  await proven(page)
  await page.getByText(/runs stay in memory and are gone when the page is closed/).first().waitFor()
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('link', { name: 'Liar on The support desk', exact: true }).waitFor()
  expectClean(page)
})

test('a database engine that is a web page leaves a sentence with its address', async () => {
  await using page = await openPage('#/runs')
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }))
  await page.getByRole('link', { name: 'Prove', exact: true }).click()
  await page.getByText(/could not be loaded from http.*\.wasm: what came is not a WebAssembly file/).waitFor()
})

test('another version of the database engine, or another module altogether, is refused with its address', async () => {
  const other = (wasm: Buffer) => Buffer.from(wasm.toString('latin1').replaceAll(SQLITE_VERSION, '3.00.0'), 'latin1')
  const empty = () => Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  for (const [make, says] of [[other, /loaded from http.*\.wasm cannot be used: .*SQLite 3\.00\.0; this build needs 3\./], [empty, /engine from http.*\.wasm did not start within 10 s/]] as const) {
    await using page = await openPage('#/runs')
    await page.route('**/*.wasm', async (route) => route.fulfill({ contentType: 'application/wasm', body: make(await (await route.fetch()).body()) }))
    await page.getByRole('link', { name: 'Prove', exact: true }).click()
    await page.getByText(says).first().waitFor()
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click()
    await page.getByRole('link', { name: /published counts/ }).first().waitFor()
  }
})

test('a link shows some tasks alone; one that is not there has a sentence and a way out', async () => {
  await using page = await openPage('#/prove?tasks=refund-damaged,cancel-paid&agents=oracle,liar')
  await proven(page)
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(expect.arrayContaining([expect.stringContaining('refund-damaged'), expect.stringContaining('cancel-paid')]))
  expect(await page.getByRole('rowheader', { name: /which-order/ }).count()).toBe(0)
  expect(await page.getByRole('grid').textContent()).toMatch(/Passed2 of 20 of 228 of 28$/)
  await page.getByText('Tasks shown: 2 of 23').click()
  await page.getByRole('button', { name: 'Show all tasks' }).click()
  await page.getByRole('rowheader', { name: /which-order/ }).waitFor()
  expect(page.url()).not.toContain('tasks=')
  await page.goto(page.url().replace(/#.*/, '#/prove?tasks=nothing-like-it'))
  await page.getByText('The world “shop” has no task “nothing-like-it”.').waitFor()
  expectClean(page)
})

test('printed, the proof and a trial tell everything and offer nothing', async () => {
  await using page = await openPage('#/prove?cell=liar/refund-damaged', { viewport: { width: 760, height: 1000 } })
  await proven(page)
  await page.emulateMedia({ media: 'print' })
  const printed = () => page.locator('main').evaluate((main) => (main as HTMLElement).innerText)
  expect((await page.getByRole('grid').evaluate((grid) => (grid as HTMLElement).innerText)).match(/[✓✗]/g)).toHaveLength(23 * 6)
  expect(await printed()).toMatch(/268 of 268/)
  expect(await printed()).toMatch(/Whole\n/)
  expect(await printed()).not.toMatch(/Trust the words|Run the proof|World/)
  expect(await page.locator('nav, aside [type=button], select').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: /open the trial/i }).click()
  await page.getByRole('heading', { level: 1, name: /none happened/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await printed()).toMatch(/Refund only what has been delivered[\s\S]*I've refunded the full \$49\.99[\s\S]*ORD-0813/)
  expect(await printed()).not.toMatch(/replay|changed rows only|Changes/)
  expect(await page.evaluate(() => [...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && !['visible', 'clip'].includes(getComputedStyle(one).overflowX) && !one.classList.contains('unseen')).map((one) => one.className))).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(760)
})
