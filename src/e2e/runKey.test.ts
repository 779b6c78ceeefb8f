// The key on the run page: where it is kept, where it goes, and what happens without it or with a wrong one.
import { describe, expect, test } from 'vitest'
import { openPage } from './helpers'
import { CANARY, expectNoKey, traces } from './modelBench'
import { runBench } from './runBench'
import { begin, enterKey, everywhere, heading, kept, setUp } from './runPage'

const bench = runBench()

describe('the key', () => {
  test('is in session storage where that was asked for, and nowhere else; another server forgets it', async () => {
    const { page } = await bench.connected('right', { key: CANARY, keep: true })
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
    const run = bench.newRun()
    await using page = await openPage('#/run')
    const useServer = async () => {
      await page.getByLabel('Server', { exact: true }).selectOption('litellm')
      await page.getByLabel('Base URL').fill(bench.server().base('slow', run))
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
    const sent = bench.server().received(run).length
    await page.getByRole('link', { name: 'Connect to a server' }).click()
    await enterKey(page, CANARY)
    expect(bench.server().received(run)).toHaveLength(sent)
    await page.getByRole('region', { name: 'Not finished' }).getByRole('link').first().click()
    await page.getByRole('button', { name: /^Resume with/ }).click()
    await heading(page, /^Done/).waitFor({ timeout: 30_000 })
    expect(await kept(page)).toHaveLength(6)
    for (const { headers, path } of bench.server().received(run)) if (path === '/v1/messages') expect(headers['authorization']).toBe(`Bearer ${CANARY}`)
    expectNoKey((await everywhere(page)) + traces(page))
  })

  test('with a character that no header takes is refused, and named', async () => {
    const { page } = await bench.connected('right')
    await using _ = page
    await page.getByLabel(/^Key/).fill('sk-ant-\u200bx')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText(/Character 8 of the key is invisible/).waitFor()
  })

  test('that the server refuses ends the run with its sentence, echoed by the server or not', async () => {
    const { page } = await bench.connected('echoes-the-key', { key: CANARY })
    await using _ = page
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText(/\[key\]/).waitFor()
    await begin(page)
    await heading(page, /Done|Halted/).waitFor()
    expectNoKey((await everywhere(page)) + traces(page))
  })
})
