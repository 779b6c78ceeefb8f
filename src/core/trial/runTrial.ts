// One trial: a fresh world, the loop, the difference, the grade, the record.
import type { Bundle, SqlCheck, Task } from '../task/schema'
import type { Change } from '../world/change'
import { composed } from '../world/composed'
import { WorldHung, type World } from '../world/world'
import { callsOf, everyChange, type Episode, type Turn } from '../agent/episode'
import type { CustomerPlayer } from '../agent/customer'
import { runEpisode } from '../agent/loop'
import type { CancelSignal, Model } from '../agent/model'
import { grade } from '../grade/grade'
import { checksOf, gatherFacts, NO_FACTS, type Asker, type Facts } from '../grade/sqlChecks'
import type { Grade } from '../grade/check'
import type { Player, TerminalState, Trial } from './record'

export interface TrialPlan {
  bundle: Bundle
  task: Task
  index: number
  attempt?: number
  player: Player
  model: Model
  customer: CustomerPlayer
  /** Model turns allowed. */
  steps: number
  seed: number
  /** Structural controls that are switched on. */
  controls?: readonly string[] | undefined
  signal?: CancelSignal | undefined
  /** As the loop's: what a late answer is waited for with. */
  wait?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** Asks the finished episode what the SQL checks want to know; without one they are unknown. */
  asker?: Asker | undefined
  onTurn?: ((turn: Turn) => void) | undefined
}

/** Milliseconds since 1970, and a steady clock for durations. */
export interface Clock {
  now(): number
  steady(): number
}

/** Runs a trial and returns its record; whatever goes wrong in it is its terminal state, never a throw. */
export async function runTrial(world: World, plan: TrialPlan, clock: Clock): Promise<Trial> {
  const { bundle, task } = plan
  const started = new Date(clock.now()).toISOString()
  const from = clock.steady()
  let episode: Episode = { turns: [], termination: { kind: 'system_error' } }
  let changes: Change[] = []
  let error: string | undefined
  try {
    const session = await world.open(task.id, plan.seed, plan.controls ?? [])
    const tools = task.tools ? bundle.tools.filter(({ name }) => task.tools?.includes(name)) : bundle.tools
    episode = await runEpisode({ policy: bundle.policy, tools, model: plan.model, customer: plan.customer, session, events: task.events, steps: stepsFor(plan), signal: plan.signal, wait: plan.wait, onTurn: plan.onTurn })
    try {
      changes = await session.close()
    } catch (thrown) {
      error = sentence(thrown)
      changes = composed(callsOf(episode).flatMap((call) => call.changes))
    }
  } catch (thrown) {
    error = sentence(thrown)
    episode.termination = { kind: thrown instanceof WorldHung ? 'timeout' : 'system_error', detail: error }
  }
  const graded = error === undefined ? await askAndGrade(world, plan, episode, changes) : null
  const state = error === undefined || episode.termination.kind === 'timeout' ? terminalState(episode, graded) : 'system_error'
  const problem = error ?? (typeof graded === 'string' ? graded : undefined)
  return {
    world: bundle.world.id,
    task: task.id,
    index: plan.index,
    attempt: plan.attempt ?? 1,
    player: plan.player,
    started,
    milliseconds: Math.max(0, Math.round((clock.steady() - from) * 1000) / 1000),
    episode,
    outcome: { changes },
    grade: typeof graded === 'string' ? null : graded,
    state,
    ...(problem === undefined ? {} : { error: problem }),
  }
}

/** A required budget of steps ends the episode by itself. */
function stepsFor({ task: { budget }, steps }: TrialPlan): number {
  return budget?.required && budget.steps !== undefined ? Math.min(steps, budget.steps) : steps
}

async function askAndGrade(world: World, { bundle, task, asker }: TrialPlan, episode: Episode, changes: readonly Change[]): Promise<Grade | string> {
  try {
    const checks = checksOf(bundle.world, task)
    const facts = asker && checks.length > 0
      ? await gatherFacts(asker, checks, { start: await world.start(task.id), changes: everyChange(episode), episode, schema: bundle.schema })
      : NO_FACTS
    return tryGrade(bundle, task, episode, changes, facts)
  } catch (thrown) {
    return sentence(thrown)
  }
}

/** The grade, or in one sentence why the grader threw. */
function tryGrade(bundle: Bundle, task: Task, episode: Episode, changes: readonly Change[], facts: Facts): Grade | string {
  try {
    return grade(bundle, task, episode, changes, 'whole', facts)
  } catch (thrown) {
    return sentence(thrown)
  }
}

/** The one state a trial ends in: its verdict where the episode was done, else the kind of attrition. */
export function terminalState(episode: Episode, graded: Grade | string | null): TerminalState {
  const { kind } = episode.termination
  // Where the task makes its budget a requirement, exhausting it is a known failure.
  if (kind === 'step_limit' && typeof graded === 'object' && graded?.exhausted) return 'fail'
  switch (kind) {
    case 'done': return typeof graded === 'string' || graded === null ? 'grader_error' : graded.verdict
    case 'truncated':
    case 'context_exceeded': return 'truncated'
    case 'wrong_model':
    case 'diverged': return 'invalid'
    default: return kind
  }
}

const sentence = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** What the SQL checks of a recorded grade had been answered. */
function recordedFacts(checks: readonly SqlCheck[], graded: Grade | null): Facts {
  return new Map(checks.flatMap(({ id }) => {
    const found = graded?.checks.find((check) => check.id === id)
    return found ? [[id, { value: found.result === 'pass' ? 1 : found.result === 'fail' ? 0 : null }] as const] : []
  }))
}

/**
 * The same trial graded again from its record alone; the same record gives the same grade. The answers to SQL checks
 * are part of the record, where they are not given anew.
 */
export function regrade(bundle: Bundle, trial: Trial, facts?: Facts): Trial {
  const task = bundle.tasks.find(({ id }) => id === trial.task)
  if (!task) throw new Error(`the world ${bundle.world.id} has no task ${trial.task}`)
  if (trial.grade === null && trial.state !== 'grader_error') return trial
  const graded = tryGrade(bundle, task, trial.episode, trial.outcome.changes, facts ?? recordedFacts(checksOf(bundle.world, task), trial.grade))
  const { error: _, ...rest } = trial
  return { ...rest, grade: typeof graded === 'string' ? null : graded, state: terminalState(trial.episode, graded), ...(typeof graded === 'string' ? { error: graded } : {}) }
}
