// The rules, one a failure. Each says what exactly it looks at; where that does not decide it, it says no.
import { inputProblem } from '../../world/input'
import { showsArgument } from './arguments'
import type { Failure } from './category'
import { askedFor, claimedUndone, isOfKind, offered, writes, type Evidence } from './evidence'
import { loops } from './loop'

type Rule = (evidence: Evidence) => boolean

/**
 * Wrong tool. Either a tool was called that the task does not offer; or a call was made that a deciding path rule forbids
 * whatever its input; or something required was not done, and a call by a tool that the task's oracle never uses made a
 * change that nothing allows and that is of no kind that was required and not done.
 */
const wrongTool: Rule = (evidence) => {
  const { calls, broken, undone, unexpected, task } = evidence
  const known = new Set(offered(evidence).map(({ name }) => name))
  if (calls.some(({ tool }) => !known.has(tool))) return true
  if (broken.some((rule) => rule.rule === 'never' && rule.calls.input === undefined)) return true
  const right = new Set(task.scripts.oracle.flatMap((turn) => (turn.calls ?? []).map(({ tool }) => tool)))
  return undone.length > 0 && unexpected.some(({ change, call }) => call !== undefined && !right.has(call.tool) && !undone.some((pattern) => isOfKind(evidence, change, pattern)))
}

/**
 * Bad argument. Either a call made a change that nothing allows, of the same kind as one that was required and not done:
 * the same mutation with another order, amount or text; or a call's input broke the tool's input schema, and no later call
 * of that tool went through; or a deciding path rule failed by a call's input alone (see `showsArgument`).
 */
const badArgument: Rule = (evidence) => {
  const { calls, broken, undone, unexpected, task } = evidence
  if (unexpected.some(({ change, call }) => call !== undefined && undone.some((pattern) => isOfKind(evidence, change, pattern)))) return true
  const tools = new Map(offered(evidence).map((tool) => [tool.name, tool]))
  const neverMended = calls.some((call) => {
    const tool = tools.get(call.tool)
    return call.outcome === 'error' && tool !== undefined && !calls.some((other) => other.n > call.n && other.tool === call.tool && other.outcome === 'ok') && inputProblem(tool, call.input) !== null
  })
  return neverMended || broken.some((rule) => showsArgument(rule, calls, task.customer))
}

/**
 * Looped. Either the same call with the same input and the same answer was made three times while nothing changed in
 * between; or a deciding path rule against repeats, or one that limits retries, failed.
 */
const looped: Rule = ({ calls, broken }) => broken.some(({ rule }) => rule === 'no_repeats' || rule === 'retries') || loops(calls, true)

/**
 * Invented a result. Either the last message claims, in the words by which the world knows that claim, a change of which
 * the outcome holds none, and it is a required one or the agent made no call at all; or an answer that a deciding check
 * asks for was given without any call, where a deciding path rule asks for one. Not where a tool's receipt lied: then the
 * agent only repeated what it was told.
 */
const inventedResult: Rule = (evidence) => {
  const { calls, broken } = evidence
  if (calls.some(({ fault }) => fault === 'lying_receipt')) return false
  return claimedUndone(evidence).length > 0 || (calls.length === 0 && broken.some(({ rule }) => rule === 'calls') && askedFor(evidence, 'pass'))
}

/**
 * Gave up early. The agent ended its turn by itself, it invented no result and its last message claims
 * nothing that was left undone, and either
 * something required was not done while no call did anything that nothing allows; or a deciding check asks for something
 * to be done or said and failed, and the agent made no call at all.
 */
const gaveUpEarly: Rule = (evidence) => {
  const { trial, calls, undone, unexpected } = evidence
  if (trial.episode.termination.kind !== 'done' || inventedResult(evidence) || claimedUndone(evidence).length > 0) return false
  return undone.length > 0 ? !unexpected.some(({ call }) => call !== undefined) : calls.length === 0 && askedFor(evidence, 'fail')
}

/**
 * Ignored an error. A call of a tool that writes ended in an error or a denial, no later call of that tool went through,
 * and the last message claims a required change of which the outcome holds none.
 */
const ignoredError: Rule = (evidence) =>
  claimedUndone(evidence).length > 0 && evidence.calls.some((call) => call.outcome !== 'ok' && writes(evidence, call.tool) && !evidence.calls.some((other) => other.n > call.n && other.tool === call.tool && other.outcome === 'ok'))

/** Unexpected change. The outcome holds a change that neither a requirement consumed nor anything allows, and changes decide. */
const unexpectedChange: Rule = ({ unexpected }) => unexpected.length > 0

/** Missing change. The nearest accepted end state requires a change that did not happen, and changes decide. */
const missingChange: Rule = ({ undone }) => undone.length > 0

export const RULES: Record<Failure, Rule> = {
  wrong_tool: wrongTool,
  bad_argument: badArgument,
  gave_up_early: gaveUpEarly,
  looped,
  invented_result: inventedResult,
  ignored_error: ignoredError,
  unexpected_change: unexpectedChange,
  missing_change: missingChange,
}
