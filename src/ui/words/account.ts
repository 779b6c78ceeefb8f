// The agent's account against the world: what its last message claims was done, and what the changes show.
import { claimsBySentence } from '../../core/grade/claims'
import { mutationOf } from '../../core/grade/words'
import type { World } from '../../core/task/schema'
import type { Change } from '../../core/world/change'

export interface Account {
  /** The sentences of the last message in which something is claimed. */
  quotes: string[]
  /** Claimed and not done: the mutation's noun, and the table that shows none. */
  unfounded: { noun: string; table: string }[]
  /** Done, and no phrase for it found: whether it was said in other words is not known. */
  untold: { noun: string; table: string }[]
}

/**
 * Word against deed, sentence by sentence of the last message, questions left out: what `claimsIn` finds in one is
 * claimed, and the world shows it if any change of the outcome is that mutation. It grades nothing.
 */
export function account(final: string, changes: readonly Change[], world: World): Account {
  const claims = claimsBySentence(final, world)
  const done = new Set(changes.map((change) => mutationOf(change, world)))
  const result: Account = { quotes: claims.map(({ text }) => text), unfounded: [], untold: [] }
  for (const [name, { noun, table }] of Object.entries(world.mutations)) {
    const told = claims.some(({ of }) => of.has(name))
    if (told && !done.has(name)) result.unfounded.push({ noun, table })
    if (!told && done.has(name)) result.untold.push({ noun, table })
  }
  return result
}
