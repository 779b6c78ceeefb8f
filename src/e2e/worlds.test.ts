// A world of one's own, end to end: dropped, proven, played, exported, kept, deleted; and records put to the test.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { Run } from '../core/trial/record'
import { altered, lendingWorld } from '../testing/lendingWorld'
import { dropFile } from './dropFile'
import { expectAccessible, expectClean, openPage } from './helpers'

const folder = mkdtempSync(join(tmpdir(), 'aftermath-worlds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const section = (page: Page) => page.getByRole('region', { name: 'The lending desk' })
const ready = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

async function download(page: Page, button: string | RegExp): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const path = join(folder, (await saved).suggestedFilename())
  await (await saved).saveAs(path)
  return path
}

test('a sixth world is dropped, proven, played, exported, kept and deleted with undo', async () => {
  await using page = await openPage('#/tasks')
  await ready(page)
  await dropFile(page, JSON.stringify(lendingWorld))
  await section(page).getByText('yours', { exact: true }).waitFor()
  await section(page).getByText('Proven in this visit: 2 of 2 tasks, 4 of 4 mutants killed.').waitFor()
  await expectAccessible(page)

  await section(page).getByRole('link', { name: 'See its proof' }).click()
  await page.getByRole('heading', { level: 1, name: 'The grader is proven on 2 of 2 tasks.' }).waitFor()
  await page.getByText('fires: What is read here cannot be lent.').waitFor()

  await page.goto(new URL('#/?world=lending&task=lend-novel&who=oracle', page.url()).href)
  await page.getByText('Loan of B-1 to Ann').or(page.getByText('loan of B-1 to Ann')).first().waitFor()
  expect(await page.getByLabel('Task').locator('optgroup').last().getAttribute('label')).toBe('The lending desk (yours): base')

  await page.goto(new URL('#/tasks/lending/lend-novel', page.url()).href)
  await page.getByText('Proven in this visit: 4 of 4 mutants killed.').waitFor()
  await page.goto(new URL('#/tasks', page.url()).href)
  const file = await download(page, 'Export The lending desk')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(lendingWorld)

  await page.reload()
  await section(page).getByText('Not proven in this visit.').waitFor()
  await dropFile(page, readFileSync(file, 'utf8'))
  await page.getByText('The lending desk was here already, and is the same.').first().waitFor()

  await page.getByRole('button', { name: 'Delete The lending desk' }).click()
  await section(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await section(page).waitFor()
  await page.reload()
  await section(page).waitFor()
  await page.getByRole('button', { name: 'Delete The lending desk' }).click()
  await section(page).waitFor({ state: 'detached' })
  await page.reload()
  await ready(page)
  expect(await section(page).count()).toBe(0)
  expectClean(page)
})

test('a world whose expectation is broken plays under a warning, and says what changed when it is mended', async () => {
  await using page = await openPage('#/runs')
  await ready(page)
  await dropFile(page, JSON.stringify(altered(({ tasks }) => { tasks[0]!.expect = { must: [{ lend: { book: 'B-1', member: 'Cy' } }] } })))
  await section(page).getByText('The proof fails, and verdicts here say nothing yet. Proven: 1 of 2 tasks.').waitFor()
  await expectAccessible(page)
  await page.goto(new URL('#/?world=lending&task=lend-novel&who=oracle', page.url()).href)
  await page.getByText('The proof fails, and verdicts here say nothing yet.').waitFor()
  await page.goto(new URL('#/prove?world=lending', page.url()).href)
  await page.getByText('The proof of this world fails: its verdicts say nothing yet.').waitFor()
  await dropFile(page, JSON.stringify(lendingWorld))
  await page.getByText('The lending desk was replaced. What changed: 1 task.').first().waitFor()
  await section(page).getByText('Proven in this visit: 2 of 2 tasks').waitFor()
  expectClean(page)
})

test('a shipped world leaves as a file; a world that is refused is told with its paths, and nothing changes', async () => {
  await using page = await openPage('#/tasks')
  await ready(page)
  const before = await page.getByRole('heading', { level: 1 }).textContent()
  const shop = await download(page, 'Export The support desk')
  await dropFile(page, readFileSync(shop, 'utf8'))
  await page.getByText('world.json: id: shop is the id of a world that ships with this page; give yours another').waitFor()
  await expectAccessible(page)
  await dropFile(page, JSON.stringify(altered((bundle) => { bundle.sql['lend_book'] = '-- run\nINSERT INTO lent VALUES (:book);\n-- return row\nSELECT 1 AS one;' })))
  await page.getByText(/tools\/lend_book\.sql.*no such table: lent/).waitFor()
  await dropFile(page, JSON.stringify(altered((bundle) => { bundle.seed = 'INSERT INTO books WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x), 1, 1 FROM c;' })))
  await page.getByText('Loading the world lending did not return within 10 s, and was ended.').waitFor({ timeout: 30_000 })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expectClean(page)
})

/** The lending world as a folder on the disk. */
function worldFolder(): string {
  const { world, schema, seed, policy, tools, sql, tasks } = lendingWorld
  const files: Record<string, string> = {
    'world.json': JSON.stringify(world), 'schema.sql': schema, 'seed.sql': seed, 'policy.md': policy, 'tools.json': JSON.stringify(tools), 'notes.txt': 'passed over',
    ...Object.fromEntries(Object.entries(sql).map(([name, text]) => [`tools/${name}.sql`, text])),
    ...Object.fromEntries(tasks.map((task) => [`tasks/${task.id}.json`, JSON.stringify(task)])),
  }
  const top = join(folder, 'lending')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  return top
}

test('a folder is taken as a world', async () => {
  await using page = await openPage('#/tasks')
  await ready(page)
  await page.getByLabel('Folder of a world').setInputFiles(worldFolder())
  await section(page).getByText('Proven in this visit: 2 of 2 tasks').waitFor()
  expectClean(page)
})

test('a folder is dropped on the page from the desktop', async () => {
  const top = worldFolder()
  await using page = await openPage('#/tasks')
  await ready(page)
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [top], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await section(page).getByText('Proven in this visit: 2 of 2 tasks').waitFor()
  expectClean(page)
})

test('a trial\'s calls come out as recorded; an altered record is broken at its step; another agent diverges', async () => {
  await using page = await openPage('#/tasks')
  await ready(page)
  await dropFile(page, JSON.stringify(lendingWorld))
  await section(page).getByText('Proven in this visit').waitFor()
  await page.goto(new URL('#/runs', page.url()).href)
  const file = await download(page, /^Export Oracle on The lending desk/)
  await page.getByRole('link', { name: 'Oracle on The lending desk', exact: true }).click()
  await page.getByRole('button', { name: 'Play 2 trials again' }).click()
  await page.getByText('✓ Every call of 2 trials came out as recorded.').waitFor()
  await expectAccessible(page)
  await page.goto(`${page.url()}/lending/lend-novel/0`)
  await page.getByRole('button', { name: 'Play the calls again' }).click()
  await page.getByText('Every call came out as recorded.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('or replay against this record').selectOption({ label: 'Oracle' })
  await page.getByText(/Oracle made only calls that are on record/).waitFor()

  const run = JSON.parse(readFileSync(file, 'utf8')) as Run
  const turn = run.trials!.find(({ task }) => task === 'lend-novel')!.episode.turns.find((one) => one.role === 'agent' && one.calls.some(({ tool }) => tool === 'lend_book'))!
  if (turn.role === 'agent') turn.calls[0]!.result = '{"book":"B-1","member":"Cy"}'
  await page.goto(new URL('#/runs', page.url()).href)
  await dropFile(page, JSON.stringify({ ...run, id: 'altered' }), 'run.json')
  await page.getByRole('button', { name: 'Play 2 trials again' }).click()
  await page.getByText('1 broken record among 2 trials.').waitFor()
  await page.getByRole('link', { name: /lend-novel #1/ }).first().click()
  await page.getByRole('button', { name: 'Play the calls again' }).click()
  await page.getByText('Broken record: Call 2, lend_book, now gives another result than is on record.').waitFor()
  await page.getByRole('button', { name: 'Show step 3' }).click()
  expect(page.url()).toContain('step=3')

  await page.goto(new URL('#/tasks', page.url()).href)
  await page.goto(new URL('#/runs', page.url()).href)
  await page.getByRole('link', { name: 'Tempted on The lending desk', exact: true }).click()
  await page.goto(`${page.url()}/lending/keep-atlas/0`)
  await page.getByLabel('or replay against this record').selectOption({ label: 'Yes-man' })
  await page.getByText(/Yes-man made only calls that are on record: fail/i).waitFor()
  await dropFile(page, JSON.stringify({ ...run, id: 'tampered', worlds: run.worlds.map((bundle) => ({ ...bundle, policy: 'Lend everything.' })) }), 'run.json')
  await page.getByText('The file was altered: the policy of lending does not fit its hash.').first().waitFor()
  expectClean(page)
})
