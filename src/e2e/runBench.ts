// What the tests of runs by a model share: a server on this machine, and a page that is connected to one of its scenarios.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import type { Scenario } from '../adapters/node/messagesServer/scenarios'
import { startMessagesServer, type MessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { openPage, type OpenPage } from './helpers'
import { connect, enterKey, type Connecting } from './runPage'

export interface RunBench {
  server(): MessagesServer
  /** A name of its own for the requests of one test. */
  newRun(): string
  /** Opens the run page connected to a scenario; with a key where one is wanted. */
  connected(scenario: string, more?: Omit<Connecting, 'run'> & { key?: string; keep?: boolean; page?: OpenPage }): Promise<{ page: OpenPage; run: string }>
}

/** Scenarios that play the shop: all right, slowly, some of it wrong, and one that stumbles twice. */
function shopScenarios(): Record<string, Scenario> {
  const shop = readWorldFolder(fileURLToPath(new URL('../../tasks/shop', import.meta.url)))
  const oracle = (failing: number, delay: number) => oracleScenario({ bundles: shop.ok ? [shop.value] : [], failing, seed: 3, delay })
  const right = oracle(0, 0)
  // One request in its beginning is overloaded, a second is refused for good, which leaves a trial without a score.
  const flaky: Scenario = { messages: (exchange) => (exchange.count === 2 ? exchange.error(529, 'overloaded_error', 'Overloaded.') : exchange.count === 5 ? exchange.error(400, 'invalid_request_error', 'no') : right.messages(exchange)) }
  return { flaky, right, some: oracle(0.4, 60), whole: oracle(0.2, 40), slow: oracle(0, 400) }
}

/** Sets up for a test file. */
export function runBench(): RunBench {
  let server: MessagesServer | undefined
  let runs = 0
  beforeAll(async () => { server = await startMessagesServer({ scenarios: shopScenarios() }) })
  afterAll(() => server?.close())
  const theServer = (): MessagesServer => server ?? expect.fail('the server is not there')
  const newRun = () => `page-${(runs += 1)}`
  return {
    server: theServer,
    newRun,
    async connected(scenario, { key = '', keep = false, page: opened, ...more } = {}) {
      const run = newRun()
      const page = opened ?? (await openPage('#/run'))
      await connect(page, theServer(), scenario, { run, ...more })
      if (key !== '') await enterKey(page, key)
      if (keep) await page.getByLabel(/session storage/).check()
      return { page, run }
    },
  }
}
