// A whole proof in this thread: every scripted agent and every mutant, played once.
import { AGENTS, type AgentId, type WorldProof } from '../core/prove/proof'
import { proveWorld, type ProofInput } from '../core/prove/prove'
import { mutantsOfWorld, runJob } from '../core/prove/scripted'
import type { GraderId } from '../core/grade/graders'
import type { Bundle } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import { controlsOf } from '../core/prove/controls'
import { SqliteAsker } from '../core/grade/sqlChecks'
import { openWorld, testSqlite } from './tinyWorld'

const clock = { now: () => Date.UTC(2026, 9, 26), steady: () => 0 }

export type Played = Omit<ProofInput, 'grader'>

/** Plays all that a proof needs. */
export async function playWorld(bundle: Bundle): Promise<Played> {
  const world = await openWorld(bundle)
  const around = { ...clock, asker: new SqliteAsker(await testSqlite()) }
  const problems = world.check()
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const trials: Partial<Record<AgentId, Map<string, Trial>>> = {}
  for (const agent of AGENTS) {
    const mine = new Map<string, Trial>()
    trials[agent] = mine
    for (const task of bundle.tasks) {
      const trial = await runJob(world, bundle, { task: task.id, index: 0, agent }, around)
      if (trial) mine.set(task.id, trial)
    }
  }
  const mutants = await mutantsOfWorld(world, around)
  const mutantTrials = new Map<string, Trial>()
  for (const mutant of mutants) {
    const trial = await runJob(world, bundle, { task: mutant.task, index: mutant.index, mutant }, around)
    if (trial) mutantTrials.set(`${mutant.task}/${mutant.index}`, trial)
  }
  return { bundle, trials, mutants, mutantTrials, controls: await controlsOf(world, bundle) }
}

export const proofOf = (played: Played, grader: GraderId = 'whole'): WorldProof => proveWorld({ ...played, grader })

/** Plays and proves. */
export const proveBundle = async (bundle: Bundle): Promise<WorldProof> => proofOf(await playWorld(bundle))
