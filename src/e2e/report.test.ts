// The report over the built page: the figures that must come out, without a key, in every place that shows them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ExifReader from 'exifreader'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { Run } from '../core/trial/record'
import { expectAccessible, expectClean, openPage } from './helpers'

const HAIKU = '#/runs/published-shop-haiku-4.5'
const root = join(import.meta.dirname, '../..')
const data = join(root, 'src/testing/data')

const go = (page: Page, route: string) => page.goto(new URL(route, inject('pageUrl')).href)
const headline = async (page: Page) => (await page.locator('h1').textContent())?.replace(/\s+/g, ' ').trim()
const noSideways = async (page: Page, width: number) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

/** Makes a synthetic run of the first world; returns its id. */
async function make(page: Page, p: number, trials: number, seed: number): Promise<string> {
  await go(page, '#/runs')
  await page.getByText('Make a synthetic run').click()
  await page.getByRole('spinbutton', { name: 'Chance of a fault, %' }).fill(String(p))
  await page.getByRole('spinbutton', { name: 'Trials of each task' }).fill(String(trials))
  await page.getByRole('spinbutton', { name: 'Seed' }).fill(String(seed))
  await page.getByRole('button', { name: /^Play [\d,]+ trials$/ }).click()
  await page.waitForURL(/#\/runs\/synthetic-/)
  await page.getByText('Synthetic: a flaky script, not a model.').waitFor()
  return new URL(page.url()).hash.replace('#/runs/', '')
}

test('the published counts print exactly the figures that were published', async () => {
  await using page = await openPage(HAIKU)
  await page.getByRole('grid').waitFor()
  expect(await headline(page)).toBe('Passed 91 of 115, 79 %, 71–86 %; clustered by task 65–93 %.')
  await page.getByText('published counts', { exact: true }).first().waitFor()
  const rows = page.getByRole('row')
  for (const [k, hat, at] of [[1, '0.791', '0.791'], [2, '0.722', '0.861'], [3, '0.691', ''], [4, '0.670', ''], [5, '0.652 (0.449–0.812)', '0.957']] as const) {
    const text = await rows.filter({ has: page.getByRole('rowheader', { name: String(k), exact: true }) }).first().textContent()
    expect(text).toContain(hat)
    expect(text).toContain(at)
  }
  expect(await page.getByRole('grid').getByRole('row', { name: /cancel-shipped/ }).textContent()).toContain('0 of 5')
  expect(await page.getByText(/passes 3 of 23 tasks/).count()).toBeGreaterThan(0)
  expectClean(page)
})

test('the k of the slider stands in the link, and what becomes of unscored trials, too', async () => {
  await using page = await openPage(`${HAIKU}?k=2`)
  await page.getByText('All of 2 pass: 0.722').waitFor()
  await page.getByLabel('k = 2').press('ArrowRight')
  await page.getByText('All of 3 pass: 0.691').waitFor()
  expect(new URL(page.url()).hash).toContain('k=3')
  await page.getByRole('radio', { name: 'shown as bounds' }).click()
  expect(new URL(page.url()).hash).toContain('unscored=bounds')
})

test('results of τ-bench are imported by the same button, with the figures as published and the conversation to read', async () => {
  await using page = await openPage('#/runs')
  const file = page.locator('input[type=file]')
  await file.setInputFiles(join(data, 'gpt-4o-airline.rewards.json'))
  await page.waitForURL(/#\/runs\/tau-bench-/)
  await page.getByText('50 tasks × 4 trials').waitFor()
  await expectAccessible(page)
  const table = page.locator('table', { has: page.getByRole('columnheader', { name: 'pass^k' }) })
  const figures = await table.getByRole('row').allTextContents()
  for (const [k, value] of ['0.420', '0.273', '0.220', '0.200'].entries()) expect(figures[k + 1]?.replace(/\s+/g, ' ').trim()).toMatch(new RegExp(`^${k + 1} ?${value} `))
  await page.getByText('τ-bench results', { exact: true }).first().waitFor()
  await go(page, '#/runs')
  await page.locator('input[type=file]').setInputFiles({ name: 'gpt-4o.json', mimeType: 'application/json', buffer: readFileSync(join(data, 'gpt-4o-airline.task12.json')) })
  await page.getByRole('grid').getByRole('link').click()
  await page.getByText('No world is on record', { exact: false }).waitFor()
  await page.getByText('get_reservation_details').first().waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('two flaky runs with the same chance are not told apart, two with different ones are; two trials stand side by side', async () => {
  await using page = await openPage('#/runs')
  const [same, other, better] = [await make(page, 30, 10, 1), await make(page, 30, 10, 2), await make(page, 2, 10, 3)]
  await go(page, `#/compare?a=${same}&b=${other}`)
  await page.getByText(/^No difference that 23 tasks × 10 could show/).waitFor()
  await go(page, `#/compare?a=${same}&b=${better}`)
  await page.getByText(/is better than/).waitFor()
  await page.getByRole('link', { name: /^side by side/ }).first().click()
  await page.getByText(/steps? (is|are) the same in both/).waitFor()
  expect(await page.getByRole('link', { name: /^Open this trial/ }).count()).toBe(2)
  await expectAccessible(page)
  await noSideways(page, 1280)
  expectClean(page)
})

test('23 × 100 trials are played, kept and shown; the grid is one tab stop and opens a trial', async () => {
  await using page = await openPage('#/runs', { viewport: { width: 390, height: 900 } })
  await make(page, 20, 100, 5)
  await page.getByText('23 tasks × 100 trials').waitFor()
  await page.getByText('All 23 tasks as a table').click()
  await page.getByRole('heading', { name: 'Task by task' }).waitFor()
  await expectAccessible(page)
  await noSideways(page, 390)
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/shop\/[a-z-]+\/1$/)
  await go(page, '#/runs')
  await page.getByRole('link', { name: /^Flaky.*synthetic/ }).waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('a synthetic run that is stopped keeps what was played, and the rest stands as never run', async () => {
  await using page = await openPage('#/runs')
  await page.getByText('Make a synthetic run').click()
  await page.getByRole('spinbutton', { name: 'Trials of each task' }).fill('1000')
  await page.getByRole('button', { name: 'Play 23,000 trials' }).click()
  await page.getByText(/^[1-9][\d,]* of 23,000$/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL(/#\/runs\/synthetic-/)
  await page.getByText('23 tasks × 1,000 trials').waitFor()
  expect(await headline(page)).toMatch(/^Between .* of 23,000 planned are not scored \([\d,]+ never run\)\.$/)
  expectClean(page)
})

test('who leaves while a synthetic run is played is not called back; what was played is kept', async () => {
  await using page = await openPage('#/runs')
  await page.getByText('Make a synthetic run').click()
  await page.getByRole('spinbutton', { name: 'Trials of each task' }).fill('1000')
  await page.getByRole('button', { name: 'Play 23,000 trials' }).click()
  await page.getByText(/^[1-9][\d,]* of 23,000$/).waitFor()
  await page.getByRole('link', { name: 'Prove', exact: true }).first().click()
  await page.getByText('Stopped. What was played is kept; the rest stands as never run.').first().waitFor()
  expect(new URL(page.url()).hash).toBe('#/prove')
  await page.getByRole('link', { name: 'Runs', exact: true }).first().click()
  await page.getByRole('link', { name: /^Flaky.*synthetic/ }).waitFor()
  expectClean(page)
})

test('a chart is seen as a table, and saved as files that say where they are from', async () => {
  await using page = await openPage(HAIKU)
  const figure = page.getByRole('region', { name: 'Reliability: pass^k and pass@k' })
  await figure.getByRole('button', { name: 'View as table' }).click()
  await figure.getByRole('cell', { name: '0.6522' }).first().waitFor()
  for (const [format, pattern] of [['SVG', /<svg[^>]*>[\s\S]*run published-shop-haiku-4\.5[\s\S]*<\/svg>/], ['CSV', /pass\^k.*configuration/], ['Markdown', /\| 0\.6522 \|/], ['LaTeX', /\\toprule/]] as const) {
    await figure.locator('summary').evaluate((summary) => ((summary.parentElement as HTMLDetailsElement).open = true))
    const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: format }).click()])
    expect(readFileSync(await download.path(), 'utf8')).toMatch(pattern)
  }
  const [picture] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: 'PNG' }).click()])
  const tags = ExifReader.load(readFileSync(await picture.path()))
  expect(String(tags['Source']?.value)).toContain('run published-shop-haiku-4.5 · configuration ')
  expect(tags['Title']?.value).toBe('Reliability: pass^k and pass@k')
  expectClean(page)
})

