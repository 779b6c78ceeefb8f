// What the tests of runs by a model share: a page that is connected to a scenario, and what it keeps.
import type { Page } from 'playwright-core'
import type { MessagesServer } from '../adapters/node/messagesServer/server'

export interface Connecting {
  /** Tells the requests of this page from those of others. */
  run: string
  trials?: string
  model?: string
  /** The cap in dollars; none where it is not told. */
  dollars?: string
}

/** Connects the run page to a scenario of a server and sets a run up. */
export async function connect(page: Page, server: MessagesServer, scenario: string, { run, ...more }: Connecting): Promise<void> {
  await page.getByLabel('Server', { exact: true }).selectOption('custom')
  await page.getByLabel('Base URL').fill(server.base(scenario, run))
  await page.getByRole('button', { name: 'Use this server' }).click()
  await setUp(page, more)
}

/** Sets a run up on a page that is connected, without a cap in dollars. */
export async function setUp(page: Page, { trials = '2', model = 'claude-sonnet-5-5', dollars = '' }: Omit<Connecting, 'run'>): Promise<void> {
  await page.getByRole('button', { name: 'Test connection' }).waitFor()
  await page.getByLabel('Model', { exact: true }).fill(model)
  await page.getByLabel('Trials of each task').fill(trials)
  await page.getByLabel('Stop at, dollars').fill(dollars)
}

export const begin = (page: Page) => page.getByRole('button', { name: /^Run \d+ trial/ }).click()
export const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })

/** Each attempt that is kept, as "task#index/attempt" → its record as text. Throws where one is kept twice. */
export async function keptRecords(page: Page): Promise<Map<string, string>> {
  const all = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => { const asked = indexedDB.open('aftermath'); asked.onsuccess = () => resolve(asked.result); asked.onerror = () => reject(asked.error) })
    const chunks = await new Promise<Record<string, unknown>[][]>((resolve) => { const asked = db.transaction('trials').objectStore('trials').getAll(); asked.onsuccess = () => resolve(asked.result) })
    db.close()
    return chunks.flat().map((trial) => [`${String(trial['task'])}#${String(trial['index'])}/${String(trial['attempt'])}`, JSON.stringify(trial)] as const)
  })
  const found = new Map(all)
  if (found.size !== all.length) throw new Error('an attempt is kept twice')
  return found
}

/** The attempts that are kept, as "task#index/attempt", sorted. */
export const kept = async (page: Page): Promise<string[]> => [...(await keptRecords(page)).keys()].sort()

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel(/^Key/).fill(key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('A key is in memory').waitFor()
}

/** Everything that the browser keeps for the page, and the page itself, as text. */
export const everywhere = (page: Page) => page.evaluate(async () => {
  const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.documentElement.outerHTML]
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => { const asked = indexedDB.open(name ?? ''); asked.onsuccess = () => resolve(asked.result) })
    for (const store of db.objectStoreNames) found.push(await new Promise((resolve) => { const asked = db.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => resolve(asked.result) }))
    db.close()
  }
  return JSON.stringify(found)
})

/** A tab that a page opens has what its opener keeps in its session: here, which server it may call. */
export async function openBeside(page: Page, hash: string | null): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.evaluate((to) => { open(to ?? location.href) }, hash)
  return opening
}
