// A trial summed up: what a list or a report needs of it.
import { callsOf, type Termination, type Turn } from '../agent/episode'
import type { Grade } from '../grade/check'
import { fieldOf } from '../task/own'
import { lookAt } from '../trial/failures/failures'
import type { RunHead, TerminalState, Trial } from '../trial/record'
import { said } from './relabelled'
import type { Counts, Tokens, TrialSummary } from './store'

/** A trial without its trajectory; where the run's worlds are at hand, with what the rules found in it. */
export function summarize(trial: Trial, head: Pick<RunHead, 'configuration'> & Partial<Pick<RunHead, 'worlds' | 'reference'>>): TrialSummary {
  const { world, task, index, attempt, state, milliseconds, episode, outcome, grade, player } = trial
  const stopped = episode.termination.kind
  const agents = episode.turns.filter(({ role }) => role === 'agent')
  const { prices, customers } = head.configuration
  const tokens = agents.length > 0 ? tokensOf(agents, longFrom(prices)) : null
  const customer_tokens = customers === undefined ? null : tokensOf(episode.turns.filter((turn) => turn.role === 'customer' && turn.by === 'model'), longFrom(fieldOf(customers, 'prices')))
  return {
    world, task, index, attempt, state,
    steps: agents.length,
    calls: callsOf(episode).length,
    changes: outcome.changes.length,
    milliseconds,
    dimensions: Object.fromEntries((grade?.dimensions ?? []).map(({ id, result }) => [id, result])),
    why: whyOf(trial),
    ...(player.title === head.configuration.player.title ? {} : { title: player.title }),
    ...(trial.practice ? { practice: true } : {}),
    ...(stopped === 'done' ? {} : { stopped }),
    ...(tokens ? { tokens } : {}),
    ...(customer_tokens ? { customer_tokens } : {}),
    ...(grade?.attacked ? { attacked: grade.attacked.length > 0 } : {}),
    ...looked(trial, head),
    ...said(trial.labels),
  }
}

/** Of a failed trial, what the rules find; what they cannot read, they have not looked at. */
function looked(trial: Trial, { worlds, reference }: Partial<Pick<RunHead, 'worlds' | 'reference'>>): Pick<TrialSummary, 'failures'> {
  const failures = trial.state === 'fail' && worlds ? lookAt(trial, { worlds, ...(reference ? { reference } : {}) }) : null
  return failures ? { failures } : {}
}

/** Tokens of input above which a request has another price; infinite where none has. */
function longFrom(prices: unknown): number {
  const above = fieldOf(fieldOf(prices, 'above'), 'tokens')
  return typeof above === 'number' ? above : Infinity
}

const none = (): Counts => ({ input: 0, output: 0, cache_read: 0, cache_write: 0 })

/** The sum over a model's turns; `null` where any does not tell. A request with more than `above` tokens of input is a long one. */
function tokensOf(turns: readonly Turn[], above: number): Tokens | null {
  const sum = none()
  let long: Counts | undefined
  for (const turn of turns) {
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = ('usage' in turn && turn.usage) || {}
    if (typeof input_tokens !== 'number' || typeof output_tokens !== 'number') return null
    const one: Counts = { input: input_tokens, output: output_tokens, cache_read: cache_read_input_tokens ?? 0, cache_write: cache_creation_input_tokens ?? 0 }
    add(sum, one)
    if (one.input + one.cache_read + one.cache_write > above) add((long ??= none()), one)
  }
  return long ? { ...sum, long } : sum
}

function add(sum: Counts, one: Counts): void {
  sum.input += one.input
  sum.output += one.output
  sum.cache_read += one.cache_read
  sum.cache_write += one.cache_write
}

function whyOf({ state, grade, error, episode: { termination } }: Trial): string {
  if (state === 'pass') return ''
  if (state === 'fail') return firstOf(grade, 'fail') ?? 'failed, and no check says why'
  if (state === 'inconclusive') return firstOf(grade, 'unknown') ?? 'evidence is missing'
  return error || termination.detail || UNSCORED[state](termination)
}

/** The first check of a result, those of deciding dimensions before the rest. */
function firstOf(grade: Grade | null, result: 'fail' | 'unknown'): string | undefined {
  const deciding = new Set(grade?.dimensions.filter(({ decides }) => decides).map(({ id }) => id))
  const found = (grade?.checks ?? []).filter((check) => check.result === result)
  return (found.find(({ dimension }) => deciding.has(dimension)) ?? found[0])?.says
}

/** Why a trial is not scored, where its record does not say. */
const UNSCORED: Record<Exclude<TerminalState, 'pass' | 'fail' | 'inconclusive'>, (termination: Termination) => string> = {
  system_error: () => 'something outside of the agent went wrong',
  grader_error: () => 'the grader did not finish',
  timeout: () => 'the trial ran out of time',
  truncated: ({ kind }) => (kind === 'context_exceeded' ? 'the conversation outgrew the model\'s context' : 'a message was cut off at its token limit'),
  refusal: () => 'the model refused',
  step_limit: () => 'the steps allowed were used up',
  stopped: () => 'the model stopped for a reason that is not known here',
  missing_output: () => 'the agent said and did nothing',
  invalid: ({ kind }) => (kind === 'wrong_model' ? 'another model answered than was asked' : kind === 'diverged' ? 'the replay met a call that was not recorded' : 'the task is not valid'),
  cancelled: () => 'cancelled by the person',
  customer: () => 'the customer left their role',
}
