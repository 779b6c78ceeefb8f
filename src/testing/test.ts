// `npm test`: type checks, then every test project; the last line is the count of both. Arguments go to Vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium'
import { addTallies, tallyOfCheck, tallyOfVitest, type Tally } from './tally'

function run(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): { status: number; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [tool, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env,
  })
  process.stdout.write(stdout)
  return { status: status ?? 1, output: stdout }
}

function check(tool: string, args: readonly string[]): Tally {
  const { status, output } = run(tool, args)
  return tallyOfCheck(status, output)
}

function vitest(args: readonly string[]): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'aftermath-test-'))
  const reportFile = join(folder, 'report.json')
  try {
    const env = { ...process.env, CHROMIUM_PATH: ensureChromium() }
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...args],
      { stdio: ['ignore', 'inherit', 'inherit'], env },
    )
    return tallyOfVitest(status ?? 1, readReport(reportFile))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const total = addTallies([
  check('node_modules/svelte-check/bin/svelte-check', ['--tsconfig', './tsconfig.json', '--fail-on-warnings']),
  check('node_modules/typescript/bin/tsc', ['-p', 'src/core', '--pretty', 'false']),
  vitest(process.argv.slice(2)),
])
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
