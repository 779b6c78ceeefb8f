// What a run has come to so far, read from its records: a resumed run goes on within the same caps.
import type { AgentTurn, CustomerTurn, Turn } from '../../core/agent/episode'
import { costOf, type Price } from '../../core/run/prices'
import type { Amount, Spent, Trial } from '../../core/trial/record'
import type { RunSettings } from './settings'

/** Who was asked, and by which price. */
type Models = Pick<RunSettings, 'model' | 'customers'>

const NOTHING: Amount = { calls: 0, nanodollars: 0, uncertain: 0, unpriced: 0 }
export const NOTHING_SPENT: Spent = { ...NOTHING, customers: NOTHING }

const add = (a: Amount, b: Amount): Amount => ({ calls: a.calls + b.calls, nanodollars: a.nanodollars + b.nanodollars, uncertain: a.uncertain + b.uncertain, unpriced: a.unpriced + b.unpriced })

/** What these turns took, and the requests that failed before the episode ended: they were made for whoever had to speak next. */
export function spentIn(turns: readonly Turn[], prices: readonly Price[], { model, customers }: Models, failed = 0): Spent {
  let agent = NOTHING
  let others = agent
  for (const turn of turns) {
    if (turn.role === 'agent') agent = add(agent, tookBy(turn, prices, model))
    else if (turn.role === 'customer' && turn.by === 'model') others = add(others, tookBy(turn, prices, customers?.model ?? model))
  }
  const last = turns.findLast(({ role }) => role !== 'event')
  if (customers && last?.role === 'agent' && last.calls.length === 0) others = add(others, { ...NOTHING, calls: failed })
  else agent = add(agent, { ...NOTHING, calls: failed })
  return { ...add(agent, others), customers: others }
}

function tookBy({ attempts, usage }: Pick<AgentTurn | CustomerTurn, 'attempts' | 'usage'>, prices: readonly Price[], model: string): Amount {
  const cost = usage ? costOf(prices, model, usage) : null
  return { calls: Math.max(1, attempts?.length ?? 1), nanodollars: cost ?? 0, uncertain: 0, unpriced: cost === null ? 1 : 0 }
}

export const sumOf = (parts: readonly Spent[]): Spent =>
  parts.reduce((sum, part) => ({ ...add(sum, part), customers: add(sum.customers, part.customers) }), NOTHING_SPENT)

/** The same over a whole run's trials. */
export async function spentOf(trials: AsyncIterable<Trial[]>, prices: readonly Price[], models: Models): Promise<Spent> {
  const parts: Spent[] = []
  for await (const chunk of trials) for (const { episode } of chunk) parts.push(spentIn(episode.turns, prices, models, episode.termination.attempts?.length ?? 0))
  return sumOf(parts)
}
