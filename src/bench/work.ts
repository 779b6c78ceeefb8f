// The work that every way is timed on: one trial's world, with the oracle's calls of each task of the shop.
import type { Bundle, ScriptCall, Task } from '../core/task/schema'

export interface Work {
  task: Task
  calls: ScriptCall[]
}

/** Every task with the calls of its oracle. */
export const workOf = (bundle: Bundle): Work[] => bundle.tasks.map((task) => ({ task, calls: task.scripts.oracle.flatMap(({ calls }) => calls ?? []) }))

/** Runs `work` for `rounds` rounds after one to warm up, and returns the median round's microseconds a unit. */
export function medianMicroseconds(rounds: number, units: number, work: () => void): number {
  work()
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now()
    work()
    return ((performance.now() - from) * 1000) / units
  })
  return median(times)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
