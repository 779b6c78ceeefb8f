// Failures by hand: what a person says of a trial, kept as labels beside it. Episode, outcome and grade stay as they are.
import type { Label } from '../record'
import { isFailure, type Failure } from './category'

/** What such a label is about. */
const ABOUT = 'failure'

/** What a person said of each failure: that it is one, or that it is none; absent where nothing was said. */
export type ByHand = Partial<Record<Failure, boolean>>

/** What the labels of a trial say; of two about the same, the last counts. Labels about anything else are passed over. */
export function byHand(labels: readonly Label[] = []): ByHand {
  const said: ByHand = {}
  for (const { about, label, holds } of labels) if (about === ABOUT && isFailure(label)) said[label] = holds !== false
  return said
}

/** The labels with one failure said or, with `null`, no longer said; all others stay. */
export function withFailure(labels: readonly Label[] = [], failure: Failure, holds: boolean | null, by: string): Label[] {
  const others = labels.filter(({ about, label }) => about !== ABOUT || label !== failure)
  return holds === null ? others : [...others, { by, label: failure, about: ABOUT, holds }]
}

/** Whether a failure holds: the person's word, else the rules'. */
export const holds = (failure: Failure, byRule: readonly Failure[], hand: ByHand): boolean => hand[failure] ?? byRule.includes(failure)