/** What `npm run report` prints of a file. */
const printed = (path: string) => execFileSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'src/cli/report.ts', path], { cwd: root, encoding: 'utf8' })

test('the command line prints of an exported run what the page shows', async () => {
  await using page = await openPage('#/runs')
  await make(page, 25, 4, 11)
  const said = (await headline(page))!.replace(/^Passed (.*)\.$/, '$1')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export run' }).click()])
  const text = printed(await download.path())
  expect(text).toContain(`pass@1  ${said}`)
  const squeezed = text.replace(/ +/g, ' ')
  const table = page.locator('table', { has: page.getByRole('columnheader', { name: 'pass^k' }) }).last()
  const rows = await table.locator('tbody').getByRole('row').all()
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(squeezed).toContain(`\n ${(await row.locator('th, td').allTextContents()).join(' ')}`)
  const failures = page.getByRole('region', { name: 'Why trials failed' }).getByRole('list', { name: 'Trials by failure' })
  expect(await failures.getByRole('listitem').count()).toBeGreaterThan(3)
  for (const item of await failures.getByRole('listitem').allTextContents()) {
    const [, name, counts] = /^(.*?) (\d+ of \d+)/.exec(item.trim()) ?? []
    if (name !== 'uncategorised') expect(squeezed).toContain(`\n ${name} ${counts}, `)
  }
  await page.getByText('All 23 tasks as a table').click()
  const tasks = page.getByRole('region', { name: 'Task by task' }).locator('tbody').getByRole('row')
  await tasks.first().waitFor()
  expect(await tasks.count()).toBe(23)
  for (const [i, row] of (await tasks.all()).entries()) {
    const cells = await row.locator('th, td').allTextContents()
    expect(squeezed, String(i)).toContain(`\n ${cells[0]} ${cells[4]} of ${cells[5]} `)
  }
})

