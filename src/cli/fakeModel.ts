// npm run fake-model: a server of the Messages API on this machine that plays the shipped tasks, so that the run page can be tried without a key.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { oracleScenario } from '../adapters/node/messagesServer/oracle'
import { startMessagesServer } from '../adapters/node/messagesServer/server'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { problemText } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'

const TASKS = join(import.meta.dirname, '../../tasks')

const USAGE = `npm run fake-model -- [options]
  --port N       where it listens on 127.0.0.1 (default: 8765)
  --failing P    how many of the episodes it gets wrong on purpose, from 0 to 1 (default: 0.2)
  --seed N       decides which (default: 1)
  --delay MS     milliseconds before each answer (default: 150)
Runs until it is ended with Ctrl+C. Ends 2 when an option is invalid or the port is taken.`

class Refused extends Error {}

function number(name: string, text: string, most: number, whole: boolean): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= most) || (whole && !Number.isInteger(value))) throw new Refused(`--${name}: "${text}" is not a ${whole ? 'whole ' : ''}number from 0 to ${most}`)
  return value
}

function worlds(): Bundle[] {
  return readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort().map((name) => {
    const parsed = readWorldFolder(join(TASKS, name))
    if (!parsed.ok) throw new Refused(parsed.problems.map((problem) => problemText({ ...problem, path: `${name}/${problem.path}` })).join('\n'))
    return parsed.value
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8765' }, failing: { type: 'string', default: '0.2' }, seed: { type: 'string', default: '1' }, delay: { type: 'string', default: '150' }, help: { type: 'boolean', default: false } } })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const oracle = oracleScenario({
    bundles: worlds(),
    failing: number('failing', values.failing, 1, false),
    seed: number('seed', values.seed, Number.MAX_SAFE_INTEGER, true),
    delay: number('delay', values.delay, 60_000, true),
  })
  const port = number('port', values.port, 65_535, true)
  const server = await startMessagesServer({ port, scenarios: { oracle } }).catch((error: unknown) => {
    throw new Refused(`port ${port} of 127.0.0.1 cannot be used (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'}); choose another with --port`)
  })
  console.log(`The fake model is running. On the page, choose "Another server" and enter

  ${server.base('oracle', 'demo')}

with no key, and one of its models. It plays each shipped task's oracle and gets ${values.failing} of the episodes wrong on purpose.
Its models have no price: count them at Anthropic's, or take the cap in dollars away.
Other scenarios: put another name for "oracle", such as overloaded-twice, refuses or html. Ctrl+C ends it.`)
}

try {
  await main()
} catch (error) {
  const usage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof Refused) && !usage) throw error
  console.error(usage ? `${error.message}\n\n${USAGE}` : error.message)
  process.exitCode = 2
}
