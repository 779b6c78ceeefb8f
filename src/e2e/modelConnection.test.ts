// Connections in Chromium: testing one, choosing an origin, and a key that a server echoes.
import { describe, expect, test } from 'vitest'
import { chooseOn, expectNoKey, fetchInWorker, modelBench, playEpisode, reachableFrom, testFrom, traces } from './modelBench'

const bench = modelBench()
const quick = { first: 20, longest: 40 }
let runs = 0
const newRun = (): string => `run-${(runs += 1)}`

describe('testing a connection', () => {
  test.each<[string, string]>([
    ['bad-key', 'does not accept the key'],
    ['no-browsers', 'does not allow calls from browsers'],
    ['no-cors', 'without the CORS headers'],
    ['html', 'is not a Messages API'],
    ['other-json', 'is not a Messages API'],
    ['there-is-none', '404 not_found_error'],
  ])('%s', async (scenario, says) => {
    await using page = await bench.page()
    expect(await testFrom(page, bench.connection(scenario, newRun()))).toEqual({ ok: false, says: expect.stringContaining(says) })
  })

  test('gives the models with what they can do, and unknown where the server does not say', async () => {
    await using page = await bench.page()
    expect(await testFrom(page, bench.connection('ok', newRun()))).toEqual({
      ok: true, models: [
        { id: 'claude-sonnet-5-5', title: 'Fake Sonnet 5.5', maxTokens: 64_000, contextTokens: 200_000, effort: ['low', 'medium', 'high', 'max'], adaptiveThinking: true, thinkingCanBeOff: true },
        { id: 'claude-haiku-5-5', title: 'Fake Haiku 5.5', maxTokens: 64_000, contextTokens: 200_000, effort: [], adaptiveThinking: false, thinkingCanBeOff: true },
        { id: 'fake-oracle', title: 'Fake oracle (no price)', maxTokens: null, contextTokens: null, effort: null, adaptiveThinking: null, thinkingCanBeOff: null },
      ],
    })
  })

  test('a server that is not there; a browser that is offline', async () => {
    await using page = await bench.page('http://127.0.0.1:9999')
    expect(await testFrom(page, bench.connection('ok', newRun(), { base: 'http://127.0.0.1:9999' }))).toEqual({ ok: false, says: expect.stringContaining('cannot be reached') })
    await using away = await bench.page('https://api.anthropic.com')
    await away.context().setOffline(true)
    // The code that talks to the API may have been loaded before or not; either way it is a sentence.
    expect(await testFrom(away, bench.connection('ok', newRun(), { base: 'https://api.anthropic.com' }))).toMatchObject({ ok: false })
  })
})

describe('choosing an origin', () => {
  const loaded = async (page: Awaited<ReturnType<typeof bench.page>>, work: () => Promise<unknown>) => {
    const reloaded = page.waitForEvent('load')
    await work()
    await reloaded
    await page.waitForFunction(() => 'modelTests' in globalThis)
  }

  test('reloads the page, which then reaches it; choosing none takes it away again', async () => {
    await using page = await bench.page(null)
    const { origin } = bench.server()
    const list = `${bench.server().base('ok', newRun())}/v1/models`
    expect([await reachableFrom(page), await fetchInWorker(page, list)]).toEqual([null, expect.stringContaining('TypeError')])
    await loaded(page, () => chooseOn(page, origin))
    expect([await reachableFrom(page), await fetchInWorker(page, list)]).toEqual([origin, 'answered 200'])
    expect(await chooseOn(page, origin)).toBeNull()
    await loaded(page, () => chooseOn(page, null))
    expect([await reachableFrom(page), await fetchInWorker(page, list)]).toEqual([null, expect.stringContaining('TypeError')])
  })

  test('that no page could reach, or that cannot be kept, is a sentence and no reload', async () => {
    await using page = await bench.page(null)
    expect(await chooseOn(page, 'http://a.example')).toContain('cannot be reached from a page')
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException('denied', 'SecurityError') } })
    expect(await chooseOn(page, 'https://a.example')).toContain('lets this page keep nothing')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })
})

test.each(['echoes-the-key', 'echoes-the-key-500', 'says-the-key', 'html-with-the-key'])('the key, echoed by %s, is found nowhere', async (scenario) => {
  await using page = await bench.page()
  for (const scheme of ['bearer', 'x-api-key'] as const) {
    const connection = bench.connection(scenario, newRun(), { scheme })
    const played = await playEpisode(page, { connection, settings: { retry: quick } })
    const tested = await testFrom(page, connection)
    expect(JSON.stringify(played)).toContain('[key]')
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.documentElement.outerHTML]))
    expectNoKey(JSON.stringify(played) + JSON.stringify(tested) + traces(page) + kept)
  }
})
