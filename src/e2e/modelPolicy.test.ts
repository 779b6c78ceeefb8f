// The two stages of the policy, in the app itself: what the page and its workers may reach before and after an origin is chosen.
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { ORIGIN_KEY } from '../adapters/contentPolicy/narrow'
import { expectClean, openPage, seen, type OpenPage } from './helpers'

let server: MessagesServer
let other: MessagesServer
beforeAll(async () => { [server, other] = [await startMessagesServer(), await startMessagesServer()] })
afterAll(async () => { await Promise.all([server.close(), other.close()]) })

const listOf = ({ base }: MessagesServer) => `${base('ok', 'policy')}/v1/models`

const fromPage = (page: OpenPage, address: string) => page.evaluate((given) => fetch(given).then(({ status }) => `answered ${status}`, () => 'refused'), address)
const fromWorker = (page: OpenPage, address: string) => page.evaluate((given) => {
  const source = 'onmessage = ({ data }) => fetch(data).then(({ status }) => postMessage(`answered ${status}`), () => postMessage("refused"))'
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  return new Promise<string>((resolve) => {
    worker.onmessage = ({ data }) => { resolve(String(data)) }
    worker.postMessage(given)
  })
}, address)

async function ready(page: OpenPage): Promise<void> {
  await page.locator('#app > *').first().waitFor()
}

async function choose(page: OpenPage, origin: string): Promise<void> {
  await page.evaluate(([key, value]) => { sessionStorage.setItem(key, value) }, [ORIGIN_KEY, origin] as const)
  await page.reload()
  await ready(page)
}

test('where nothing is chosen, neither the page nor a worker reaches another origin, and it is the policy that refuses', async () => {
  await using page = await openPage()
  await ready(page)
  for (const address of ['https://api.anthropic.com/v1/models', 'https://elsewhere.example/', listOf(server)]) {
    expect([address, await fromPage(page, address), await fromWorker(page, address)]).toEqual([address, 'refused', 'refused'])
  }
  await expect.poll(() => seen(page).policyViolations.toSorted()).toEqual([
    expect.stringMatching(/^connect-src refused http:\/\/127/), expect.stringMatching(/^connect-src refused https:\/\/api/), expect.stringMatching(/^connect-src refused https:\/\/elsewhere/),
    expect.stringMatching(/^worker: connect-src refused http:\/\/127/), expect.stringMatching(/^worker: connect-src refused https:\/\/api/), expect.stringMatching(/^worker: connect-src refused https:\/\/elsewhere/),
  ])
  expect(server.received('policy')).toEqual([])
})

test('where one is chosen, that one is reached from the page and from a worker, and no other', async () => {
  await using page = await openPage()
  await ready(page)
  await choose(page, server.origin)
  expectCleanBut(page)
  expect([await fromPage(page, listOf(server)), await fromWorker(page, listOf(server))]).toEqual(['answered 200', 'answered 200'])
  for (const address of [listOf(other), 'https://api.anthropic.com/v1/models']) expect([await fromPage(page, address), await fromWorker(page, address)]).toEqual(['refused', 'refused'])
  expect(other.received('policy')).toEqual([])
  await expect.poll(() => seen(page).policyViolations).toHaveLength(4)
})

test.each(['https://*', '*', 'https://a.example; script-src *', 'http://a.example', '{}'])('a stored "%s" chooses nothing', async (stored) => {
  await using page = await openPage()
  await ready(page)
  await choose(page, stored)
  expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').last().getAttribute('content')).toBe("connect-src 'self'")
  expectClean(page)
})

test('the page opens where storage throws, and reaches nothing but itself', async () => {
  await using page = await openPage('about:blank')
  await page.addInitScript(denyStorage)
  await page.goto(inject('pageUrl'))
  await ready(page)
  expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').last().getAttribute('content')).toBe("connect-src 'self'")
  expectClean(page)
  expect(await fromPage(page, listOf(server))).toBe('refused')
})

test('the page opens in a frame of another site that may keep nothing', async () => {
  const host = createServer((_, response) => { response.setHeader('content-type', 'text/html').end(`<!doctype html><iframe src="${inject('pageUrl')}" width="800" height="600"></iframe>`) })
  await new Promise<void>((resolve) => { host.listen(0, '127.0.0.1', resolve) })
  try {
    const address = host.address()
    await using page = await openPage('about:blank')
    await page.addInitScript(denyStorage)
    await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : 0}/`)
    const frame = page.frameLocator('iframe')
    await frame.locator('#app > *').first().waitFor()
    expect(await frame.locator('meta[http-equiv="Content-Security-Policy"]').last().getAttribute('content')).toBe("connect-src 'self'")
    expect(seen(page).pageErrors).toEqual([])
  } finally {
    host.close()
  }
})

// Runs in the page: what a browser does that blocks the storage of a framed site.
function denyStorage(): void {
  const denied = { get: (): never => { throw new DOMException('denied', 'SecurityError') } }
  Object.defineProperty(globalThis, 'sessionStorage', denied)
  Object.defineProperty(globalThis, 'localStorage', denied)
}

/** No trouble so far; what this file then provokes is looked at by itself. */
function expectCleanBut(page: OpenPage): void {
  expect(seen(page).pageErrors).toEqual([])
  expect(seen(page).policyViolations).toEqual([])
}
