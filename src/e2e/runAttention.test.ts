// What a run does for a person who is not looking: the title, a notification, a screen that stays awake; each only on request, and told where it cannot be had.
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { expectAccessible, openPage, seen, type OpenPage } from './helpers'
import { begin, connect, heading } from './runPage'

const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
let server: MessagesServer
let runs = 0

beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { slow: oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing: 0, delay: 150 }) } })
})
afterAll(() => server.close())

/** A page with a run under way; what is asked of the browser is written down in the page. */
async function running(options: BrowserContextOptions = {}, wakeLock: 'granted' | 'refused' = 'granted'): Promise<OpenPage> {
  const page = await openPage('about:blank', options)
  await page.addInitScript(writeDown, wakeLock)
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await connect(page, server, 'slow', { run: `attention-${(runs += 1)}`, trials: '1' })
  await begin(page)
  await heading(page, /^Running/).waitFor()
  return page
}

interface Written {
  notices: [string, string][]
  locks: { held: boolean; drop(): void }[]
  refuses: boolean
}

// Runs in the page. The permission is the browser's own; what is notified is written down. The wake lock is played, as the
// standard has it (hidden pages lose theirs), so that it can be refused and taken back.
function writeDown(wakeLock: 'granted' | 'refused'): void {
  const written: Written = { notices: [], locks: [], refuses: wakeLock === 'refused' }
  Reflect.set(globalThis, 'written', written)
  globalThis.Notification = class extends Notification {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      written.notices.push([title, options?.body ?? ''])
    }
  }
  class Sentinel extends EventTarget {
    released = false
    readonly type = 'screen'
    release(): Promise<void> {
      if (!this.released) {
        this.released = true
        this.dispatchEvent(new Event('release'))
      }
      return Promise.resolve()
    }
  }
  const request = () => {
    if (written.refuses || document.hidden) return Promise.reject(new DOMException('no', 'NotAllowedError'))
    const sentinel = new Sentinel()
    written.locks.push({ get held() { return !sentinel.released }, drop: () => void sentinel.release() })
    return Promise.resolve(sentinel)
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request } })
}

const written = <T>(page: Page, read: (from: Written) => T): Promise<T> => page.evaluate(`(${read.toString()})(globalThis.written)`)
const locks = (page: Page): Promise<boolean[]> => written(page, ({ locks }) => locks.map(({ held }) => held))
const turn = (page: Page, hidden: boolean) => page.evaluate((to) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: to })
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: to ? 'hidden' : 'visible' })
  if (to) for (const lock of (Reflect.get(globalThis, 'written') as Written).locks) lock.drop()
  document.dispatchEvent(new Event('visibilitychange'))
}, hidden)
const notify = (page: Page) => page.getByLabel('Notify me at the end')
const awake = (page: Page) => page.getByLabel('Keep the screen awake')

test('the title says how far it is and, at the end, that it has ended', async () => {
  await using page = await running()
  await expect.poll(() => page.title()).toMatch(/^[1-5] of 6 · Running · claude-sonnet-5-5 on .* · Aftermath$/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => page.title()).toMatch(/^\d of 6 · Paus(ing|ed) · /)
  await page.getByRole('button', { name: 'Go on' }).click()
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  expect(await page.title()).toMatch(/^Done · claude-sonnet-5-5 on /)
})

describe('a notification', () => {
  test('comes at the end where it was asked for, whichever page is open then', async () => {
    await using page = await running({ permissions: ['notifications'] })
    await notify(page).check()
    await page.getByRole('link', { name: 'The report so far' }).click()
    await expect.poll(() => written(page, ({ notices }) => notices), { timeout: 30_000 }).toEqual([[expect.stringContaining('claude-sonnet-5-5 on'), 'Done: 6 of 6 trials kept.']])
    expect(seen(page).pageErrors).toEqual([])
  })

  test('comes not unasked', async () => {
    await using page = await running({ permissions: ['notifications'] })
    await heading(page, /^Done/).waitFor({ timeout: 30_000 })
    expect(await written(page, ({ notices }) => notices)).toEqual([])
  })

  test('that the browser does not allow is told, and its box is empty again', async () => {
    await using page = await running()
    await page.getByRole('button', { name: 'Pause' }).click()
    await notify(page).click()
    await page.getByText('The browser does not let this page notify you; its settings for this site decide.').waitFor()
    expect(await notify(page).isChecked()).toBe(false)
    await expectAccessible(page)
  })
})

describe('a screen', () => {
  test('stays awake on request, again after the tab was hidden, and sleeps when the run is over', async () => {
    await using page = await running()
    expect(await locks(page)).toEqual([])
    await awake(page).check()
    await expect.poll(() => locks(page)).toEqual([true])
    await turn(page, true)
    expect(await locks(page)).toEqual([false])
    await turn(page, false)
    await expect.poll(() => locks(page)).toEqual([false, true])
    expect(await awake(page).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'The report so far' }).click()
    expect(await locks(page)).toEqual([false, true])
    await page.getByRole('link', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => locks(page)).toEqual([false, false])
  })

  test('may sleep as soon as that is no longer wanted', async () => {
    await using page = await running()
    await awake(page).check()
    await expect.poll(() => locks(page)).toEqual([true])
    await awake(page).uncheck()
    await expect.poll(() => locks(page)).toEqual([false])
    await turn(page, true)
    await turn(page, false)
    expect(await locks(page)).toEqual([false])
  })

  test('that cannot be kept awake is told at once', async () => {
    await using page = await running({}, 'refused')
    await awake(page).click()
    await page.getByText('The browser does not let this page keep the screen awake.').waitFor()
    expect(await awake(page).isChecked()).toBe(false)
  })

  test('is told, too, when the browser takes the lock back, or refuses it after the tab was hidden', async () => {
    await using page = await running()
    await awake(page).check()
    await expect.poll(() => locks(page)).toEqual([true])
    await written(page, ({ locks }) => { locks[0]!.drop() })
    await page.getByText('The browser does not let this page keep the screen awake.').waitFor()
    expect(await awake(page).isChecked()).toBe(false)
    await awake(page).check()
    await expect.poll(() => locks(page)).toEqual([false, true])
    await written(page, (from) => { from.refuses = true })
    await turn(page, true)
    await turn(page, false)
    await page.getByText('The browser does not let this page keep the screen awake.').waitFor()
    expect(await awake(page).isChecked()).toBe(false)
  })
})
