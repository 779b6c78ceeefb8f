// What a run has come to so far, read from its records: a resumed run goes on within the same caps.
import type { Turn } from '../../core/agent/episode'
import { costOf, type Price } from '../../core/run/prices'
import type { Trial } from '../../core/trial/record'

export interface Spent {
  /** Requests sent. */
  calls: number
  /** Known cost. */
  nanodollars: number
}

/** What these turns took, and what failed before the episode ended. */
export function spentIn(turns: readonly Turn[], prices: readonly Price[], model: string, failed = 0): Spent {
  let [calls, nanodollars] = [failed, 0]
  for (const turn of turns) {
    if (turn.role !== 'agent') continue
    calls += Math.max(1, turn.attempts?.length ?? 1)
    nanodollars += (turn.usage ? costOf(prices, model, turn.usage) : null) ?? 0
  }
  return { calls, nanodollars }
}

export const sumOf = (parts: readonly Spent[]): Spent => ({ calls: parts.reduce((sum, { calls }) => sum + calls, 0), nanodollars: parts.reduce((sum, { nanodollars }) => sum + nanodollars, 0) })

/** The same over a whole run's trials. */
export async function spentOf(trials: AsyncIterable<Trial[]>, prices: readonly Price[], model: string): Promise<Spent> {
  const parts: Spent[] = []
  for await (const chunk of trials) for (const { episode } of chunk) parts.push(spentIn(episode.turns, prices, model, episode.termination.attempts?.length ?? 0))
  return sumOf(parts)
}
