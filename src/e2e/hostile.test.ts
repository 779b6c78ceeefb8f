// A world from a stranger who means harm: it can do nothing but its SQL, and the page stays whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Bundle } from '../core/task/schema'
import { altered, lendingWorld } from '../testing/lendingWorld'
import { dropFile } from './dropFile'
import { expectClean, openPage } from './helpers'

const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) AS x FROM c'
const go = (page: Page, route: string) => page.goto(new URL(route, page.url()).href)

async function bring(page: Page, bundle: Bundle): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dropFile(page, JSON.stringify(bundle))
  await page.getByRole('region', { name: bundle.world.title }).getByText('yours', { exact: true }).waitFor()
}
/** The page answers, and plays another world as ever. */
async function expectWhole(page: Page): Promise<void> {
  await go(page, '#/?world=orders&task=order-status&who=oracle')
  await page.getByText('pass', { exact: true }).first().waitFor({ timeout: 60_000 })
  expectClean(page)
}

test.each<[string, (bundle: Bundle) => void, [task: string, state: string, says: string][]]>([
  ['a tool and a trigger', (b) => {
    b.sql['find_book'] = `-- return row\nSELECT CASE WHEN :book = 'B-2' THEN (${ENDLESS}) ELSE :book END AS book;`
    b.schema += `\nCREATE VIEW endless AS ${ENDLESS};\nCREATE TRIGGER slow AFTER INSERT ON loans BEGIN SELECT x FROM endless; END;`
  }, [
    ['keep-atlas', 'time-out', 'The tool find_book did not return within 2 s, and was ended.'],
    ['lend-novel', 'time-out', 'The tool lend_book did not return within 2 s, and was ended.'],
  ]],
  ['a check', (b) => { b.world.checks = [{ id: 'slow', title: 'Slow', dimension: 'care', sql: ENDLESS }] }, [['lend-novel', 'grader error', 'A check did not return within 2 s, and was ended.']]],
])('an endless query in %s ends its own trial and nothing else', { timeout: 180_000 }, async (_, spoil, told) => {
  await using page = await openPage('#/tasks')
  await bring(page, altered(spoil))
  for (const [task, state, says] of told) {
    await go(page, `#/?world=lending&task=${task}&who=oracle`)
    await page.getByText(state, { exact: true }).first().waitFor({ timeout: 90_000 })
    await page.getByText(says).first().waitFor()
  }
  await expectWhole(page)
})

test('a huge result is shown short, and the page stays quick', { timeout: 120_000 }, async () => {
  await using page = await openPage('#/tasks')
  await bring(page, altered((b) => { b.sql['find_book'] = '-- return row\nSELECT hex(zeroblob(5000000)) AS x;' }))
  await go(page, '#/?world=lending&task=lend-novel&who=oracle')
  await page.getByText('{"x":"00000').first().waitFor({ timeout: 60_000 })
  expect(await page.evaluate(() => document.body.textContent?.length ?? 0)).toBeLessThan(2_000_000)
  await expectWhole(page)
})

test.each<[string, (bundle: Bundle) => void, string]>([
  ['ATTACH in a tool', (b) => { b.sql['find_book'] = "-- run\nATTACH 'x' AS y;\n-- return row\nSELECT 1 AS one;" }, 'ATTACH is refused in a world'],
  ['PRAGMA in the schema', (b) => { b.schema = `PRAGMA foreign_keys = OFF;\n${b.schema}` }, 'schema.sql:1: PRAGMA is refused in a world'],
  ['ATTACH in a check', (b) => { b.world.checks = [{ id: 'c', title: 'C', dimension: 'care', sql: "SELECT 1; ATTACH 'x' AS y" }] }, 'world.json: checks[0].sql: ATTACH is refused in a world'],
  ['PRAGMA in a task\'s check', (b) => { b.tasks[0]!.checks = [{ id: 'c', title: 'C', dimension: 'care', sql: 'PRAGMA query_only = OFF' }] }, 'tasks/lend-novel.json: checks[0].sql: PRAGMA is refused in a world'],
  ['ATTACH in an event', (b) => { b.tasks[0]!.events = [{ actor: 'x', says: 'y', before: { tool: 'lend_book', nth: 1 }, run: "ATTACH 'x' AS y" }] }, 'tasks/lend-novel.json: events[0].run: ATTACH is refused in a world'],
  ['COMMIT in the seed', (b) => { b.seed += '\nCOMMIT;' }, 'COMMIT is refused in a world'],
  ['an extension', (b) => { b.sql['find_book'] = "-- return row\nSELECT load_extension('x') AS one;" }, 'load_extension'],
])('%s is refused with its place', async (_, spoil, says) => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dropFile(page, JSON.stringify(altered(spoil)))
  await page.getByRole('alert').getByText(says).first().waitFor()
  expect(await page.getByRole('region', { name: 'The lending desk' }).count()).toBe(0)
  expectClean(page)
})

