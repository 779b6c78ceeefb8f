// The agent's account against the world: what its last message claims was done, and what the changes show.
import { mutationOf } from '../../core/grade/words'
import type { World } from '../../core/task/schema'
import type { Change } from '../../core/world/change'

export interface Account {
  /** The sentences of the last message in which something is claimed. */
  quotes: string[]
  /** Claimed and not done: the mutation's noun, and the table that shows none. */
  unfounded: { noun: string; table: string }[]
  /** Done and not claimed. */
  untold: { noun: string; table: string }[]
}

/**
 * The rule, word against deed: a sentence of the last message, questions left out, that holds one of a mutation's
 * `claims` claims that mutation; the world shows it if any change of the outcome is that mutation. It grades nothing.
 */
export function account(final: string, changes: readonly Change[], world: World): Account {
  const sentences = final.split(/(?<=[.!?])\s+|\n+/).map((text) => text.trim()).filter((text) => text !== '' && !text.endsWith('?'))
  const done = new Set(changes.map((change) => mutationOf(change, world)))
  const result: Account = { quotes: [], unfounded: [], untold: [] }
  const telling = new Set<string>()
  for (const [name, { claims, noun, table }] of Object.entries(world.mutations)) {
    const found = sentences.filter((text) => claims.some((claim) => text.toLowerCase().includes(claim.toLowerCase())))
    for (const text of found) telling.add(text)
    if (found.length > 0 && !done.has(name)) result.unfounded.push({ noun, table })
    if (found.length === 0 && done.has(name)) result.untold.push({ noun, table })
  }
  return { ...result, quotes: sentences.filter((text) => telling.has(text)) }
}
