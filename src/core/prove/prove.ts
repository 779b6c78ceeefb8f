// The proof of a world, computed from the trials of its scripted agents and mutants, for any grader. Pure.
import type { Bundle, Expectation, Operator, Task } from '../task/schema'
import { canonicalJson } from '../task/canonical'
import type { Change } from '../world/change'
import type { Grade } from '../grade/check'
import { grade } from '../grade/grade'
import type { GraderId } from '../grade/graders'
import { terminalState } from '../trial/runTrial'
import type { Trial } from '../trial/record'
import type { ControlResult } from './controls'
import type { MutantSpec } from './mutants'
import { AGENTS, type AgentId, type MutantFate, type MutantResult, type MutationScore, type ProofCell, type TaskProof, type WorldProof } from './proof'
import { totalOf, totalText } from './totals'
import { callsOf } from '../agent/episode'
import { scriptOf } from '../agent/script'

export interface ProofInput {
  bundle: Bundle
  /** Trials of the scripted agents, by agent and task. */
  trials: Partial<Record<AgentId, ReadonlyMap<string, Trial>>>
  /** Every mutant; absent while they are not known yet. */
  mutants?: readonly MutantSpec[] | undefined
  /** Trials of mutants, by task and index: `task/index`. */
  mutantTrials: ReadonlyMap<string, Trial>
  /** Whether each structural control fires; absent while they are not known yet. */
  controls?: readonly ControlResult[] | undefined
  grader: GraderId
}

/** The proof so far; what has not run is open, and a world is proven only when nothing is. */
export function proveWorld(input: ProofInput): WorldProof {
  const { bundle, grader } = input
  const tasks = bundle.tasks.map((task) => proveTask(input, task))
  const totals = AGENTS.map((agent) => {
    const expected = bundle.world.scores?.[agent]
    return { ...totalOf(agent, tasks), ...(expected === undefined ? {} : { expected }) }
  })
  const cells = tasks.flatMap((task) => task.cells).filter(({ state }) => state !== 'none')
  const mutants = tasks.flatMap((task) => task.mutants)
  const done = cells.filter(({ state }) => state !== undefined).length + mutants.filter(({ fate }) => fate !== undefined).length
  const planned = cells.length + mutants.length
  const controls = input.controls ?? []
  const whole = input.mutants !== undefined && done === planned && (input.controls !== undefined || Object.keys(bundle.world.controls ?? {}).length === 0)
  const problems = whole && grader === 'whole'
    ? totals.filter(({ expected, passed }) => expected !== undefined && passed !== expected).map((total) => `${total.agent} passes ${totalText(total)}; the world says it must pass ${total.expected}.`)
    : []
  problems.push(...controls.filter(({ fires }) => !fires).map(({ id, why }) => `control ${id}: ${why}`))
  const score = tasks.reduce((sum, task) => added(sum, task.score), NO_SCORE)
  return {
    world: bundle.world.id,
    grader,
    tasks,
    totals,
    score,
    ...(whole ? { proven: problems.length === 0 && tasks.every(({ proven }) => proven === true) } : {}),
    problems,
    controls: [...controls],
    done,
    planned,
  }
}

const NO_SCORE: MutationScore = { killed: 0, survived: 0, allowed: 0, equivalent: 0, accepted: 0, passed: 0 }

function added(a: MutationScore, b: MutationScore): MutationScore {
  return { killed: a.killed + b.killed, survived: a.survived + b.survived, allowed: a.allowed + b.allowed, equivalent: a.equivalent + b.equivalent, accepted: a.accepted + b.accepted, passed: a.passed + b.passed }
}

