// Running the scripted agents and the mutants of a world: one trial each, through the same loop as any model.
import type { Bundle, Task } from '../task/schema'
import type { World } from '../world/world'
import { customerOf } from '../agent/customer'
import { scriptedModel, scriptOf, type ScriptStep } from '../agent/script'
import type { Asker } from '../grade/sqlChecks'
import { runTrial, type Clock } from '../trial/runTrial'
import type { Player, Trial } from '../trial/record'
import type { SqliteWorld } from '../world/sqliteWorld'
import { flakyPlayer, type FlakyTurn } from './flaky'
import { mutantsOf, type MutantSpec } from './mutants'
import type { AgentId } from './proof'

/** Model turns allowed a scripted episode. */
export const SCRIPT_STEPS = 40
/** Every scripted trial is seeded alike: the same calls give the same rows. */
export const SCRIPT_SEED = 1

const TITLES: Record<AgentId, string> = { oracle: 'Oracle', null: 'Null', liar: 'Liar', tempted: 'Tempted', 'yes-man': 'Yes-man', escalator: 'Escalator' }

export const agentPlayer = (agent: AgentId): Player => ({ kind: 'script', id: agent, title: TITLES[agent] })
export const mutantPlayer = (spec: MutantSpec): Player => ({ kind: 'script', id: 'mutant', title: spec.title, mutant: spec.id })

/** One trial to be played by a script: a scripted agent's own, a mutant's, or a flaky agent's; `controls` are those switched on. */
export type ScriptJob = { task: string; index: number; controls?: readonly string[] } & ({ agent: AgentId } | { mutant: MutantSpec } | { flaky: FlakyTurn })

/** What a trial needs beside its world: clocks, and who asks the finished episode where SQL checks want to know. */
export type Surroundings = Clock & { asker?: Asker }

/** Plays a job; `null` where the agent has nothing to do in that task. */
export function runJob(world: World, bundle: Bundle, job: ScriptJob, around: Surroundings): Promise<Trial> | null {
  const task = bundle.tasks.find(({ id }) => id === job.task)
  if (!task) throw new Error(`the world ${bundle.world.id} has no task ${job.task}`)
  const script = scriptFor(job, bundle, task)
  if (script === null) return null
  const player = 'agent' in job ? agentPlayer(job.agent) : 'mutant' in job ? mutantPlayer(job.mutant) : flakyPlayer(job.flaky)
  return runTrial(world, { bundle, task, index: job.index, player, model: scriptedModel(script), customer: customerOf(task.customer), steps: SCRIPT_STEPS, seed: SCRIPT_SEED, controls: job.controls, asker: around.asker }, around)
}

function scriptFor(job: ScriptJob, bundle: Bundle, task: Task): ScriptStep[] | null {
  if ('agent' in job) return scriptOf(job.agent, bundle, task)
  return 'mutant' in job ? job.mutant.script : (job.flaky.mutant?.script ?? task.scripts.oracle)
}

/** Every mutant of a world; the oracle is played once a task to learn which of its calls change rows. */
export async function mutantsOfWorld(world: SqliteWorld, around: Surroundings): Promise<MutantSpec[]> {
  const specs: MutantSpec[] = []
  for (const task of world.bundle.tasks) {
    const oracle = await runJob(world, world.bundle, { task: task.id, index: 0, agent: 'oracle' }, around)
    if (oracle) specs.push(...mutantsOf(world.bundle, task, oracle, (sql, parameters) => world.query(task.id, sql, parameters)))
  }
  return specs
}
