// npm run prove: proves the graders of worlds on the command line. Ends 0 when everything is proven, 1 when not, 2 when a file is invalid.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodeClient } from '../adapters/node/nodeWorker'
import { readWorldFolder } from '../adapters/node/worldFolder'
import { GRADERS, type GraderId } from '../core/grade/graders'
import { AGENTS, type AgentId, type WorldProof } from '../core/prove/proof'
import { proveWorld } from '../core/prove/prove'
import { plainJson, plainText } from '../core/task/visible'
import { problemText } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import { printProof } from './printProof'

const TASKS = join(import.meta.dirname, '../../tasks')

const USAGE = `npm run prove -- [options]
  --world ID|FOLDER   a shipped world, or a folder of one's own; may stand more than once (default: every shipped world)
  --task ID           only this task; may stand more than once
  --grader ID         ${GRADERS.map(({ id }) => id).join(', ')} (default: whole)
  --json              prints the proof as JSON
Ends 0 when everything is proven, 1 when not, 2 when a file or an option is invalid.`

class Refused extends Error {}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { world: { type: 'string', multiple: true }, task: { type: 'string', multiple: true }, grader: { type: 'string', default: 'whole' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const grader = GRADERS.find(({ id }) => id === values.grader)?.id
  if (!grader) throw new Refused(`--grader: there is no grader "${values.grader}"; graders: ${GRADERS.map(({ id }) => id).join(', ')}`)
  const named = (values.world ?? shippedWorlds()).map((name) => ({ name, bundle: readWorld(name) }))
  const bundles = chosenTasks(named.map(({ bundle }) => bundle), values.task)
  const nameOf = (id: string) => named.find(({ bundle }) => bundle.world.id === id)?.name ?? id
  const client = nodeClient()
  try {
    const proofs: WorldProof[] = []
    for (const bundle of bundles) proofs.push(await prove(client, bundle, grader, nameOf(bundle.world.id)))
    if (values.json) console.log(plainJson(JSON.stringify(proofs, (key, value: unknown) => (key === 'grade' ? undefined : value), 2)))
    else for (const proof of proofs) console.log(plainText(printProof(proof)))
    return proofs.every(({ proven }) => proven === true) ? 0 : 1
  } finally {
    await client.close()
  }
}

const shippedWorlds = (): string[] => readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()

function readWorld(name: string): Bundle {
  const shipped = join(TASKS, name)
  const folder = /^[a-z0-9-]+$/.test(name) && existsSync(shipped) ? shipped : name
  const parsed = readWorldFolder(folder)
  if (!parsed.ok) throw new Refused(parsed.problems.map((problem) => problemText({ ...problem, path: problem.path === folder ? folder : `${name}/${problem.path}` })).join('\n'))
  return parsed.value
}

function chosenTasks(bundles: Bundle[], tasks: string[] | undefined): Bundle[] {
  if (!tasks) return bundles
  for (const task of tasks) if (!bundles.some((bundle) => bundle.tasks.some(({ id }) => id === task))) throw new Refused(`--task: there is no task "${task}"`)
  // A part of a catalogue does not reach the whole's scores.
  return bundles.map(({ world: { scores: _, ...world }, ...bundle }) => ({ ...bundle, world, tasks: bundle.tasks.filter(({ id }) => tasks.includes(id)) })).filter((bundle) => bundle.tasks.length > 0)
}

async function prove(client: ReturnType<typeof nodeClient>, bundle: Bundle, grader: GraderId, name: string): Promise<WorldProof> {
  const { id } = bundle.world
  const problems = await client.load(bundle)
  if (problems.length > 0) throw new Refused(problems.map((problem) => problemText({ ...problem, path: `${name}/${problem.path}` })).join('\n'))
  const trials: Partial<Record<AgentId, Map<string, Trial>>> = {}
  for (const agent of AGENTS) {
    const mine = new Map<string, Trial>()
    trials[agent] = mine
    await client.run(id, bundle.tasks.map((task) => ({ task: task.id, index: 0, agent })), (batch) => { for (const trial of batch) mine.set(trial.task, trial) })
  }
  const mutants = await client.mutants(id)
  const mutantTrials = new Map<string, Trial>()
  await client.run(id, mutants.map((mutant) => ({ task: mutant.task, index: mutant.index, mutant })), (batch) => { for (const trial of batch) mutantTrials.set(`${trial.task}/${trial.index}`, trial) })
  return proveWorld({ bundle, trials, mutants, mutantTrials, controls: await client.controls(id), grader })
}

// Whoever reads only the beginning closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => { if (error.code === 'EPIPE') process.exit() })

try {
  process.exitCode = await main()
} catch (error) {
  const usage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof Refused) && !usage) throw error
  console.error(plainText(usage ? `${error.message}\n\n${USAGE}` : error.message))
  process.exitCode = 2
}
