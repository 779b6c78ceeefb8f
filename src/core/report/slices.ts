// The same rate over parts of the catalogue.
import { groups } from '../stats/tasks'
import { passRate, type PassRate } from './rate'
import type { TaskRow } from './rows'

export type SliceBy = 'world' | 'kind' | 'tier' | 'severity' | 'tag' | 'asked'

export interface Slice extends PassRate {
  label: string
}

export interface Slices {
  by: SliceBy
  slices: Slice[]
}

const LABELS: Record<SliceBy, (row: TaskRow) => readonly string[]> = {
  world: ({ world }) => [world],
  kind: ({ kind }) => (kind === undefined ? [] : [kind]),
  tier: ({ tier }) => (tier === undefined ? [] : [tier]),
  severity: ({ severity }) => (severity === undefined ? [] : [severity]),
  tag: ({ tags }) => (tags === undefined ? [] : tags.length === 0 ? ['no tag'] : tags),
  // By custom, this tag is on the tasks whose customer must be answered; the others ask outright.
  asked: ({ tags, kind }) => (tags === undefined || kind === undefined ? [] : tags.includes('dialogue') ? ['dialogue'] : [`${kind}, asked outright`]),
}

/** Any slices one wants: a row may stand in several, or in none. */
export const slicesBy = (rows: readonly TaskRow[], labels: (row: TaskRow) => readonly string[]): Slice[] =>
  [...groups(rows, labels)].map(([label, members]) => ({ label, ...passRate(members) }))

/** Slices by everything that is known of the tasks; a heading under which all tasks are alike is left out. */
export const allSlices = (rows: readonly TaskRow[]): Slices[] =>
  (Object.keys(LABELS) as SliceBy[]).map((by) => ({ by, slices: slicesBy(rows, LABELS[by]) }))
    .filter(({ by, slices }) => slices.length > 1 && (by !== 'asked' || slices.some(({ label }) => label === 'dialogue')))
