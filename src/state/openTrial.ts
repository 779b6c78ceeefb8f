// A trial with all that it takes to show it: its task, its world as it was, and the tables before the first step.
import type { RunStore, Slot } from '../core/run/store'
import type { Bundle, Task } from '../core/task/schema'
import type { Reference, RunHead, Trial } from '../core/trial/record'
import type { Table } from '../core/world/table'
import { own } from '../core/task/own'
import { moments, type Moment } from './moments'

/** A trial that can be looked at. */
export interface Opened {
  trial: Trial
  bundle: Bundle
  task: Task
  /** The tables before the first step; none where they were not kept. */
  start: Table[]
  moments: Moment[]
}

/** The same, out of a run. */
export interface OpenedTrial extends Opened {
  found: true
  head: RunHead
}

/** A trial whose world is not on record: what was asked and said is known, and what the calls answered, but no table. */
export interface BareTrial {
  found: 'bare'
  head: RunHead
  trial: Trial
  moments: Moment[]
  /** What is told of the task. */
  about: NonNullable<Reference['tasks']>[number] | null
}

/** Reads a trial from the store; where something is missing, says what. */
export async function openTrial(store: RunStore, run: string, slot: Slot, attempt?: number): Promise<OpenedTrial | BareTrial | { found: false; why: string }> {
  const lost = (why: string) => ({ found: false as const, why })
  const head = await store.head(run)
  if (!head) return lost(`No run “${run}” is kept in this browser. If you have its file, import it.`)
  if (head.counts) return lost(`Of ${head.name} only counts are known: there are no trials to open.`)
  const trial = await store.trial(run, slot, attempt)
  if (!trial) return lost(`${head.name} holds no trial ${slot.index + 1}${attempt === undefined ? '' : `, attempt ${attempt},`} of ${slot.world} / ${slot.task}.`)
  return openedOf(head, trial)
}

/** A trial that is at hand, with what its run holds of it. */
export function openedOf(head: RunHead, trial: Trial): OpenedTrial | BareTrial {
  const bundle = head.worlds.find(({ world }) => world.id === trial.world)
  const task = bundle?.tasks.find(({ id }) => id === trial.task)
  if (!bundle || !task) return { found: 'bare', head, trial, moments: moments(trial.episode), about: head.reference?.tasks?.find((one) => one.world === trial.world && one.task === trial.task) ?? null }
  return { found: true, head, trial, bundle, task, start: own(own(head.starts, trial.world) ?? {}, trial.task) ?? [], moments: moments(trial.episode) }
}
