// What a report takes of a proof: how the agents that do nothing of use came out, task by task.
import type { AgentId, ProofCell, WorldProof } from '../prove/proof'
import { worldHashes } from '../run/hashes'
import type { Bundle } from '../task/schema'

/** A whole proof is one; so are the states of its agents alone. */
export type ProofFacts = Pick<WorldProof, 'world' | 'grader'> & {
  tasks: readonly { task: string; cells: readonly Pick<ProofCell, 'agent' | 'state'>[] }[]
}

/** The agents that show what a score is worth: what they pass, anyone passes for free. */
export const FREE_AGENTS = ['null', 'liar', 'escalator'] as const satisfies readonly AgentId[]

/** The facts of a world from the states that its agents' trials ended in. */
export function proofFacts(bundle: Bundle, states: readonly (Pick<ProofCell, 'agent'> & { task: string; state: NonNullable<ProofCell['state']> })[]): ProofFacts {
  return { world: bundle.world.id, grader: 'whole', tasks: bundle.tasks.map(({ id }) => ({ task: id, cells: states.filter(({ task }) => task === id) })) }
}

const hashed = new WeakMap<Bundle, ReturnType<typeof worldHashes>>()

function hashesOf(bundle: Bundle): ReturnType<typeof worldHashes> {
  const known = hashed.get(bundle) ?? worldHashes(bundle)
  hashed.set(bundle, known)
  return known
}

/** Whether a world is exactly another one, by content: description, schema, seed, tools, policy, and each task of `part`. */
export function isSameWorld(whole: Bundle, part: Bundle): boolean {
  if (whole === part) return true
  if (whole.world.id !== part.world.id) return false
  const [a, b] = [hashesOf(whole), hashesOf(part)]
  return a.world === b.world && a.tools === b.tools && a.policy === b.policy && Object.entries(b.tasks).every(([task, hash]) => Object.hasOwn(a.tasks, task) && a.tasks[task] === hash)
}
