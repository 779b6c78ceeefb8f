// The failures of a trial, by rule: pure, and recomputed from the record whenever they are asked for.
import { callsOf } from '../../agent/episode'
import type { Bundle } from '../../task/schema'
import type { RunHead, Trial } from '../record'
import { FAILURES, type Failure } from './category'
import { evidenceOf } from './evidence'
import { loops } from './loop'
import { RULES } from './rules'

type Known = Pick<RunHead, 'worlds'> & Partial<Pick<RunHead, 'reference'>>

/**
 * What the rules find in a failed trial, in the order of `FAILURES`; none in any other trial. `run` is what its run holds.
 * Where the trial's world is not in it, only the conversation and what the source told of the task are looked at.
 */
export function failuresOf(trial: Pick<Trial, 'world' | 'task' | 'state' | 'episode' | 'outcome' | 'grade'>, run: Known): Failure[] {
  const { state, grade } = trial
  if (state !== 'fail' || grade === null) return []
  const bundle: Bundle | undefined = run.worlds.find(({ world }) => world.id === trial.world)
  const task = bundle?.tasks.find(({ id }) => id === trial.task)
  if (!bundle || !task) return bareFailures(trial, run)
  const evidence = evidenceOf({ ...trial, grade }, bundle, task)
  return FAILURES.filter((failure) => RULES[failure](evidence))
}

/** The same for records from anywhere: `null` where one is such that a rule cannot read it, which is no reason not to keep or show it. */
export function lookAt(trial: Parameters<typeof failuresOf>[0], run: Known): Failure[] | null {
  try {
    return failuresOf(trial, run)
  } catch {
    return null
  }
}

/**
 * Of a trial whose world is not on record. Looped: three equal calls right behind each other, with equal answers. Gave up
 * early: the source says that doing nothing fails the task, and the agent ended it without one call. Whether a change or
 * only a word was missing is not told.
 */
function bareFailures({ world, task, episode }: Pick<Trial, 'world' | 'task' | 'episode'>, { reference }: Known): Failure[] {
  const calls = callsOf(episode)
  const about = reference?.tasks?.find((one) => one.world === world && one.task === task)
  const spoke = episode.turns.some(({ role }) => role === 'agent')
  const idle = spoke && calls.length === 0 && about?.nothing === false && episode.termination.kind === 'done'
  return FAILURES.filter((failure) => (failure === 'looped' ? loops(calls, false) : idle && failure === 'gave_up_early'))
}
