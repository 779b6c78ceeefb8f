// A newcomer's run by a model, on the built page against a server on this machine: set up, watched, stopped, resumed, opened, exported.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { SCENARIOS, type Scenario } from '../adapters/node/messagesServer/scenarios'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { expectAccessible, expectClean, openPage, seen, type OpenPage } from './helpers'
import { begin, connect, heading, kept, setUp } from './runPage'
import { CANARY, expectNoKey, traces } from './modelBench'

const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const bundles = shop.ok ? [shop.value] : []
let server: MessagesServer
let runs = 0

beforeAll(async () => {
  const oracle = (failing: number, delay: number) => oracleScenario({ bundles, failing, seed: 3, delay })
  const right = oracle(0, 0)
  // One request in its beginning is overloaded, a second is refused for good, which leaves a trial without a score.
  const flaky: Scenario = { messages: (exchange) => (exchange.count === 2 ? exchange.error(529, 'overloaded_error', 'Overloaded.') : exchange.count === 5 ? exchange.error(400, 'invalid_request_error', 'no') : right.messages(exchange)) }
  server = await startMessagesServer({ scenarios: { flaky, some: oracle(0.4, 60), whole: oracle(0.2, 40), slow: oracle(0, 400), right, ...SCENARIOS } })
})
afterAll(() => server.close())

/** Opens the run page connected to a scenario; the key is the canary where one is wanted. */
async function connected(scenario: string, { key = '', keep = false, trials = '2', model = 'claude-sonnet-5-5', dollars = '', page: opened }: { key?: string; keep?: boolean; trials?: string; model?: string; dollars?: string; page?: OpenPage } = {}): Promise<{ page: OpenPage; run: string }> {
  const run = `page-${(runs += 1)}`
  const page = opened ?? (await openPage('#/run'))
  await connect(page, server, scenario, { run, trials, model, dollars })
  if (key !== '') await enterKey(page, key)
  if (keep) await page.getByLabel(/session storage/).check()
  return { page, run }
}

async function enterKey(page: OpenPage, key: string): Promise<void> {
  await page.getByLabel(/^Key/).fill(key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('A key is in memory').waitFor()
}

/** Everything that the browser keeps for the page, and the page itself, as text. */
const everywhere = (page: OpenPage) => page.evaluate(async () => {
  const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.documentElement.outerHTML]
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => { const asked = indexedDB.open(name ?? ''); asked.onsuccess = () => resolve(asked.result) })
    for (const store of db.objectStoreNames) found.push(await new Promise((resolve) => { const asked = db.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => resolve(asked.result) }))
    db.close()
  }
  return JSON.stringify(found)
})