test('why trials failed leads to the trials, and what a person says of one is counted, kept and comes with the file', async () => {
  await using page = await openPage('#/runs')
  const id = await make(page, 40, 3, 7)
  const figure = page.getByRole('region', { name: 'Why trials failed' })
  await figure.getByRole('button', { name: 'View as table' }).click()
  const [all, , ofFailed] = await figure.getByRole('row', { name: /^missing change/ }).getByRole('cell').allTextContents()
  expect(Number(ofFailed)).toBeGreaterThan(0)
  await figure.getByRole('link', { name: 'missing change' }).click()
  expect(new URL(page.url()).hash).toBe(`#/runs/${id}?failure=missing_change`)
  await page.getByText(`${all} of 69 trials`).waitFor()
  await expectAccessible(page)
  await page.locator('section[aria-labelledby=trials] ol a').first().click()
  await page.getByText('Why it failed:', { exact: false }).click()
  await page.getByRole('checkbox', { name: 'looped' }).click()
  await page.getByRole('checkbox', { name: /^looped.*by hand/ }).waitFor()
  await expectAccessible(page)
  await go(page, `#/runs/${id}?failure=looped`)
  await page.getByText('1 of 69 trials').waitFor()
  await page.getByText('looped', { exact: true }).first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export run' }).click()])
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as Run
  expect(exported.trials?.flatMap(({ labels = [] }) => labels)).toEqual([{ by: 'you', label: 'looped', about: 'failure', holds: true }])
  await page.reload()
  await page.getByText('1 of 69 trials').waitFor()
  expectClean(page)
})

