// Two runs read for a comparison, and two of their trials aligned at the first step that differs.
import { sameJson } from '../core/run/equal'
import type { RunStore, Slot, TrialSummary } from '../core/run/store'
import type { RunHead, Trial } from '../core/trial/record'
import { moments, type Moment } from './moments'

export interface ReadRun {
  head: RunHead
  trials: TrialSummary[]
}

/** A run without its trajectories; null where it is not here. */
export async function readRun(store: RunStore, id: string): Promise<ReadRun | null> {
  const head = await store.head(id)
  return head && { head, trials: head.counts ? [] : await store.summaries(id) }
}

export interface Aligned {
  first: { trial: Trial; rest: Moment[] }
  second: { trial: Trial; rest: Moment[] }
  /** What both begin with. */
  common: Moment[]
}

/** Both trials of a slot; what they begin with alike is told once, and from the first moment that differs each goes its own way. */
export async function alignedTrials(store: RunStore, runs: readonly [string, string], slot: Slot): Promise<Aligned | null> {
  const [first, second] = await Promise.all(runs.map((id) => store.trial(id, slot)))
  return first && second ? aligned(first, second) : null
}

export function aligned(first: Trial, second: Trial): Aligned {
  const [a, b] = [moments(first.episode), moments(second.episode)]
  let same = 0
  while (same < a.length && same < b.length && alike(a[same], b[same])) same += 1
  return { first: { trial: first, rest: a.slice(same) }, second: { trial: second, rest: b.slice(same) }, common: a.slice(0, same) }
}

/** Whether two moments are the same words, or the same call with the same answer and the same changes. */
function alike(a: Moment | undefined, b: Moment | undefined): boolean {
  if (!a || !b || a.kind !== b.kind) return false
  if (a.kind === 'call' && b.kind === 'call') {
    const { tool, input, outcome, result, changes } = a.call
    return sameJson({ tool, input, outcome, result, changes }, { tool: b.call.tool, input: b.call.input, outcome: b.call.outcome, result: b.call.result, changes: b.call.changes })
  }
  if (a.kind === 'event' && b.kind === 'event') return sameJson({ text: a.turn.text ?? '', changes: a.turn.changes }, { text: b.turn.text ?? '', changes: b.turn.changes })
  return 'text' in a && 'text' in b && a.text === b.text
}
