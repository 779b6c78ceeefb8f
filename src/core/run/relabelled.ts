// A trial, and its summary, as they were kept, with what was said of them since.
import { byHand } from '../trial/failures/byHand'
import type { Label, Trial } from '../trial/record'
import type { TrialSummary } from './store'

/** The trial with these labels in the place of its own; where there are none to say, as it was kept. */
export function relabelled(trial: Trial, labels: readonly Label[] | undefined): Trial {
  if (!labels) return trial
  const { labels: _, ...rest } = trial
  return labels.length > 0 ? { ...rest, labels: [...labels] } : rest
}

/** A summary with other labels than it was made with. */
export function labelled({ byHand: _, ...summary }: TrialSummary, labels: readonly Label[]): TrialSummary {
  return { ...summary, ...said(labels) }
}

/** What labels say of a trial's failures; nothing where they say nothing of them. */
export function said(labels: readonly Label[] | undefined): Pick<TrialSummary, 'byHand'> {
  const hand = byHand(labels)
  return Object.keys(hand).length > 0 ? { byHand: hand } : {}
}