/** From now on, what the page shows as kept and as still to go, each time it changes. */
async function watchTime(page: OpenPage): Promise<() => Promise<{ kept: number; left: string }[]>> {
  await page.evaluate(() => {
    const found: { kept: number; left: string }[] = []
    Reflect.set(globalThis, 'times', found)
    new MutationObserver(() => {
      const kept = /: (\d+) of/.exec(document.querySelector('h1')?.textContent ?? '')?.[1]
      const left = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Still to go')?.nextElementSibling?.textContent
      if (kept !== undefined && left) found.push({ kept: Number(kept), left })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'times') as { kept: number; left: string }[])
}

test('a newcomer runs the whole shop five times, watches, stops, reloads, resumes exactly what is missing, opens a failure and exports', { timeout: 240_000 }, async () => {
  const { page, run } = await connected('whole', { key: CANARY, trials: '5', dollars: '5' })
  await using _ = page
  await page.getByText('Choose one by one').click()
  await page.getByRole('search').getByRole('combobox').first().selectOption('shop')
  await page.getByRole('button', { name: 'Only these 23' }).click()
  await page.getByLabel('Trials at once').fill('6')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('It answers').waitFor()
  await page.getByRole('button', { name: 'Count it at Anthropic’s price' }).click()
  await page.getByText(/Prices as of \d{4}-\d\d-\d\d\./).waitFor()
  const shown = await watchTime(page)
  await page.getByRole('button', { name: 'Run 115 trials' }).click()
  await heading(page, /Running: ([2-9]\d|1\d\d) of/).waitFor({ timeout: 60_000 })
  // How long it may still take is guessed at once three trials are in, and not before.
  const times = await shown()
  expect(times.filter(({ kept }) => kept < 3).map(({ left }) => left)).toContain('known after 3 trials')
  expect(times.filter(({ kept, left }) => (kept < 3 ? left !== 'known after 3 trials' : !/^about \d+ (s|min \d+ s)$/.test(left)))).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await heading(page, /Stopped/).waitFor()
  const sent = server.received(run).length
  await page.waitForTimeout(400)
  expect(server.received(run)).toHaveLength(sent)
  const before = await kept(page)
  expect(before.length).toBeGreaterThanOrEqual(20)
  expect(before.length).toBeLessThan(115)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText(`${115 - before.length} trials of 115 never finished.`).waitFor()

  await page.reload()
  await page.getByText('lost').waitFor()
  // The key does not survive a reload unless that was asked for: this server wants none.
  await expectAccessible(page)
  await page.getByRole('button', { name: `Resume with ${115 - before.length} trials` }).click()
  await heading(page, /^Done/).waitFor({ timeout: 120_000 })
  const after = await kept(page)
  expect(after).toHaveLength(115)
  expect(after).toEqual(expect.arrayContaining(before))
  // Each of the 23 tasks has its five.
  expect(new Set(after.map((attempt) => attempt.replace(/#.*/, ''))).size).toBe(23)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText(/for each passed trial/).waitFor()
  expect(await page.getByText(/never finished/).count()).toBe(0)
  await page.getByRole('link', { name: /: fail$/ }).first().click()
  await page.getByText('Asked').first().waitFor()
  await page.goBack()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export run' }).click()
  const exported = readFileSync(await (await downloading).path(), 'utf8')
  const { trials } = JSON.parse(exported) as { trials: { state: string }[] }
  expect(trials).toHaveLength(115)
  const failed = trials.filter(({ state }) => state === 'fail').length
  expect([failed > 0, failed < 60, trials.every(({ state }) => state === 'pass' || state === 'fail')]).toEqual([true, true, true])
  expectNoKey(exported + (await everywhere(page)) + traces(page))
  const origins = new Set(seen(page).requests.filter((url) => !/^(blob|data):/.test(url)).map((url) => new URL(url).origin))
  expect(origins).toEqual(new Set([new URL(inject('pageUrl')).origin, server.origin]))
  const { consoleErrors, pageErrors, policyViolations } = seen(page)
  expect({ consoleErrors, pageErrors, policyViolations }).toEqual({ consoleErrors: [], pageErrors: [], policyViolations: [] })
})

describe('the key', () => {
  test('is in session storage where that was asked for, and nowhere else; another server forgets it', async () => {
    const { page } = await connected('right', { key: CANARY, keep: true })
    await using _ = page
    const storage = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    expect(await storage()).toContain('canary')
    await page.reload()
    await page.getByText('A key is in memory').waitFor()
    await page.getByLabel('Base URL').fill('http://localhost:9999')
    await page.getByRole('button', { name: 'Use this server' }).click()
    await page.getByText('Enter a key first.').or(page.getByText('Ready, without a key.')).waitFor()
    expectNoKey(await everywhere(page))
  })

  test('that was not kept is asked for again before a run is resumed, and goes with it then', { timeout: 120_000 }, async () => {
    const run = `page-${(runs += 1)}`
    await using page = await openPage('#/run')
    const useServer = async () => {
      await page.getByLabel('Server', { exact: true }).selectOption('litellm')
      await page.getByLabel('Base URL').fill(server.base('some', run))
      await page.getByRole('button', { name: 'Use this server' }).click()
      await page.getByText('Enter a key first.').waitFor()
    }
    await useServer()
    await page.getByText('There is no connection yet.').waitFor()
    await enterKey(page, CANARY)
    await setUp(page, { trials: '1' })
    await begin(page)
    await heading(page, /Running: [1-9]/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('link', { name: 'Open the report' }).click()
    await page.getByRole('button', { name: /^Resume with/ }).waitFor()
    await page.reload()
    await page.getByText('There is no connection: the server it was played on wants its key again.').waitFor()
    expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0)
    const sent = server.received(run).length
    await page.getByRole('link', { name: 'Connect to a server' }).click()
    await enterKey(page, CANARY)
    expect(server.received(run)).toHaveLength(sent)
    await page.getByRole('region', { name: 'Not finished' }).getByRole('link').first().click()
    await page.getByRole('button', { name: /^Resume with/ }).click()
    await heading(page, /^Done/).waitFor({ timeout: 30_000 })
    expect(await kept(page)).toHaveLength(6)
    for (const { headers, path } of server.received(run)) if (path === '/v1/messages') expect(headers['authorization']).toBe(`Bearer ${CANARY}`)
    expectNoKey((await everywhere(page)) + traces(page))
  })

  test('with a character that no header takes is refused, and named', async () => {
    const { page } = await connected('right')
    await using _ = page
    await page.getByLabel(/^Key/).fill('sk-ant-\u200bx')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText(/Character 8 of the key is invisible/).waitFor()
  })

  test('that the server refuses ends the run with its sentence, echoed by the server or not', async () => {
    const { page } = await connected('echoes-the-key', { key: CANARY })
    await using _ = page
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText(/\[key\]/).waitFor()
    await begin(page)
    await heading(page, /Done|Halted/).waitFor()
    expectNoKey((await everywhere(page)) + traces(page))
  })
})

describe('a run ends', () => {
  test('at its cap in calls, before another is sent', async () => {
    const { page, run } = await connected('right')
    await using _ = page
    await page.getByLabel('Stop at, calls').fill('7')
    await begin(page)
    await heading(page, /^Halted/).waitFor()
    expect(server.received(run).filter(({ path }) => path.endsWith('/messages'))).toHaveLength(7)
    await page.getByText('The budget of 7 requests is used up.').first().waitFor()
  })

  test('at its cap in dollars, which does not begin before somebody has said what the model costs on this server', async () => {
    const { page, run } = await connected('right', { dollars: '0.05' })
    await using _ = page
    await page.getByText('no price', { exact: true }).waitFor()
    await page.getByText(/Without a price for claude-sonnet-5-5 on this server/).waitFor()
    expect(await page.getByRole('button', { name: /^Run \d+ trial/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Count it at Anthropic’s price' }).click()
    await begin(page)
    await heading(page, /^Halted/).waitFor()
    await page.getByText(/The budget of \$0.05\d* does not cover another request/).first().waitFor()
    expect(server.received(run).filter(({ path }) => path.endsWith('/messages')).length).toBeGreaterThan(0)
  })

  test('of a model without a price shows none, and no cost of 0; its cap in dollars can be taken away', async () => {
    const { page } = await connected('right', { model: 'fake-oracle', trials: '1', dollars: '5' })
    await using _ = page
    await page.getByRole('button', { name: 'Take the cap in dollars away' }).click()
    await begin(page)
    await heading(page, /^Done/).waitFor()
    expect(await page.getByText('no price', { exact: true }).count()).toBe(1)
    expect(await page.getByText('$0').count()).toBe(0)
    await page.getByRole('link', { name: 'Open the report' }).click()
    await page.getByText('never scored').or(page.getByText('What a trial took')).first().waitFor()
    expect(await page.getByText('$').count()).toBe(0)
  })

  test('when a finished trial cannot be saved: nothing more is sent, and what is not saved can be exported', async () => {
    const { page, run } = await connected('some')
    await using _ = page
    await page.evaluate(() => {
      const add = IDBObjectStore.prototype.add
      IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given: Parameters<typeof add>) {
        if (this.name === 'trials') throw new DOMException('full', 'QuotaExceededError')
        return add.apply(this, given)
      }
    })
    await begin(page)
    await page.getByText('Not saved, export now.').waitFor()
    await page.waitForTimeout(300)
    const sent = server.received(run).length
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export what is not saved' }).click()
    const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
    expect(file.trials.length).toBeGreaterThan(0)
    expect(server.received(run)).toHaveLength(sent)
    expect(await kept(page)).toEqual([])
  })
})

test('pausing lets what runs end and begins nothing; going on plays the rest', async () => {
  const { page } = await connected('some')
  await using _ = page
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await heading(page, /^Paused/).waitFor()
  const paused = await kept(page)
  await page.waitForTimeout(300)
  expect(await kept(page)).toEqual(paused)
  await page.getByRole('button', { name: 'Go on' }).click()
  await heading(page, /^Done: 12 of 12/).waitFor({ timeout: 30_000 })
})

/** A tab that a page opens has what its opener keeps in its session: here, which server it may call. */
async function openBeside(page: OpenPage, hash: string | null): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.evaluate((to) => { open(to ?? location.href) }, hash)
  return opening
}

test('a second tab watches a run that the first one plays', async () => {
  const { page } = await connected('slow', { trials: '1' })
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
  const { page } = await connected('slow', { trials: '1' })
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

test('a number of trials that is none is refused with a sentence', async () => {
  const { page } = await connected('right')
  await using _ = page
  for (const wrong of ['0', '1001', '2.5', 'five', '']) {
    await page.getByLabel('Trials of each task').fill(wrong)
    await page.getByText(/Trials of each task: a whole number from 1 to 1,000/).first().waitFor()
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  }
})

test('effort, thinking and the length of a reply are offered as the chosen model allows', async () => {
  const { page } = await connected('right')
  await using _ = page
  await page.getByLabel('Effort').selectOption('max')
  await page.getByLabel('Thinking').selectOption('adaptive')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('It answers').waitFor()
  const options = (label: string) => page.getByLabel(label).locator('option').allTextContents()
  expect(await options('Effort')).toEqual(['the model’s own', 'low', 'medium', 'high', 'max'])
  await page.getByLabel('Model', { exact: true }).fill('claude-haiku-5-5')
  await expect.poll(() => page.getByLabel('Effort').isDisabled()).toBe(true)
  expect(await page.getByLabel('Thinking').inputValue()).toBe('')
  expect(await options('Thinking')).toEqual(['the model’s own', 'off'])
  await page.getByLabel('Tokens of a reply').fill('64001')
  await page.getByText('Tokens of a reply: claude-haiku-5-5 gives at most 64,000, not 64,001.').waitFor()
  expect(await page.getByRole('button', { name: /^Run \d+ trial/ }).isDisabled()).toBe(true)
  // A model that the server does not describe may be anything.
  await page.getByLabel('Model', { exact: true }).fill('fake-oracle')
  await expect.poll(() => page.getByRole('button', { name: /^Run \d+ trial/ }).isEnabled()).toBe(true)
  expect(await options('Effort')).toHaveLength(6)
})

test('a browser without locks plays, and says that it cannot tell of other tabs', async () => {
  await using page = await openPage('about:blank')
  await page.addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }) })
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await connect(page, server, 'some', { run: `page-${(runs += 1)}`, trials: '1' })
  await begin(page)
  await page.getByText(/This browser has no locks, so it cannot tell whether another tab plays this run too/).waitFor()
  await heading(page, /^Done: 6 of 6/).waitFor({ timeout: 30_000 })
})

test('another server refuses to resume and offers a new run, set up as the old one was', async () => {
  const { page } = await connected('some')
  await using _ = page
  await page.getByText(/: system prompt and tools/).click()
  await page.getByLabel('System prompt').fill('Be brief. PROMPT-OF-THE-OLD-RUN')
  await begin(page)
  await heading(page, /Running: [1-9]/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Set up another run' }).click()
  await connected('right', { page })
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
  const { page } = await connected('some', { trials: '1' })
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

test('a selection of tasks is saved under a name, exported, and comes back by its button and by dropping; a wrong one changes nothing', async () => {
  await using page = await openPage('#/run')
  await page.getByText('Choose one by one').click()
  await page.getByRole('button', { name: 'Take these out' }).click()
  for (const title of [/A slow morning/, /Orders do not load/]) await page.getByRole('checkbox', { name: title }).check()
  await page.getByLabel('Save it under a name').fill('two of the service desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export selection' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('two-of-the-service-desk-selection.json')
  const text = readFileSync(await download.path(), 'utf8')
  const chosen = () => page.getByLabel('Selection', { exact: true }).locator('option:checked').textContent()
  await page.getByRole('button', { name: 'Forget “two of the service desk”' }).click()
  await page.getByLabel('Selection', { exact: true }).selectOption('quick')

  await page.getByLabel('File of a selection').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByText('“two of the service desk” is chosen: 2 tasks.').first().waitFor()
  expect(await chosen()).toBe('two of the service desk, 2 tasks')

  const wrong = text.replace('"task": "restart-and-verify"', '"task": 7')
  await page.getByLabel('File of a selection').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(wrong) })
  await page.getByText(/The selection was not imported: tasks\[\d\]\.task: has to be a text, not 7\./).first().waitFor()
  expect(await chosen()).toBe('two of the service desk, 2 tasks')
  await expectAccessible(page)

  // Dropped on another page, it leads to where it is used; what is not here is named.
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /runs/ }).waitFor()
  await page.evaluate((given) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([given], 'c.json', { type: 'application/json' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  }, text.replace('"restart-and-verify"', '"of-another-world"').replace('two of', 'one of'))
  await page.getByText('“one of the service desk” is chosen with 1 of its 2 tasks. Not here: incidents/of-another-world.').first().waitFor()
  await page.getByRole('heading', { name: /1 task chosen/ }).waitFor()
  expect(await chosen()).toBe('one of the service desk, 1 task')
  expectClean(page)
})

test('an edited prompt is what the model is sent, and what the run carries', async () => {
  const { page, run } = await connected('right', { trials: '1' })
  await using _ = page
  await page.getByText(/: system prompt and tools/).click()
  await page.getByLabel('System prompt').fill('Be brief. PROMPT-OF-THIS-RUN')
  await begin(page)
  await heading(page, /^Done/).waitFor()
  expect(JSON.stringify(server.received(run).at(-1)?.body)).toContain('PROMPT-OF-THIS-RUN')
  expect(await everywhere(page)).toContain('PROMPT-OF-THIS-RUN')
})

test('a model plays one task and is watched; nothing is sent before the button is pressed, and the trial is kept', async () => {
  const { page, run } = await connected('slow')
  await using _ = page
  await page.evaluate(() => { location.hash = '#/?world=shop&task=cancel-paid&who=model' })
  await page.getByRole('button', { name: 'Let it play' }).waitFor()
  expect(server.received(run)).toHaveLength(0)
  await page.getByRole('button', { name: 'Let it play' }).click()
  await page.getByRole('heading', { level: 1, name: 'The model is at work.' }).waitFor()
  await page.getByRole('link', { name: 'Open the kept trial' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the kept trial' }).click()
  await page.getByText('Asked').first().waitFor()
})

test('without a connection, Play says where one is made', async () => {
  await using page = await openPage('#/?world=shop&task=cancel-paid&who=model')
  await page.getByRole('link', { name: 'Make a connection' }).click()
  await page.getByRole('heading', { name: 'Connection' }).waitFor()
  await expectAccessible(page)
})

test('what backs off says why and for how long; unscored trials are run again, and their first attempts stay', async () => {
  const { page, run } = await connected('flaky', { trials: '1' })
  await using _ = page
  await begin(page)
  await page.getByText(/backing off, \d+ s more: .*529/).first().waitFor()
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  const first = await kept(page)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByRole('button', { name: /^Run the \d+ unscored again/ }).click()
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  const second = await kept(page)
  expect(second).toEqual(expect.arrayContaining(first))
  expect(second.filter((attempt) => attempt.endsWith('/2')).length).toBe(second.length - first.length)
  expect(second.length).toBeGreaterThan(first.length)
  expect(server.received(run).length).toBeGreaterThan(0)
})
