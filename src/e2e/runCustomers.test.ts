// Customers that a model plays, on the run page of the built product, against a server on this machine.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerTurns, startCustomerServer } from './customerServer'
import { expectAccessible, openPage, type OpenPage } from './helpers'
import { begin, connect, heading } from './runPage'
import type { MessagesServer } from '../adapters/node/messagesServer/server'

let server: MessagesServer
let runs = 0

beforeAll(async () => { server = await startCustomerServer() })
afterAll(() => server.close())

/** The run page, connected, with these tasks chosen and their customers played by a model. */
async function setUp(scenario: string, tasks: readonly [string, string][], texts: Record<string, string> = {}): Promise<{ page: OpenPage; run: string }> {
  const page = await openPage()
  await page.evaluate((chosen) => { localStorage.setItem('aftermath.run-setup', JSON.stringify({ chosen })) }, tasks.map((one) => JSON.stringify(one)))
  await page.goto(`${page.url().split('#')[0]}#/run`)
  await page.reload()
  const run = `customers-${(runs += 1)}`
  await connect(page, server, scenario, { run, trials: '1', dollars: '5' })
  await page.getByRole('radio', { name: /^Played by a model/ }).check()
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  // Nobody has said that Anthropic's prices hold here, for neither model: the person does.
  for (const button of await page.getByRole('button', { name: 'Count it at Anthropic’s price' }).all()) await button.click()
  for (const button of await page.getByRole('button', { name: 'Count the customers’ model at Anthropic’s price' }).all()) await button.click()
  return { page, run }
}

async function exported(page: OpenPage): Promise<{ configuration: Record<string, unknown>; trials: { task: string; state: string; episode: { turns: Record<string, unknown>[]; termination: { kind: string; detail?: string } } }[] }> {
  await page.getByRole('link', { name: 'Open the report' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export run' }).click()
  return JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as never
}

test('answer from their persona, confirm, say goodbye, and are on record with their own model, requests and cost', { timeout: 60_000 }, async () => {
  const { page, run } = await setUp('right', [['shop', 'which-order'], ['claims', 'address-change'], ['claims', 'asks-for-the-date']], { 'Model of the customers': 'claude-haiku-4-5', 'Messages at most': '6' })
  await using _ = page
  await page.getByText('Every chosen task says who its customer is.').waitFor()
  await page.getByText('What they are told').click()
  await page.getByText('You play a customer who writes').waitFor()
  await expectAccessible(page)
  await begin(page)
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  const live = async (name: string) => (await page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) }).locator('dd').textContent())?.trim()
  expect(await live('Cost so far, with the customers, of at most $5.00')).toMatch(/^\$\d/)
  const trial = await live('A trial, the agent alone')
  expect(trial).toMatch(/^\$0\.\d+$/)
  const { configuration, trials: finished } = await exported(page)
  // The same number under the same name.
  await page.getByText(new RegExp(`^The agent alone: \\$.* \\${trial} a trial\\.$`)).waitFor()
  const trials = finished.toSorted((a, b) => a.task.localeCompare(b.task))
  expect(configuration['customers']).toMatchObject({ model: 'claude-haiku-4-5', answers: 6, prices: { input: '1', output: '5' } })
  expect(trials.map(({ task, state }) => [task, state])).toEqual([['address-change', 'pass'], ['asks-for-the-date', 'pass'], ['which-order', 'pass']])
  for (const trial of trials) {
    const said = customerTurns(trial.episode.turns).slice(1)
    expect(said.length).toBeGreaterThanOrEqual(2)
    for (const turn of said) expect(turn).toMatchObject({ by: 'model', model: 'claude-haiku-4-5', usage: { output_tokens: expect.any(Number) }, attempts: [{ status: 200 }] })
    expect(said.at(-1)).toMatchObject({ text: '[goodbye]', ends: true })
  }
  expect(customerTurns(trials[0]!.episode.turns)[1]).toMatchObject({ confirms: true, text: 'Yes, that is right, please change it.' })
  // A customer is told nothing of tools, policy or expectation, and the agent nothing of the persona.
  const bodies = server.received(run).map(({ body }) => JSON.stringify(body))
  const theirs = bodies.filter((body) => body.includes('You play a customer'))
  expect(theirs.length).toBeGreaterThanOrEqual(6)
  for (const body of theirs) expect(body).not.toMatch(/cancel_order|input_schema|"must"|Refund only/)
  for (const body of bodies.filter((one) => !theirs.includes(one))) expect(body).not.toContain('absent-minded')
  await page.getByText('Its customers were played by claude-haiku-4-5.').waitFor()
  await page.getByText(/The model that played the customers: \$0\.\d+ beside it/).waitFor()
  await page.getByRole('grid').getByRole('link', { name: /which-order/ }).first().click()
  await page.getByText('Customer, played by claude-haiku-4-5').first().waitFor()
  await expectAccessible(page)
})

test('who leaves the role ends the trial without a score, as attrition of its own kind, with what was said', { timeout: 60_000 }, async () => {
  const { page } = await setUp('machine', [['shop', 'which-order']])
  await using _ = page
  await begin(page)
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  const { trials } = await exported(page)
  expect(trials[0]).toMatchObject({ state: 'customer', episode: { termination: { kind: 'customer', detail: expect.stringContaining('spoke as a machine') } } })
  expect(customerTurns(trials[0]!.episode.turns).at(-1)).toMatchObject({ text: 'As an AI language model, I own no lamp.', by: 'model', usage: {} })
  await page.getByText(/customer out of role/).first().waitFor()
})

test('their own cap ends the run before another of their requests, and resuming asks for it again', { timeout: 60_000 }, async () => {
  const { page, run } = await setUp('right', [['shop', 'which-order'], ['shop', 'no-email-yet']], { 'Trials at once': '1', 'Customers’ calls': '2' })
  await using _ = page
  await begin(page)
  await page.getByText('The customers’ budget of 2 requests is used up.').first().waitFor({ timeout: 30_000 })
  expect(server.received(run).filter(({ body }) => JSON.stringify(body).includes('You play a customer'))).toHaveLength(2)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByLabel('Customers’ calls').fill('20')
  await page.getByRole('button', { name: /^Resume with 1 trial/ }).click()
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
})

test('a number of messages that is none is refused with a sentence', async () => {
  const { page } = await setUp('right', [['shop', 'which-order']], { 'Messages at most': 'few' })
  await using _ = page
  await page.getByText('Messages of a customer: a whole number from 1 to 200, not “few”.').first().waitFor()
  expect(await page.getByRole('button', { name: /^Run/ }).last().isDisabled()).toBe(true)
})

test('in Play, too, the customer is played by the model that was set up', { timeout: 60_000 }, async () => {
  const { page } = await setUp('right', [['shop', 'which-order']])
  await using _ = page
  await page.evaluate(() => { location.hash = '#/?world=shop&task=which-order&who=model' })
  await page.getByText('The customer is played by claude-sonnet-5-5, as the run page is set.').waitFor()
  await page.getByRole('button', { name: 'Let it play' }).click()
  await page.getByRole('link', { name: 'Open the kept trial' }).waitFor({ timeout: 30_000 })
  await page.getByText('Customer, played by claude-sonnet-5-5').first().waitFor()
})
