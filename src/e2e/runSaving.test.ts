// A run whose trials cannot be saved: a disk that is really full, a storage that is taken away. Spending stops, and nothing that was paid for is lost unsaid.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { expectAccessible, openPage, type OpenPage } from './helpers'
import { begin, connect, heading, kept, keptRecords } from './runPage'

const QUOTA = 8_000_000
const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
let server: MessagesServer
let runs = 0

beforeAll(async () => {
  server = await startMessagesServer({ scenarios: { some: oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing: 0.3, delay: 60 }) } })
})
afterAll(() => server.close())

/** A page whose origin has so much room and no more, before anything of it is kept. */
async function openSmall(): Promise<OpenPage> {
  const page = await openPage('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(inject('pageUrl')).origin, quotaSize: QUOTA })
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  return page
}

/** Takes all the room that is left, down to the last hundred bytes. */
const fillUp = (page: Page) => page.evaluate(async () => {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open('filler', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('all', { autoIncrement: true })
    asked.onsuccess = () => resolve(asked.result)
  })
  const put = (size: number) => new Promise<boolean>((resolve) => {
    const tx = db.transaction('all', 'readwrite', { durability: 'strict' })
    tx.objectStore('all').add(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))).toString().repeat(Math.ceil(size / 65_536)))
    tx.oncomplete = () => resolve(true)
    tx.onabort = () => resolve(false)
  })
  for (const size of [500_000, 50_000, 5_000, 500, 50, 5]) while (await put(size));
  db.close()
})
const makeRoom = (page: Page) => page.evaluate(() => new Promise((resolve) => { indexedDB.deleteDatabase('filler').onsuccess = resolve }))

const messages = (run: string) => server.received(run).filter(({ path }) => path.endsWith('/messages')).length
const alarm = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not saved, export now.' })

/** Begins a run and waits until some of it is kept. */
async function started(page: OpenPage, atOnce: number, trials = '4'): Promise<string> {
  const run = `saving-${(runs += 1)}`
  await connect(page, server, 'some', { run, trials })
  await page.getByLabel('Trials at once').fill(String(atOnce))
  await begin(page)
  await heading(page, /Running: ([2-9]|\d\d) of/).waitFor()
  return run
}

/** The alarm stands, nothing is sent any more, and what it exports is what was not saved. */
async function expectAlarm(page: OpenPage, run: string): Promise<{ task: string; index: number; attempt: number }[]> {
  await alarm(page).waitFor()
  await heading(page, /^Halted/).waitFor()
  const sent = messages(run)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export what is not saved' }).click()
  const { format, trials } = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as { format: string; trials: { task: string; index: number; attempt: number }[] }
  expect([format, trials.length > 0]).toEqual(['aftermath/run', true])
  await page.waitForTimeout(500)
  expect(messages(run)).toBe(sent)
  return trials
}

const nameOf = ({ task, index, attempt }: { task: string; index: number; attempt: number }) => `${task}#${index}/${attempt}`

describe.each([1, 6])('a disk that fills up under a run, %i at once', (atOnce) => {
  test('stops the spending; what was kept stays as it was, the rest is exported, saved once there is room, and resumed', { timeout: 120_000 }, async () => {
    await using page = await openSmall()
    const run = await started(page, atOnce)
    const before = await keptRecords(page)
    await fillUp(page)
    const unsaved = (await expectAlarm(page, run)).map(nameOf)
    await page.getByText(/storage for this page is full/).first().waitFor()
    await expectAccessible(page)
    const full = await keptRecords(page)
    for (const [attempt, text] of before) expect(full.get(attempt)).toBe(text)
    expect(unsaved.filter((attempt) => full.has(attempt))).toEqual([])

    // As long as there is no room, saving again says so and changes nothing.
    await page.getByRole('button', { name: 'Try to save it again' }).click()
    await page.getByRole('button', { name: 'Try to save it again' }).waitFor()
    expect(await kept(page)).toEqual([...full.keys()].sort())

    await makeRoom(page)
    await page.getByRole('button', { name: 'Try to save it again' }).click()
    await page.getByText('What could not be saved at first is saved now.', { exact: true }).waitFor()
    expect(await kept(page)).toEqual([...full.keys(), ...unsaved].sort())
    await page.getByRole('link', { name: 'Open the report' }).click()
    await page.getByRole('button', { name: `Resume with ${24 - full.size - unsaved.length} trials` }).click()
    await heading(page, /^Done/).waitFor({ timeout: 60_000 })
    const end = await keptRecords(page)
    expect(end.size).toBe(24)
    for (const [attempt, text] of full) expect(end.get(attempt)).toBe(text)
  })
})

test('on a full disk, a run that is no longer needed can be deleted for good, and its room is there at once', { timeout: 120_000 }, async () => {
  await using page = await openSmall()
  await connect(page, server, 'some', { run: 'older', trials: '1' })
  await begin(page)
  await heading(page, /^Done/).waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Set up another run' }).click()
  await started(page, 3)
  await fillUp(page)
  await alarm(page).waitFor()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: /^Delete .* × 1$/ }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Delete .* × 1$/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Try to save it again' }).click()
  await page.getByText('What could not be saved at first is saved now.', { exact: true }).waitFor()
})

describe('a storage that is taken away under a run stops the spending, and what is not saved can be exported', () => {
  test.each<[string, RegExp, (page: OpenPage, other: Page) => Promise<unknown>]>([
    ['by another tab that clears it', /another tab has cleared the storage/, (_, other) => other.evaluate(() => new Promise((resolve) => { indexedDB.deleteDatabase('aftermath').onsuccess = resolve }))],
    ['by a newer build in another tab', /another tab has opened a newer version of this page/, (_, other) => other.evaluate(() => new Promise((resolve) => { indexedDB.open('aftermath', 99).onsuccess = resolve }))],
    ['by the browser itself', /there is no run/, async (page) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', { origin: new URL(inject('pageUrl')).origin, storageTypes: 'indexeddb' })
    }],
  ])('%s', { timeout: 60_000 }, async (_, says, take) => {
    await using page = await openPage('#/run')
    const run = await started(page, 3)
    const other = await page.context().newPage()
    await other.goto(new URL('robots.txt', inject('pageUrl')).href)
    await take(page, other)
    const unsaved = await expectAlarm(page, run)
    expect(unsaved.length).toBeLessThanOrEqual(3)
    await alarm(page).getByText(says).waitFor()
  })
})

test('where a newer build has kept runs, an older page says so, leaves them alone, and plays in memory', { timeout: 60_000 }, async () => {
  await using page = await openPage('robots.txt')
  await page.evaluate(() => new Promise<void>((resolve) => {
    const asked = indexedDB.open('aftermath', 99)
    asked.onupgradeneeded = () => void asked.result.createObjectStore('future').add('kept', 'key')
    asked.onsuccess = () => { asked.result.close(); resolve() }
  }))
  await page.goto(new URL('#/run', inject('pageUrl')).href)
  await page.getByText(/A newer version of this page has kept runs in this browser/).waitFor()
  await connect(page, server, 'some', { run: 'older-build', trials: '1' })
  await begin(page)
  await heading(page, /^Done: 6 of 6/).waitFor({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByText(/1 run, kept until this page is closed/).waitFor()
  expect(await page.evaluate(() => new Promise((resolve) => {
    const asked = indexedDB.open('aftermath', 99)
    asked.onsuccess = () => { asked.result.transaction('future').objectStore('future').get('key').onsuccess = (event) => resolve((event.target as IDBRequest).result) }
  }))).toBe('kept')
})
