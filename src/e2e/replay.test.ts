// Replay and re-execution over the built page: recorded runs against other agents and against a model, and records that were altered.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { callsOf } from '../core/agent/episode'
import type { Run } from '../core/trial/record'
import { expectAccessible, expectClean, openPage, seen, type OpenPage } from './helpers'
import { connect } from './runPage'

const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
const bundles = shop.ok ? [shop.value] : []
let server: MessagesServer
beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { right: oracleScenario({ bundles, failing: 0 }), wrong: oracleScenario({ bundles, failing: 1 }), slow: oracleScenario({ bundles, failing: 0, delay: 300 }) } })
})
afterAll(() => server.close())

const go = (page: Page, route: string) => page.evaluate((hash) => { location.hash = hash }, route)

/** A page with the proof's run of the oracle over the shop, open at its report. */
async function oracleRun(): Promise<OpenPage> {
  const page = await openPage('#/prove?world=shop')
  await page.getByRole('heading', { level: 1, name: 'The grader is proven on 23 of 23 tasks.' }).waitFor({ timeout: 60_000 })
  await go(page, '#/runs')
  await page.getByRole('link', { name: 'Oracle on The support desk', exact: true }).click()
  await page.getByRole('heading', { name: 'Replay an agent' }).waitFor()
  return page
}

const replays = (page: Page) => page.getByRole('region', { name: 'Replay an agent' })
async function replayAll(page: Page, who: string): Promise<string> {
  await replays(page).getByLabel('Who').selectOption({ label: who })
  await replays(page).getByRole('button', { name: 'Replay 23 trials' }).click()
  const told = replays(page).getByRole('status').getByText(`${who}: of 23 trials`)
  await told.waitFor({ timeout: 60_000 })
  return (await told.textContent()) ?? ''
}

