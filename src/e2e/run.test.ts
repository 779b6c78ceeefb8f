// A newcomer's run by a model, on the built page against a server on this machine: set up, watched, stopped, resumed, opened, exported.
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { expectAccessible, openPage, seen, type OpenPage } from './helpers'
import { CANARY, expectNoKey, traces } from './modelBench'
import { runBench } from './runBench'
import { begin, everywhere, heading, kept } from './runPage'

const bench = runBench()

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
  const { page, run } = await bench.connected('whole', { key: CANARY, trials: '5', dollars: '5' })
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
  const sent = bench.server().received(run).length
  await page.waitForTimeout(400)
  expect(bench.server().received(run)).toHaveLength(sent)
  const before = await kept(page)
  expect(before.length).toBeGreaterThanOrEqual(20)
  expect(before.length).toBeLessThan(115)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText(`${115 - before.length} of 115 planned trials were never run.`).waitFor()

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
  expect(await page.getByText(/planned trials (was|were) never run/).count()).toBe(0)
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
  expect(origins).toEqual(new Set([new URL(inject('pageUrl')).origin, bench.server().origin]))
  const { consoleErrors, pageErrors, policyViolations } = seen(page)
  expect({ consoleErrors, pageErrors, policyViolations }).toEqual({ consoleErrors: [], pageErrors: [], policyViolations: [] })
})

test('pausing lets what runs end and begins nothing; going on plays the rest', async () => {
  const { page } = await bench.connected('some')
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

test('what backs off says why and for how long; unscored trials are run again, and their first attempts stay', async () => {
  const { page, run } = await bench.connected('flaky', { trials: '1' })
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
  expect(bench.server().received(run).length).toBeGreaterThan(0)
})

test('an edited prompt and an edited description of a tool are what the model is sent, and what the run carries', async () => {
  const { page, run } = await bench.connected('right', { trials: '1' })
  await using _ = page
  await page.getByText(/: system prompt and tools/).click()
  await page.getByLabel('System prompt').fill('Be brief. PROMPT-OF-THIS-RUN')
  await page.getByLabel('issue_refund', { exact: true }).fill('Gives money. TOOL-OF-THIS-RUN')
  await begin(page)
  await heading(page, /^Done/).waitFor()
  const sent = bench.server().received(run).filter(({ path }) => path === '/v1/messages').map(({ body }) => body as { system: { text: string }[]; tools: { name: string; description: string }[] })
  expect(sent.length).toBeGreaterThan(6)
  for (const { system, tools } of sent) {
    expect(system.map(({ text }) => text)).toEqual(['Be brief. PROMPT-OF-THIS-RUN'])
    expect(tools.find(({ name }) => name === 'issue_refund')?.description).toBe('Gives money. TOOL-OF-THIS-RUN')
  }
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText('Edited for this run, in The support desk: the system prompt and descriptions of tools.').waitFor()
  const record = await everywhere(page)
  for (const text of ['PROMPT-OF-THIS-RUN', 'TOOL-OF-THIS-RUN']) expect(record).toContain(text)
})

test('a model plays one task and is watched; nothing is sent before the button is pressed, and the trial is kept', async () => {
  const { page, run } = await bench.connected('slow')
  await using _ = page
  await page.evaluate(() => { location.hash = '#/?world=shop&task=cancel-paid&who=model' })
  await page.getByRole('button', { name: 'Let it play' }).waitFor()
  expect(bench.server().received(run)).toHaveLength(0)
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
