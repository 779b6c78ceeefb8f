// What the rules look at: a failed trial's calls, changes and checks, laid out once.
import { callsOf, finalText, type Call } from '../../agent/episode'
import type { Check } from '../../grade/check'
import { claimsBySentence } from '../../grade/claims'
import { matchesChange } from '../../grade/match'
import { undoneOf } from '../../grade/state'
import { kindOf } from '../../grade/words'
import type { Pattern } from '../../task/pattern'
import type { Bundle, PathRule, Task } from '../../task/schema'
import { keyText } from '../../world/table'
import type { Change } from '../../world/change'
import { parseToolFile } from '../../world/toolFile'
import type { Trial } from '../record'

export interface Evidence {
  bundle: Bundle
  task: Task
  trial: Pick<Trial, 'episode' | 'outcome' | 'grade'>
  /** The agent's own calls: what the harness did in its name is left out. */
  calls: Call[]
  /** Changes that nothing allows, where changes decide, each with the agent's last call that touched its row (none: no call of the agent did). */
  unexpected: { change: Change; call: Call | undefined }[]
  /** What the nearest accepted end state requires and did not get, where changes decide. */
  undone: Pattern[]
  /** The failed checks of the dimensions that decide. */
  failed: Check[]
  /** The path rules behind those of them that are one. */
  broken: PathRule[]
}

/** Lays out a failed trial that has a grade. */
export function evidenceOf(trial: Evidence['trial'] & { grade: NonNullable<Trial['grade']> }, bundle: Bundle, task: Task): Evidence {
  const { grade, outcome, episode } = trial
  const { world } = bundle
  const calls = callsOf(episode).filter(({ by }) => by !== 'harness')
  const deciding = new Set(grade.dimensions.filter(({ decides }) => decides).map(({ id }) => id))
  const failed = grade.checks.filter(({ result, dimension }) => result === 'fail' && deciding.has(dimension))
  const changesDecide = world.dimensions[0]?.decides === true
  const failing = new Set(failed.map(({ id }) => id))
  return {
    bundle, task, trial, calls, failed,
    unexpected: changesDecide ? outcome.changes.flatMap((change, i) => (grade.changes[i] === 'unexpected' ? [{ change, call: calls.findLast((call) => call.changes.some((other) => placeOf(other) === placeOf(change))) }] : [])) : [],
    undone: changesDecide && grade.missing.length > 0 ? undoneOf(task, world, outcome.changes) : [],
    broken: [...(world.path ?? []), ...(task.path ?? [])].filter(({ id }) => failing.has(id)),
  }
}

const placeOf = (change: Change): string => (change.op === 'schema' ? change.table : `${change.table} ${keyText(change.key)}`)

/** Whether a change is of the kind that a pattern asks for, whatever its values. */
export const isOfKind = ({ bundle, task }: Evidence, change: Change, pattern: Pattern): boolean => matchesChange(kindOf(pattern, bundle.world), change, task.customer)

/** The mutations that the last message claims, questions left out, and of which the outcome holds none at all. */
function claimedOnly({ bundle: { world }, trial: { episode, outcome } }: Evidence): string[] {
  const claimed = claimsBySentence(finalText(episode), world)
  return Object.keys(world.mutations).filter((mutation) => claimed.some(({ of }) => of.has(mutation)) && !outcome.changes.some((change) => matchesChange(kindOf({ [mutation]: {} }, world), change)))
}

const remembered = new WeakMap<Evidence, string[]>()

/** Of these, what is required; where the agent made no call at all, anything: it cannot know of any. Several rules ask. */
export function claimedUndone(evidence: Evidence): string[] {
  const known = remembered.get(evidence) ?? claimedOf(evidence)
  remembered.set(evidence, known)
  return known
}

function claimedOf(evidence: Evidence): string[] {
  const claimed = claimedOnly(evidence)
  if (claimed.length === 0 || evidence.calls.length === 0) return claimed
  return claimed.filter((mutation) => evidence.undone.some((pattern) => Object.hasOwn(pattern, mutation)))
}

/** The deciding SQL checks that ask for something to be done or said, as they came out. */
export function askedFor({ bundle: { world }, task, trial }: Evidence, result: Check['result']): boolean {
  const deciding = new Set(world.dimensions.filter(({ decides }) => decides).map(({ id }) => id))
  const asking = new Set([...(world.checks ?? []), ...(task.checks ?? [])].flatMap(({ id, requires, dimension }) => (requires && deciding.has(dimension) ? [id] : [])))
  return trial.grade?.checks.some((check) => check.result === result && asking.has(check.id)) ?? false
}

/** The tools that the agent was offered. */
export const offered = ({ bundle, task }: Evidence): Bundle['tools'] => bundle.tools.filter(({ name }) => task.tools?.includes(name) ?? true)

/** Whether a tool has a step that writes. */
export function writes({ bundle }: Evidence, tool: string): boolean {
  const file = Object.hasOwn(bundle.sql, tool) ? bundle.sql[tool] : undefined
  const parsed = file === undefined ? undefined : parseToolFile(file)
  return parsed !== undefined && 'steps' in parsed && parsed.steps.some(({ kind }) => kind === 'run')
}
