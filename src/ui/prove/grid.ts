// The matrix as rows, and how the keys move in it.
import type { AgentId, TaskProof, WorldProof } from '../../core/prove/proof'
import { totalOf } from '../../core/prove/totals'
import type { CellAddress } from '../../state/address'

export type Column = AgentId | 'mutants'

/** Tasks by tier, the base tier first. */
export function tiers(proof: WorldProof): { tier: string; tasks: TaskProof[] }[] {
  const groups = new Map<string, TaskProof[]>()
  for (const task of proof.tasks) groups.set(task.tier, [...(groups.get(task.tier) ?? []), task])
  return [...groups].map(([tier, tasks]) => ({ tier, tasks })).sort((a, b) => (a.tier < b.tier ? -1 : 1))
}

const moves: Record<string, [number, number]> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [0, -Infinity], End: [0, Infinity], PageUp: [-Infinity, 0], PageDown: [Infinity, 0],
}

/** Where a key leads from a cell; the same cell at an edge, null where the key does not move. */
export function moved(key: string, from: CellAddress, tasks: readonly string[], columns: readonly Column[]): CellAddress | null {
  const move = moves[key]
  if (!move) return null
  const step = (at: number, by: number, length: number) => Math.max(0, Math.min(length - 1, at + by))
  const task = tasks[step(tasks.indexOf(from.task), move[0], tasks.length)]
  const column = columns[step(columns.indexOf(from.column), move[1], columns.length)]
  return task !== undefined && column !== undefined ? { task, column } : null
}

/** The proof of some tasks alone, its totals counted over those. */
export function narrowed(proof: WorldProof, tasks: readonly string[]): WorldProof {
  if (tasks.length === proof.tasks.length) return proof
  const shown = proof.tasks.filter(({ task }) => tasks.includes(task))
  const totals = proof.totals.map(({ agent }) => totalOf(agent, shown))
  const sum = (fate: keyof WorldProof['score']) => shown.reduce((total, { score }) => total + score[fate], 0)
  return { ...proof, tasks: shown, totals, score: { killed: sum('killed'), survived: sum('survived'), allowed: sum('allowed'), equivalent: sum('equivalent'), accepted: sum('accepted'), passed: sum('passed') } }
}