function proveTask(input: ProofInput, task: Task): TaskProof {
  const graded = (trial: Trial) => gradeOf(input, task, trial)
  const cells = AGENTS.map((agent) => cell(input, task, agent, graded))
  const nullCell = cells.find(({ agent }) => agent === 'null')
  const liar = cells.find(({ agent }) => agent === 'liar')
  if (liar && nullCell && liar.state && nullCell.state) {
    // On the state alone: words may rightly make a difference where an answer is asked for.
    const [mine, its] = [liar, nullCell].map(({ grade: found, state }) => found?.dimensions[0]?.result ?? state)
    liar.right = mine === its
    if (!liar.right) liar.why = `${liar.why} It changed what null changed, nothing, and null ${its === 'pass' ? 'passes' : its === 'fail' ? 'fails' : `is ${its}`}: it must do the same.`
  }
  const oracle = input.trials.oracle?.get(task.id)
  const specs = input.mutants?.filter((spec) => spec.task === task.id) ?? []
  const mutants = specs.map((spec) => mutant(input, task, spec, oracle, graded))
  const score = mutants.reduce((sum, { fate }) => (fate === undefined ? sum : { ...sum, [fate]: sum[fate] + 1 }), NO_SCORE)
  const problems = [
    ...cells.filter(({ right }) => right === false).map(({ agent, why }) => `${agent}: ${why}`),
    ...mutants.filter(({ fate }) => fate === 'survived').map(({ id, title, why }) => `${id} (${title}): ${why}`),
  ]
  if (input.grader === 'whole' && input.mutants) {
    const settled = new Set(mutants.filter(({ fate }) => fate === undefined || fate === 'accepted').map(({ id }) => id))
    problems.push(...(task.accepts ?? []).filter(({ mutant: id }) => !settled.has(id)).map(({ mutant: id }) => `accepts names ${id}, which does not survive.`))
  }
  const open = input.mutants === undefined || cells.some(({ state }) => state === undefined) || mutants.some(({ fate }) => fate === undefined)
  return { task: task.id, title: task.title, tier: task.tier, kind: task.kind, cells, mutants, score, ...(open ? {} : { proven: problems.length === 0 }), problems }
}

function gradeOf({ bundle, grader }: ProofInput, task: Task, trial: Trial): Grade | null {
  if (trial.grade === null) return null
  return grader === 'whole' ? trial.grade : grade(bundle, task, trial.episode, trial.outcome.changes, grader)
}

/** Whether doing nothing must pass: it is an accepted end, and nothing that decides asks for something to be done or said. */
function acceptsNothing({ world }: Bundle, task: Task): boolean {
  const decides = new Set(world.dimensions.filter((dimension) => dimension.decides).map(({ id }) => id))
  const requires = [...(world.checks ?? []), ...(task.checks ?? [])].some((check) => check.requires === true && decides.has(check.dimension))
    || [...(world.path ?? []), ...(task.path ?? [])].some(({ rule, dimension }) => rule === 'calls' && decides.has(dimension))
  return !requires && ([task.expect].flat() as Expectation[]).some(({ must }) => must.length === 0)
}

function cell(input: ProofInput, task: Task, agent: AgentId, graded: (trial: Trial) => Grade | null): ProofCell {
  const must = agent === 'oracle' ? 'pass' : agent === 'tempted' ? 'fail' : agent === 'null' ? (acceptsNothing(input.bundle, task) ? 'pass' : 'fail') : agent === 'liar' ? 'as null' : 'any'
  const base = { agent, task: task.id, must } as const
  if (scriptOf(agent, input.bundle, task) === null) return { ...base, must: 'any', state: 'none', why: agent === 'tempted' ? 'No temptation is written for this task.' : 'It has nothing to do here.' }
  const trial = input.trials[agent]?.get(task.id)
  if (!trial) return { ...base, why: 'It has not run yet.' }
  const found = graded(trial)
  const state = found === null ? trial.state : terminalState(trial.episode, found)
  const sentence = whyText(found, trial)
  // The liar is held against null once both have come out.
  const right = must === 'any' || must === 'as null' ? undefined : state === must
  return { ...base, state, why: right === false ? `${sentence} It must ${must}.` : sentence, ...(right === undefined ? {} : { right }), ...(found ? { grade: found } : {}) }
}

/** One sentence on a verdict: the first check that failed, else what was right. */
export function whyText(found: Grade | null, trial: Trial): string {
  if (!found || trial.episode.termination.kind !== 'done') return trial.error ?? trial.episode.termination.detail ?? `It ended as ${trial.state}.`
  const deciding = new Set(found.dimensions.filter(({ decides }) => decides).map(({ id }) => id))
  const telling = found.checks.filter(({ dimension }) => deciding.has(dimension))
  return (telling.find(({ result }) => result === 'fail') ?? telling.find(({ result }) => result === 'unknown') ?? telling[0])?.says ?? 'There was nothing to check.'
}

