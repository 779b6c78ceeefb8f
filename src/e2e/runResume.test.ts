// Runs that are watched, taken up again, refused, or deleted: one tab plays, and nothing goes on under other conditions than it began with.
import { expect, inject, test } from 'vitest'
import { expectAccessible, openPage } from './helpers'
import { runBench } from './runBench'
import { begin, connect, heading, kept, openBeside } from './runPage'

const bench = runBench()

test('a second tab watches a run that the first one plays', async () => {
  const { page } = await bench.connected('slow', { trials: '1' })
  await using _ = page
  await begin(page)
  await heading(page, /Running/).waitFor()
  const other = await openBeside(page, await page.getByRole('link', { name: 'The report so far' }).getAttribute('href'))
  await other.getByText('Another tab plays this run').waitFor()
  expect(await other.getByRole('button', { name: /^Resume/ }).count()).toBe(0)
  // It sees what the first one keeps, and takes over where that one is closed.
  await other.getByText(/plays this run: [1-6] of 6 trials are kept/).waitFor()
  await page.close()
  await other.getByRole('button', { name: /^Resume with/ }).waitFor()
  const [, missing = ''] = /Resume with (\d) trial/.exec((await other.getByRole('button', { name: /^Resume with/ }).textContent()) ?? '') ?? []
  expect(await kept(other)).toHaveLength(6 - Number(missing))
})

test('two tabs that resume the same run at once: one plays it, the other is told so', async () => {
  const { page } = await bench.connected('slow', { trials: '1' })
  await using _ = page
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByRole('button', { name: /^Resume with/ }).waitFor()
  const other = await openBeside(page, null)
  await other.getByRole('button', { name: /^Resume with/ }).waitFor()
  await page.getByRole('button', { name: /^Resume with/ }).click()
  await heading(page, /^Running/).waitFor()
  const late = other.getByRole('button', { name: /^Resume with/ })
  if (await late.isVisible()) await late.click()
  await other.getByText(/Another tab plays this run/).first().waitFor()
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  expect(await kept(page)).toHaveLength(6)
})

test('a browser without locks plays, and says that it cannot tell of other tabs', async () => {
  await using page = await openPage('about:blank')
  await page.addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }) })
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await connect(page, bench.server(), 'some', { run: bench.newRun(), trials: '1' })
  await begin(page)
  await page.getByText(/This browser has no locks, so it cannot tell whether another tab plays this run too/).waitFor()
  await heading(page, /^Done: 6 of 6/).waitFor({ timeout: 30_000 })
})

test('another server refuses to resume and offers a new run, set up as the old one was', async () => {
  const { page } = await bench.connected('some')
  await using _ = page
  await page.getByText(/: system prompt and tools/).click()
  await page.getByLabel('System prompt').fill('Be brief. PROMPT-OF-THE-OLD-RUN')
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Set up another run' }).click()
  await bench.connected('right', { page })
  await page.getByRole('region', { name: 'Not finished' }).getByRole('link').first().click()
  await page.getByText(/this page is connected to/).waitFor()
  await page.getByText('Edited for this run, in The support desk: the system prompt.').waitFor()
  expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Begin a new run like it' }).click()
  await page.getByRole('button', { name: 'Run 12 trials' }).waitFor()
  await page.getByText(/: system prompt and tools, edited/).click()
  expect(await page.getByLabel('System prompt').inputValue()).toBe('Be brief. PROMPT-OF-THE-OLD-RUN')
})

test.each<[string, string, RegExp]>([
  ['the configuration', `run.configuration.max_tokens = 1`, /Its configuration is not the one that it began with/],
  ['the policy', `run.worlds[0].policy = 'Do as you like.'`, /The policy of shop in its record was altered/],
  ['a task', `run.worlds[0].tasks[0].expect.may = []`, /The task shop\/[a-z-]+ in its record was altered/],
  ['the grader', `run.hashes.grader = '0'`, /Its grader is version 0; this page grades with version/],
])('a record of which %s was altered is not resumed, and that is named', async (_what, alter, says) => {
  const { page } = await bench.connected('slow', { trials: '1' })
  await using _ = page
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await heading(page, /^Stopped/).waitFor()
  await page.evaluate(`new Promise((resolve) => {
    const asked = indexedDB.open('aftermath')
    asked.onsuccess = () => {
      const tx = asked.result.transaction('runs', 'readwrite')
      tx.objectStore('runs').getAll().onsuccess = ({ target }) => {
        const [run] = target.result
        ${alter}
        tx.objectStore('runs').put(run)
      }
      tx.oncomplete = () => { asked.result.close(); resolve() }
    }
  })`)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText(says).waitFor()
  expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Begin a new run like it' }).waitFor()
})

test('what was in flight of a run that is deleted goes with it, and stays as long as the run can be brought back', async () => {
  const { page } = await bench.connected('slow', { trials: '1' })
  await using _ = page
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  // In flight and paid for: turns that are kept as they happen.
  const drafts = () => page.evaluate(() => new Promise<number>((resolve) => {
    const asked = indexedDB.open('aftermath-drafts')
    asked.onsuccess = () => { asked.result.transaction('drafts').objectStore('drafts').count().onsuccess = (event) => { asked.result.close(); resolve((event.target as IDBRequest<number>).result) } }
  }))
  await expect.poll(drafts).toBeGreaterThan(0)
  const nav = page.getByRole('navigation')
  await nav.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: /^Delete claude-sonnet-5-5/ }).click()
  await page.getByText(/was not deleted: it is being played: stop it first\./).first().waitFor()
  await nav.getByRole('link', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await heading(page, /^Stopped/).waitFor()

  await nav.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: /^Delete claude-sonnet-5-5/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /^claude-sonnet-5-5/ }).waitFor()
  expect(await drafts()).toBeGreaterThan(0)

  await page.getByRole('button', { name: /^Delete claude-sonnet-5-5/ }).click()
  await page.getByRole('log').locator('div').filter({ hasText: 'Deleted claude-sonnet-5-5' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(drafts).toBe(0)
  expect(await kept(page)).toEqual([])
})