/** Takes from every kept summary what an older version of the page did not keep. */
const makeOld = (page: Page) => page.evaluate(() => new Promise<void>((resolve, reject) => {
  const opening = indexedDB.open('aftermath')
  opening.onerror = () => reject(new Error('not opened'))
  opening.onsuccess = () => {
    const tx = opening.result.transaction('summaries', 'readwrite')
    tx.oncomplete = () => { opening.result.close(); resolve() }
    tx.objectStore('summaries').openCursor().onsuccess = (event) => {
      const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result
      if (!cursor) return
      const { failures: _, ...old } = cursor.value as { failures?: unknown }
      cursor.update(old)
      cursor.continue()
    }
  }
}))

test('failures of a run that was kept before there were rules are not counted as none, and are looked at when asked', async () => {
  await using page = await openPage('#/runs')
  const id = await make(page, 40, 2, 9)
  const figure = page.getByRole('region', { name: 'Why trials failed' })
  const list = figure.getByRole('list', { name: 'Trials by failure' })
  const before = await list.innerText()
  expect(before).toContain('missing change')
  await go(page, '#/runs')
  await makeOld(page)
  await page.reload()
  await go(page, `#/runs/${id}`)
  await figure.getByText(/^(\d+) of \1 failed trials were kept before the rules were there, and the rules have not looked at them\.$/).waitFor()
  expect(await list.innerText()).toMatch(/^not looked at (\d+) of \1$/)
  await expectAccessible(page)
  await figure.getByRole('button', { name: /^Look at \d+ trials$/ }).click()
  await list.getByRole('link', { name: 'missing change' }).waitFor()
  expect(await list.innerText()).toBe(before)
  expectClean(page)
})

test('what the score is worth is proven on the page, on exactly the world of the run, and stays proven', async () => {
  await using page = await openPage('#/runs')
  const id = await make(page, 20, 2, 3)
  const worth = page.getByRole('region', { name: 'What the score is worth' })
  await worth.getByText('Doing nothing passes 3 of 23 tasks, by what the tasks expect.').waitFor()
  await worth.getByRole('button', { name: 'Prove it now' }).click()
  for (const text of ['Doing nothing passes 3 of 23 tasks, as it was proven.', 'Claiming it without doing it passes 3 of 23 tasks, as it was proven.', 'Handing everything over passes 8 of 23 tasks, as it was proven.']) await worth.getByText(text).waitFor()
  expect(await worth.getByRole('button', { name: 'Prove it now' }).count()).toBe(0)
  await page.reload()
  await worth.getByText('Handing everything over passes 8 of 23 tasks, as it was proven.').waitFor()
  await go(page, HAIKU)
  await worth.getByText('Handing everything over passes 8 of 23 tasks, proven on the world that is here.').waitFor()
  await go(page, `#/runs/${id}`)
  expectClean(page)
})

test.each([1440, 900, 390])('report, library, comparison and planner have no accessibility violation at %i pixels', async (width) => {
  await using page = await openPage(HAIKU, { viewport: { width, height: 900 } })
  for (const [route, text] of [[HAIKU, 'Slices of the catalogue'], ['#/runs', 'Reference runs'], ['#/compare?a=published-shop-haiku-4.5&b=published-shop-haiku-5.5', 'Difference by task, in points'], ['#/plan', 'Two bags of coins']] as const) {
    await go(page, route)
    await page.getByRole('heading', { name: text }).waitFor()
    await expectAccessible(page)
    await noSideways(page, width)
  }
  expectClean(page)
})
