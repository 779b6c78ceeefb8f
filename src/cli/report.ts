// npm run report: prints the numbers of a run export or a τ-bench file. Ends 0 when it was read, 2 when it or an option is invalid.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import packageFile from '../../package.json'
import { nodeClient } from '../adapters/node/nodeWorker'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { callsOf } from '../core/agent/episode'
import { Monitoring } from '../core/report/monitor'
import { exampleMonitor } from '../core/report/monitorExample'
import { report, worldsOf, type Report } from '../core/report/report'
import { playFree } from '../core/report/playFree'
import type { ProofFacts } from '../core/report/proofFacts'
import { readRun, type ReadRun } from '../core/run/codec'
import { publishedRuns } from '../core/run/published'
import { summarize } from '../core/run/summarize'
import { readMonitor } from '../core/run/readMonitor'
import { readTauBench } from '../core/run/tauBench'
import type { Attrition } from '../core/stats/reliability'
import { plainJson, plainText } from '../core/task/visible'
import { Invalid, problemText } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import { controlsFor } from '../core/trial/conditions'
import type { RunHead, Trial } from '../core/trial/record'
import { printMonitor } from './printMonitor'
import { printReport } from './printReport'
import { regradeAll, type Regraded } from './regradeAll'

const TASKS = join(import.meta.dirname, '../../tasks')
const LARGEST = 500 * 2 ** 20

const USAGE = `npm run report -- FILE [options]
  FILE                a run's export or τ-bench results, plain or .gz
  --published         the published counts that the app holds, instead of a file
  --attrition WAY     what becomes of unscored trials: drop, failed or bounds (default: drop where there are none, else bounds)
  --prove             plays null, liar and escalator on the run's own worlds, or on the shipped ones where it holds none
  --regrade           grades every trial again from its record first, and says what changed
  --monitor RULES     instead of the report: what the path rules and needed calls of a monitor's file find; the state is not graded
  --example-monitor   prints a monitor to begin with, made of the tools that the file's trials call
  --json              prints it as JSON
Ends 0 when it was read, 2 when a file or an option is invalid.`

class Refused extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, regrade: { type: 'boolean', default: false }, prove: { type: 'boolean', default: false }, published: { type: 'boolean', default: false }, monitor: { type: 'string' }, 'example-monitor': { type: 'boolean', default: false }, attrition: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(USAGE)
  const attrition = attritionOf(values.attrition)
  if (values.published ? positionals.length > 0 : positionals.length !== 1) throw new Refused(`One file is needed, or --published.\n\n${USAGE}`)
  const runs = values.published ? publishedRuns(packageFile.version).map((head) => ({ head, trials: [] })) : [readFile(positionals[0] ?? '')]
  if (values['example-monitor']) return console.log(plainJson(runs.map(({ head, trials }) => exampleMonitor(head, toolsCalled(trials)).trimEnd()).join('\n')))
  if (values.monitor !== undefined) {
    if (values.published || values.regrade || values.prove || attrition) throw new Refused('--monitor looks at the calls of one file: --published, --regrade, --prove and --attrition have nothing to say to it.')
    return console.log(monitored(values.monitor, runs, values.json))
  }
  const proven = values.prove ? await provenOf(runs.map(({ head }) => head)) : []
  const reports = runs.map(({ head, trials }, i) => reportOf(head, trials, attrition, values.regrade, proven[i] ?? []))
  if (values.json) return console.log(plainJson(JSON.stringify(values.published ? reports : reports[0], null, 2)))
  console.log(plainText(reports.map(({ regraded, ...rest }) => printReport(rest, regraded)).join('\n\n')))
}

function monitored(path: string, [run]: readonly { head: RunHead; trials: readonly Trial[] }[], json: boolean): string {
  const read = readMonitor(textOf(path))
  if (!read.ok) throw new Refused(read.problems.map((problem) => `${path}: ${problemText(problem)}`).join('\n'))
  if (!run || run.head.counts) throw new Refused('Only counts are known of this run: it has no conversation to look at.')
  const monitoring = new Monitoring(read.value, run.head)
  for (const trial of run.trials) monitoring.add(trial)
  const found = monitoring.report()
  return json ? plainJson(JSON.stringify(found, null, 2)) : plainText(printMonitor(found))
}

const toolsCalled = (trials: readonly Trial[]): ReadonlySet<string> => new Set(trials.flatMap(({ episode }) => callsOf(episode).map(({ tool }) => tool)))

function attritionOf(value: string | undefined): Attrition | undefined {
  if (value === undefined || value === 'drop' || value === 'failed' || value === 'bounds') return value
  throw new Refused(`--attrition: there is no way "${value}"; ways: drop, failed, bounds`)
}

function reportOf(head: RunHead, trials: readonly Trial[], attrition: Attrition | undefined, again: boolean, proofs: readonly ProofFacts[]): Report & { regraded?: Regraded } {
  const regraded = again ? regradeAll(head, trials) : undefined
  if (regraded && 'problem' in regraded) throw new Refused(regraded.problem)
  const made = report(head, (regraded?.trials ?? trials).map((trial) => summarize(trial, head)), { attrition, worlds: worldsFor(head), proofs })
  return { ...made, ...(regraded ? { regraded: regraded.regraded } : {}) }
}

/** What anyone passes for free on the worlds of each report. */
async function provenOf(heads: readonly RunHead[]): Promise<ProofFacts[][]> {
  const client = nodeClient()
  try {
    const proven: ProofFacts[][] = []
    for (const head of heads) {
      const facts: ProofFacts[] = []
      for (const bundle of worldsOf(head, worldsFor(head))) facts.push(await playFree(client, bundle, controlsFor(head.configuration, bundle.world.id)))
      proven.push(facts)
    }
    return proven
  } catch (error) {
    throw error instanceof Invalid ? new Refused(`--prove: ${error.message}`) : error
  } finally {
    await client.close()
  }
}

/** The shipped worlds that a run names: they stand in for those that it does not hold, and tell whether it spans the others. */
function worldsFor({ manifest }: RunHead): Bundle[] {
  const named = new Set(manifest.map(({ world }) => world))
  const shipped = readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory() && named.has(entry.name))
  return shipped.flatMap(({ name }) => {
    const parsed = readWorldFolder(join(TASKS, name))
    return parsed.ok ? [parsed.value] : []
  })
}

function readFile(path: string): Extract<ReadRun, { ok: true }> {
  const text = textOf(path)
  const read = /^\uFEFF?\s*\[/.test(text) ? readTauBench(text, basename(path), { created: new Date().toISOString(), app: packageFile.version }) : readRun(text)
  if (!read.ok) throw new Refused(`${path}: ${read.problem}`)
  return read
}

function textOf(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new Refused(`${path}: there is no such file, or it cannot be read.`)
  }
  try {
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes).toString('utf8')
  } catch (error) {
    throw new Refused(`${path}: the file cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

// Whoever reads only the beginning closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => { if (error.code === 'EPIPE') process.exit() })

try {
  await main()
} catch (error) {
  const usage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof Refused) && !usage) throw error
  console.error(plainText(usage ? `${error.message}\n\n${USAGE}` : error.message))
  process.exitCode = 2
}
