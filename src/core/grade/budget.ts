// Budgets: what an episode used against what its task allows.
import type { Budget } from '../task/schema'
import type { AgentTurn, Episode } from '../agent/episode'
import type { Check } from './check'

/** What an episode used; null where it is not on record. */
export interface Used {
  steps: number
  calls: number
  tokens: number | null
  dollars: number | null
  seconds: number | null
}

/** Sums what the turns of an episode tell; a sum with an unknown part is unknown. */
export function usedBy(episode: Episode): Used {
  const turns = episode.turns.filter((turn): turn is AgentTurn => turn.role === 'agent')
  const sum = (value: (turn: AgentTurn) => number | null) => turns.reduce<number | null>((total, turn) => {
    const one = value(turn)
    return total === null || one === null ? null : total + one
  }, 0)
  const nanodollars = sum((turn) => turn.nanodollars ?? null)
  return {
    steps: turns.length,
    calls: turns.reduce((total, turn) => total + turn.calls.filter(({ by }) => by !== 'harness').length, 0),
    tokens: sum(({ usage }) => (usage && usage.input_tokens !== null && usage.output_tokens !== null ? usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0) : null)),
    dollars: nanodollars === null ? null : nanodollars / 1e9,
    // A late answer takes its time too, where time was taken at all.
    seconds: sum(({ milliseconds, calls }) => (milliseconds === undefined ? null : (milliseconds + calls.reduce((total, { delayed = 0 }) => total + delayed, 0)) / 1000)),
  }
}

/** Whether any turn tells of a request to a model: its usage, its attempts, its time or who answered. */
const asked = (episode: Episode): boolean =>
  episode.turns.some((turn) => turn.role === 'agent' && [turn.model, turn.usage, turn.attempts, turn.milliseconds].some((told) => told !== undefined))

/** One check a limit. Where no request was made, there is nothing to be held against limits of requests. Where a step limit ended the episode, its steps are used up. */
export function gradeBudget(budget: Budget, episode: Episode): Check[] {
  const used = usedBy(episode)
  const limits = (['steps', 'calls', 'tokens', 'dollars', 'seconds'] as const).filter((what) => budget[what] !== undefined)
  return limits.map((what) => {
    const most = budget[what] ?? 0
    const value = used[what]
    const base = { id: `budget-${what}`, dimension: budget.dimension }
    if (value === null && !asked(episode)) return { ...base, result: 'not_applicable', says: `Budget: no request to a model was made; ${most} ${what} are allowed.` }
    if (value === null) return { ...base, result: 'unknown', says: `Budget: how many ${what} were used is not on record; ${most} are allowed.` }
    const cut = what === 'steps' && episode.termination.kind === 'step_limit'
    if (cut) return { ...base, result: 'fail', says: `Budget: all ${most} steps were used and the episode was not over.` }
    return { ...base, result: value <= most ? 'pass' : 'fail', says: `Budget: ${what === 'dollars' ? Number(value.toPrecision(6)) : Math.round(value * 10) / 10} of ${most} ${what} used.` }
  })
}

/** Whether a required budget is used up. */
export const isExhausted = (budget: Budget | undefined, checks: readonly Check[]): boolean =>
  budget?.required === true && checks.some(({ id, result }) => id.startsWith('budget-') && result === 'fail')