test('names that objects are born with are names like any other, and the prototype is out of reach', { timeout: 120_000 }, async () => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dropFile(page, JSON.stringify(lendingWorld).replace('"lend":', '"__proto__":'))
  await page.getByText('the key "__proto__" is refused').first().waitFor()
  const born = JSON.parse(JSON.stringify(lendingWorld).replaceAll(/"(lending|lend|lend-novel|atlas-stays|care)"/g, '"constructor"').replaceAll('lend_book', 'toString')) as Bundle
  await bring(page, born)
  await page.getByRole('region', { name: 'The lending desk' }).getByText('Proven in this visit: 2 of 2 tasks, 4 of 4 mutants killed.').waitFor({ timeout: 60_000 })
  await go(page, '#/tasks/constructor/constructor')
  await page.getByRole('heading', { level: 1, name: 'Lend a novel' }).waitFor()
  await go(page, '#/?world=constructor&task=constructor&who=oracle&controls=constructor')
  await page.getByText('pass', { exact: true }).first().waitFor()
  await go(page, '#/runs')
  await page.getByRole('link', { name: 'Oracle on The lending desk', exact: true }).click()
  await page.getByRole('button', { name: 'Play 2 trials again' }).click()
  await page.getByText('✓ Every call of 2 trials came out as recorded.').waitFor()
  await go(page, '#/run')
  await page.getByText('Choose one by one').click()
  await page.getByRole('checkbox', { name: /^Lend a novel/ }).check()
  await page.getByRole('checkbox', { name: 'What is read here cannot be lent' }).check()
  expect(await page.getByRole('checkbox', { name: 'What is read here cannot be lent' }).isChecked()).toBe(true)
  await expectWhole(page)
})

const HTML = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>‮'
/** Every text that is read by people, with markup in it; ids, SQL and patterns stay. */
function marked<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (/^(title|summary|says|noun|opens|why|policy|description|say|actor|unknown)$/.test(key) ? `${value} ${HTML}` : value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => marked(one, key)) as T
  return typeof value === 'object' && value !== null ? (Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one as unknown, name)])) as T) : value
}

test('markup in every text is text on every page', { timeout: 120_000 }, async () => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bundle = marked(altered((b) => {
    b.seed = b.seed.replace('A novel', HTML.replaceAll("'", "''"))
    b.sql['lend_book'] = `-- check: No ${HTML.replace('‮', '')} {book}\nSELECT :book = 'B-1' OR :book = 'B-2';\n${b.sql['lend_book'] ?? ''}`
  }))
  await dropFile(page, JSON.stringify(bundle))
  await page.getByText('Proven in this visit').waitFor({ timeout: 60_000 })
  for (const route of ['#/tasks', '#/tasks/lending/lend-novel', '#/?world=lending&task=lend-novel&who=oracle', '#/?world=lending&task=keep-atlas&who=you', '#/prove?world=lending&cell=mutants/lend-novel', '#/runs', '#/run']) {
    await go(page, route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => [Reflect.get(window, 'hacked'), document.querySelectorAll('img[src="x"], main script').length]), route).toEqual([undefined, 0])
    expect(await page.locator('body').textContent(), route).toContain('<img src=x')
  }
  await go(page, '#/runs')
  await page.getByRole('link', { name: /^Oracle on The lending desk/ }).first().click()
  await page.getByRole('heading', { name: 'Trials' }).waitFor()
  await page.goto(`${page.url()}/lending/lend-novel/0`)
  await page.getByRole('button', { name: 'Play the calls again' }).waitFor()
  expect(await page.evaluate(() => [Reflect.get(window, 'hacked'), document.querySelectorAll('img[src="x"], main script').length])).toEqual([undefined, 0])
  await expectWhole(page)
})

test('a file of 50 MB is refused unread', async () => {
  await using page = await openPage('#/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const folder = mkdtempSync(join(tmpdir(), 'aftermath-hostile-'))
  const path = join(folder, 'large.json')
  writeFileSync(path, JSON.stringify({ ...lendingWorld, policy: 'x'.repeat(50 * 2 ** 20) }))
  await page.getByLabel('File of a world').setInputFiles(path)
  await page.getByText('It is too large: a world has 20 MB at most.').waitFor()
  rmSync(folder, { recursive: true })
  expectClean(page)
})

test('another world with the same id is said to be another before anything else, and can be undone', async () => {
  await using page = await openPage('#/tasks')
  await bring(page, lendingWorld)
  await dropFile(page, JSON.stringify(altered(({ world }) => { world.title = 'The toy library' })))
  await page.getByText('The lending desk was replaced by The toy library: both have the id lending. What changed: its description, tables or seed.').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('region', { name: 'The lending desk' }).waitFor()
  expectClean(page)
})