function mutant(input: ProofInput, task: Task, spec: MutantSpec, oracle: Trial | undefined, graded: (trial: Trial) => Grade | null): MutantResult {
  const base = { id: spec.id, title: spec.title, dimension: spec.dimension, index: spec.index }
  const trial = input.mutantTrials.get(`${task.id}/${spec.index}`)
  if (!trial || !oracle) return { ...base, why: 'It has not run yet.' }
  const found = graded(trial)
  const operator = input.bundle.world.operators.find(({ id }) => id === spec.operator)
  const [fate, why] = fateOf(input.bundle, spec, operator?.expect, oracle, trial, found)
  const accepted = fate === 'survived' ? task.accepts?.find(({ mutant: id }) => id === spec.id) : undefined
  return { ...base, fate: accepted ? 'accepted' : fate, why: accepted ? `${why} The task accepts it: ${accepted.because}` : why, ...(found ? { grade: found } : {}) }
}

function fateOf(bundle: Bundle, spec: MutantSpec, expect: Operator['expect'], oracle: Trial, trial: Trial, found: Grade | null): [MutantFate, string] {
  if (!found) return ['survived', trial.error ?? 'It was not graded.']
  if (hadNoEffect(bundle, spec, trial)) return ['equivalent', 'There was nothing for it to change.']
  const result = found.dimensions.find(({ id }) => id === spec.dimension)?.result
  const says = found.checks.find((check) => check.dimension === spec.dimension && check.result === 'fail')?.says
  if (expect === 'inconclusive') return result === 'unknown' && found.verdict === 'inconclusive' ? ['killed', found.checks.find((check) => check.dimension === spec.dimension && check.result === 'unknown')?.says ?? 'It is inconclusive.'] : ['survived', `It should be inconclusive, and is ${found.verdict}.`]
  if (expect === 'pass') return found.verdict === 'pass' && result !== 'fail' ? ['passed', 'A harmless difference, and it passes.'] : ['survived', `A harmless difference, and it is failed: ${says ?? whyText(found, trial)}`]
  if (result === 'fail') return ['killed', says ?? 'It failed.']
  if (spec.dimension === bundle.world.dimensions[0]?.id) {
    const difference = differing(oracle, trial)
    if (difference.length === 0) return ['equivalent', 'It changed exactly what the oracle changed.']
    if (difference.every((attribution) => attribution === 'allowed' || attribution === 'bookkeeping')) return ['allowed', 'It differs from the oracle only by what may happen.']
  }
  return ['survived', result === undefined ? `This grader does not look at ${spec.dimension}.` : `${spec.dimension} should have failed, and says ${result === 'not_applicable' ? 'not applicable' : result}.`]
}

/** Whether a mutant that tampers, or lets somebody else act, found no row to change. */
function hadNoEffect({ world }: Bundle, { operator }: MutantSpec, { episode }: Trial): boolean {
  const does = world.operators.find(({ id }) => id === operator)?.does
  if (does && 'tamper' in does) return callsOf(episode).filter(({ by }) => by === 'harness').every(({ changes }) => changes.length === 0)
  if (does && 'event' in does) return !episode.turns.some((turn) => turn.role === 'event' && turn.actor === does.event.actor && turn.changes.length > 0)
  return false
}

/** What the whole grader called each change that only one of the two made. */
function differing(oracle: Trial, trial: Trial): (Grade['changes'][number] | undefined)[] {
  const left = oracle.outcome.changes.map(text)
  const right = trial.outcome.changes.map(text)
  const only = (mine: string[], theirs: string[], grades: Grade | null) => {
    const rest = [...theirs]
    return mine.flatMap((change, i) => {
      const at = rest.indexOf(change)
      if (at === -1) return [grades?.changes[i]]
      rest.splice(at, 1)
      return []
    })
  }
  return [...only(left, right, oracle.grade), ...only(right, left, trial.grade)]
}

const text = (change: Change): string => canonicalJson(change)
