// Slots: their keys, their order, and which attempt of one counts.
import type { RunHead } from '../trial/record'
import type { Slot } from './store'

/** Text that is equal exactly for equal slots. */
export const slotKey = ({ world, task, index }: Slot): string => JSON.stringify([world, task, index])

/** The same for one attempt at a slot. */
export const attemptKey = ({ world, task, index, attempt }: Slot & { attempt: number }): string => JSON.stringify([world, task, index, attempt])

/** One attempt in words: "shop/cancel-paid, trial 2, attempt 1", its trial counted from 1 as people do. */
export const attemptName = ({ world, task, index, attempt }: Slot & { attempt: number }): string => `${world}/${task}, trial ${index + 1}, attempt ${attempt}`

/** Compares by world (in order of appearance) and task as the manifest has them, then index, then attempt; what it does not name comes last. */
export function bySlot(manifest: RunHead['manifest']): (a: Slot & { attempt: number }, b: Slot & { attempt: number }) => number {
  const worlds = new Map<string, number>()
  const tasks = new Map<string, number>()
  manifest.forEach(({ world, task }, position) => {
    if (!worlds.has(world)) worlds.set(world, position)
    const key = taskKey(world, task)
    if (!tasks.has(key)) tasks.set(key, position)
  })
  const last = manifest.length
  const worldRank = ({ world }: Slot) => worlds.get(world) ?? last
  const taskRank = ({ world, task }: Slot) => tasks.get(taskKey(world, task)) ?? last
  return (a, b) => worldRank(a) - worldRank(b) || taskRank(a) - taskRank(b) || a.index - b.index || a.attempt - b.attempt
}

const taskKey = (world: string, task: string) => JSON.stringify([world, task])

/** The attempt of each slot that counts: its last that is no practice. In the order in which the slots first appear. */
export function counting<T extends Slot & { attempt: number; practice?: boolean }>(attempts: readonly T[]): T[] {
  const last = new Map<string, T>()
  for (const one of attempts) {
    if (one.practice) continue
    const key = slotKey(one)
    const other = last.get(key)
    if (!other || other.attempt < one.attempt) last.set(key, one)
  }
  return [...last.values()]
}
