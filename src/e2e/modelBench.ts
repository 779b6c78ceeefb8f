// What the model tests share: the test page, built and served once a file, and the server it talks to.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Connection } from '../adapters/anthropicModel/connection'
import { presetOf } from '../adapters/anthropicModel/presets'
import { ORIGIN_KEY } from '../adapters/contentPolicy/narrow'
import type { Scenario } from '../adapters/node/messagesServer/scenarios'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import type { ConnectionTest } from '../adapters/anthropicModel/testConnection'
import type { EpisodePlan, ModelTests, Played, ShopPlan } from '../testing/modelPage/page'
import { serveFolder, type Served } from '../testing/serveFolder'
import { openPage, seen, type OpenPage } from './helpers'

const top = fileURLToPath(new URL('../..', import.meta.url))
export const CANARY = 'sk-ant-canary-"03\\/Zq8_x1+Vw5&Lk7%Tn2'

export interface ModelBench {
  server(): MessagesServer
  /** Where the test page is. */
  pageUrl(): string
  /** A page that may reach `origin` (default: the server's). */
  page(origin?: string | null): Promise<OpenPage>
  connection(scenario: string, run: string, more?: Partial<Connection>): Connection
}

/** Sets up for a test file; the page is built once and takes some seconds. */
export function modelBench(scenarios: Readonly<Record<string, Scenario>> = {}): ModelBench {
  let server: MessagesServer | undefined
  let served: Served | undefined
  const folder = mkdtempSync(join(tmpdir(), 'aftermath-model-'))
  beforeAll(async () => {
    server = await startMessagesServer({ scenarios })
    const { VITEST: _, ...inherited } = process.env
    const built = spawnSync(process.execPath, ['--import', 'tsx', 'src/testing/buildPage.ts', 'src/testing/modelPage/page.html', folder], { cwd: top, encoding: 'utf8', env: { ...inherited, NODE_ENV: 'production' } })
    if (built.status !== 0) throw new Error(`The test page does not build.\n${built.stdout}${built.stderr}`)
    served = await serveFolder(folder)
  })
  afterAll(async () => {
    await Promise.all([server?.close(), served?.close()])
    rmSync(folder, { recursive: true, force: true })
  })
  const theServer = (): MessagesServer => server ?? expect.fail('the server is not there')
  const pageUrl = () => `${served?.address ?? expect.fail('the page is not there')}testing/modelPage/page.html`
  return {
    server: theServer,
    pageUrl,
    async page(origin = theServer().origin) {
      const page = await openPage(pageUrl())
      if (origin !== null) {
        await page.evaluate(([key, value]) => { sessionStorage.setItem(key, value) }, [ORIGIN_KEY, origin] as const)
        await page.reload()
      }
      await page.waitForFunction(() => 'modelTests' in globalThis)
      return page
    },
    connection: (scenario, run, more = {}) => {
      const { id, scheme, ownHeaders, caching } = presetOf('anthropic')
      return { preset: id, base: theServer().base(scenario, run), scheme, ownHeaders, caching, key: CANARY, ...more }
    },
  }
}

declare const modelTests: ModelTests

export const playEpisode = (page: OpenPage, plan: EpisodePlan): Promise<Played> => page.evaluate((given) => modelTests.episode(given), plan)
export const playShop = (page: OpenPage, plan: ShopPlan): ReturnType<ModelTests['shop']> => page.evaluate((given) => modelTests.shop(given), plan)
export const testFrom = (page: OpenPage, connection: Connection): Promise<ConnectionTest> => page.evaluate((given) => modelTests.test(given), connection)
export const fetchInWorker = (page: OpenPage, address: string): Promise<string> => page.evaluate((given) => modelTests.fetchInWorker(given), address)

export const chooseOn = (page: OpenPage, origin: string | null): Promise<string | null> => page.evaluate((given) => modelTests.choose(given), origin)
export const reachableFrom = (page: OpenPage): Promise<string | null> => page.evaluate(() => modelTests.reachable())

/** Every form of the key that could be found anywhere: whole, and any eight characters of it. */
export function expectNoKey(text: string): void {
  const forms = [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY)]
  const found = forms.flatMap((form) => Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8))).filter((part) => text.includes(part))
  expect(found, text.slice(0, 500)).toEqual([])
}

/** Whatever the page printed or asked for. */
export const traces = (page: OpenPage): string => JSON.stringify(seen(page))
