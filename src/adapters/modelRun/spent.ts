// What a run has come to so far, read from its records: a resumed run goes on within the same caps.
import type { Turn } from '../../core/agent/episode'
import { costOf, type Price } from '../../core/run/prices'
import type { Trial } from '../../core/trial/record'

export interface Spent {
  /** Requests sent. */
  calls: number
  /** Known cost. */
  nanodollars: number
  /** Answered requests whose cost is unknown, for want of a price or of usage. */
  unpriced: number
}

export const NOTHING: Spent = { calls: 0, nanodollars: 0, unpriced: 0 }

/** What these turns took, and what failed before the episode ended. */
export function spentIn(turns: readonly Turn[], prices: readonly Price[], model: string, failed = 0): Spent {
  let [calls, nanodollars, unpriced] = [failed, 0, 0]
  for (const turn of turns) {
    if (turn.role !== 'agent') continue
    calls += Math.max(1, turn.attempts?.length ?? 1)
    const cost = turn.usage ? costOf(prices, model, turn.usage) : null
    if (cost === null) unpriced += 1
    else nanodollars += cost
  }
  return { calls, nanodollars, unpriced }
}

export const sumOf = (parts: readonly Spent[]): Spent =>
  parts.reduce((sum, { calls, nanodollars, unpriced }) => ({ calls: sum.calls + calls, nanodollars: sum.nanodollars + nanodollars, unpriced: sum.unpriced + unpriced }), NOTHING)

/** The same over a whole run's trials. */
export async function spentOf(trials: AsyncIterable<Trial[]>, prices: readonly Price[], model: string): Promise<Spent> {
  const parts: Spent[] = []
  for await (const chunk of trials) for (const { episode } of chunk) parts.push(spentIn(episode.turns, prices, model, episode.termination.attempts?.length ?? 0))
  return sumOf(parts)
}
