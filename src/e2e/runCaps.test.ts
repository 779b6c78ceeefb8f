// Caps and prices: no request beyond a cap, no cap that cannot be kept, and no price where nobody has said one.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './helpers'
import { runBench } from './runBench'
import { begin, heading } from './runPage'

const bench = runBench()

describe('a run ends', () => {
  test('at its cap in calls, before another is sent', async () => {
    const { page, run } = await bench.connected('right')
    await using _ = page
    await page.getByLabel('Stop at, calls').fill('7')
    await begin(page)
    await heading(page, /^Halted/).waitFor()
    expect(bench.server().received(run).filter(({ path }) => path.endsWith('/messages'))).toHaveLength(7)
    await page.getByText('The budget of 7 requests is used up.').first().waitFor()
  })

  test('at its cap in dollars, which does not begin before somebody has said what the model costs on this server', async () => {
    const { page, run } = await bench.connected('right', { dollars: '0.05' })
    await using _ = page
    await page.getByText('no price', { exact: true }).waitFor()
    await page.getByText(/Without a price for claude-sonnet-5-5 on this server/).waitFor()
    expect(await page.getByRole('button', { name: /^Run \d+ trial/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Count it at Anthropic’s price' }).click()
    await begin(page)
    await heading(page, /^Halted/).waitFor()
    await page.getByText(/The budget of \$0.05\d* does not cover another request/).first().waitFor()
    expect(bench.server().received(run).filter(({ path }) => path.endsWith('/messages')).length).toBeGreaterThan(0)
  })

  test('of a model without a price shows none, and no cost of 0; its cap in dollars can be taken away', async () => {
    const { page } = await bench.connected('right', { model: 'fake-oracle', trials: '1', dollars: '5' })
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
})

test('a cap in calls holds across stopping, reloading and resuming, requests that were cut off included; one that is used up is told', { timeout: 90_000 }, async () => {
  const { page, run } = await bench.connected('slow')
  await using _ = page
  const sent = () => bench.server().received(run).filter(({ path }) => path.endsWith('/messages')).length
  await page.getByLabel('Stop at, calls').fill('10')
  await begin(page)
  await heading(page, /^Running/).waitFor()
  await expect.poll(sent).toBeGreaterThanOrEqual(5)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await heading(page, /^Stopped/).waitFor()
  const before = sent()
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText(`, ${before} calls`, { exact: false }).waitFor()
  // What was spent travels with the run.
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export run' }).click()
  const exported = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as { spent?: { calls: number } }
  expect(exported.spent?.calls).toBe(before)
  await page.reload()
  await page.getByText(`, ${before} calls`, { exact: false }).waitFor()
  expect(await page.getByLabel('Stop at, calls').inputValue()).toBe('10')
  await page.getByRole('button', { name: /^Resume with/ }).click()
  await heading(page, /^Halted/).waitFor({ timeout: 30_000 })
  expect(sent()).toBe(10)

  // The cap that it was last played under is proposed again, and said to be used up before anything is sent.
  await page.getByRole('link', { name: 'Open the report' }).click()
  await page.getByText('The cap of 10 calls is used up: 10 were made. Enter a higher one.').waitFor()
  expect(await page.getByRole('button', { name: /^Resume with/ }).isDisabled()).toBe(true)
  await page.getByLabel('Stop at, calls').fill('14')
  await page.getByRole('button', { name: /^Resume with/ }).click()
  await heading(page, /^(Halted|Done)/).waitFor({ timeout: 30_000 })
  expect(sent()).toBeLessThanOrEqual(14)
  await page.getByRole('link', { name: 'Open the report' }).click()
  await expect.poll(() => page.getByLabel('Stop at, calls').inputValue()).toBe('14')
})

test('a watched trial, too, does not begin under a cap that cannot be kept, which is said before', async () => {
  const { page, run } = await bench.connected('right', { dollars: '5' })
  await using _ = page
  await page.evaluate(() => { location.hash = '#/?world=shop&task=cancel-paid&who=model' })
  await page.getByText(/Without a price for claude-sonnet-5-5 on this server a cap in dollars cannot be kept/).waitFor()
  expect(await page.getByRole('button', { name: 'Let it play' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'run page' }).click()
  await page.getByRole('button', { name: 'Count it at Anthropic’s price' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Let it play' }).click()
  await page.getByText(/played just now, for \$0\.\d+/).waitFor()
  expect(bench.server().received(run).filter(({ path }) => path === '/v1/messages').length).toBeGreaterThan(0)
})