// The catalogue says it: doing nothing passes 3 of 23, the yes-man plays the oracle in 15 and the temptation in 8.
test('a whole run is replayed: other calls diverge and are invalid, never failed; each is linked to its step', async () => {
  await using page = await oracleRun()
  expect(await replayAll(page, 'Yes-man')).toBe('Yes-man: of 23 trials, 8 invalid, 8 of them diverged; 15 made only calls that are on record (15 pass).')
  expect(await replayAll(page, 'Null')).toBe('Null: of 23 trials, 0 invalid, 0 of them diverged; 23 made only calls that are on record (3 pass, 20 fail).')
  expect(await replayAll(page, 'Escalator')).toBe('Escalator: of 23 trials, 23 invalid, 23 of them diverged; 0 made only calls that are on record.')
  await expectAccessible(page)
  await replays(page).getByRole('link', { name: /^refund-damaged #1, step 2$/ }).click()
  await page.waitForURL(/\/shop\/refund-damaged\/0\?step=2$/)
  await page.getByLabel('or replay against this record').selectOption({ label: 'Escalator' })
  await page.getByText('Escalator diverged: Call 1 was lookup_customer on record; now it is escalate. From there the record says nothing: invalid, not failed.').waitFor()
  await page.getByRole('button', { name: 'Show step 2' }).waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('an altered record of a whole run is broken at its place, and the others are not', async () => {
  await using page = await oracleRun()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export run' }).click()
  const run = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as Run
  const of = (task: string) => callsOf(run.trials!.find((trial) => trial.task === task)!.episode)
  // A result that was made up, and a row that was left out of what a call changed.
  of('cancel-paid').find(({ tool }) => tool === 'get_order')!.result = '{"id":"ORD-1004","status":"shipped"}'
  of('refund-partial').find(({ tool }) => tool === 'issue_refund')!.changes = []
  await go(page, '#/runs')
  await page.locator('input[aria-label="File of a run"]').setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ ...run, id: 'tampered' })) })
  await page.waitForURL(/#\/runs\/tampered/)
  await page.getByRole('button', { name: 'Play 23 trials again' }).click()
  await page.getByText('2 broken records among 23 trials.').waitFor({ timeout: 60_000 })
  const broken = page.getByRole('region', { name: 'Play the calls again' }).getByRole('listitem')
  expect(await broken.allTextContents()).toEqual([
    expect.stringMatching(/^cancel-paid #1 Call \d, get_order, now gives another result than is on record\.$/) as string,
    expect.stringMatching(/^refund-partial #1 Call \d, issue_refund, now makes 1 change; on record it made 0 changes, or others\.$/) as string,
  ])
  expectClean(page)
})

/** Connects the page to a scenario of the server; nothing has been asked of it by then. */
async function connectTo(page: Page, scenario: string, run: string): Promise<void> {
  await go(page, '#/run')
  await connect(page, server, scenario, { run })
}

test('a model is replayed against a record and a whole run: nothing is sent before the button, and where its calls differ it has diverged', { timeout: 120_000 }, async () => {
  await using page = await oracleRun()
  const id = new URL(page.url()).hash.replace('#/runs/', '')
  await connectTo(page, 'wrong', 'replay-wrong')
  await go(page, `#/runs/${id}/shop/refund-out-of-window/0`)
  await page.getByLabel('or replay against this record').selectOption({ label: 'A model …' })
  await page.getByRole('button', { name: 'Let it replay this record' }).waitFor()
  await expectAccessible(page)
  expect(server.received('replay-wrong')).toHaveLength(0)
  await page.getByRole('button', { name: 'Let it replay this record' }).click()
  await page.getByText(/claude-sonnet-5-5 diverged: .*invalid, not failed/).waitFor()
  await page.getByRole('link', { name: 'Open the run that keeps it' }).click()
  await page.getByText(/^1 planned.*1 invalid/).first().waitFor()

  await connectTo(page, 'right', 'replay-right')
  await go(page, `#/runs/${id}`)
  await replays(page).getByLabel('Who').selectOption({ label: 'A model' })
  await replays(page).getByRole('button', { name: 'Let it replay 23 trials' }).waitFor()
  expect(server.received('replay-right')).toHaveLength(0)
  await replays(page).getByRole('button', { name: 'Let it replay 23 trials' }).click()
  await replays(page).getByText('claude-sonnet-5-5: of 23 trials, 0 invalid, 0 of them diverged; 23 made only calls that are on record (23 pass).').waitFor({ timeout: 60_000 })
  // It was paid for: it is kept as a run, which says what it is and cannot be played on.
  await replays(page).getByRole('link', { name: 'Open the run that keeps them' }).click()
  await page.getByText('A replay: every result is one that another run has on record.', { exact: false }).waitFor()
  await page.getByRole('heading', { level: 1, name: /^Passed 23 of 23/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0)
  await expectAccessible(page)
  await go(page, '#/runs')
  await page.getByRole('row', { name: /claude-sonnet-5-5 replays Oracle on The support desk.*replay.*23/s }).waitFor()

  await connectTo(page, 'slow', 'replay-slow')
  await go(page, `#/runs/${id}`)
  await replays(page).getByLabel('Who').selectOption({ label: 'A model' })
  await replays(page).getByRole('button', { name: 'Let it replay 23 trials' }).click()
  await replays(page).getByText(/^[1-9] of 23 replayed$/).waitFor({ timeout: 30_000 })
  await replays(page).getByRole('button', { name: 'Stop the replay' }).click()
  await replays(page).getByText(/Stopped\./).waitFor()
  const sent = server.received('replay-slow').length
  await page.waitForTimeout(800)
  expect(server.received('replay-slow')).toHaveLength(sent)
  expect([seen(page).consoleErrors, seen(page).pageErrors, seen(page).policyViolations]).toEqual([[], [], []])
})

test('the cap on requests of the run page holds for a replay', { timeout: 60_000 }, async () => {
  await using page = await oracleRun()
  const id = new URL(page.url()).hash.replace('#/runs/', '')
  await connectTo(page, 'right', 'replay-capped')
  await page.getByLabel('Stop at, calls').fill('5')
  await go(page, `#/runs/${id}`)
  await replays(page).getByLabel('Who').selectOption({ label: 'A model' })
  await replays(page).getByRole('button', { name: 'Let it replay 23 trials' }).click()
  await replays(page).getByText(/It ended early:/).waitFor({ timeout: 30_000 })
  expect(server.received('replay-capped')).toHaveLength(5)
})
