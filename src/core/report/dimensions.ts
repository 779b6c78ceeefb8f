// Each dimension's own rate, over the scored trials. What does not apply, what is not known and the unscored are counted apart, and are neither passes nor failures.
import type { Slot, TrialSummary } from '../run/store'
import type { Reference } from '../trial/record'
import type { Bundle } from '../task/schema'
import { FlowCount, isScored, type Flow } from './flow'
import { proportion, type Proportion } from './rate'

export interface DimensionRate {
  id: string
  title: string
  /** Absent where its world is not at hand. */
  decides?: boolean
  /** Whether it is a count whose target is zero. */
  counts: boolean
  /** Of scored trials. */
  pass: number
  fail: number
  not_applicable: number
  /** Of scored trials, and of those that are inconclusive because of it. */
  unknown: number
  /** All other trials that its world played, by how they ended: whatever was found in them is in no figure above. */
  unscored: Flow['attrition']
  /** Of pass and fail. */
  rate: Proportion
  /** Of a count whose target is zero: the scored trials that missed it. */
  missed: Slot[]
  /** Of such a count: how many of `unscored` missed it all the same. */
  missed_unscored: number
  /** What was told of it where only counts are known. */
  says?: string
}

/** In the order in which the worlds declare them, then as they appear; those of which no trial has a result are left out. */
export function dimensionRates(trials: readonly TrialSummary[], worlds: readonly Bundle[], reference: Reference | undefined): DimensionRate[] {
  const found = new Map<string, Omit<DimensionRate, 'rate' | 'unscored'> & { lost: FlowCount; seen: boolean }>()
  const of = (id: string) => {
    const one = found.get(id) ?? { id, title: id, counts: false, pass: 0, fail: 0, unknown: 0, not_applicable: 0, missed: [], missed_unscored: 0, lost: new FlowCount(), seen: false }
    found.set(id, one)
    return one
  }
  for (const { world } of worlds) for (const { id, title, decides, counts = false } of world.dimensions) Object.assign(of(id), { title, decides, counts })
  const declared = new Map(worlds.map(({ world }) => [world.id, world.dimensions.map(({ id }) => id)]))
  for (const { dimensions, world, task, index, state } of trials) {
    const scored = isScored(state)
    for (const id in dimensions) {
      const result = dimensions[id]
      if (result === undefined) continue
      const one = of(id)
      one.seen = true
      const missed = one.counts && result === 'fail'
      if (scored || (state === 'inconclusive' && result === 'unknown')) one[result] += 1
      else {
        one.lost.add(state)
        if (missed) one.missed_unscored += 1
      }
      if (scored && missed) one.missed.push({ world, task, index })
    }
    // Broke off before anything was looked at.
    if (!scored) for (const id of declared.get(world) ?? []) if (!Object.hasOwn(dimensions, id)) of(id).lost.add(state)
  }
  for (const { dimension, passed, of: all, says } of reference?.process ?? []) {
    const one = of(dimension)
    one.seen = true
    one.pass += passed
    one.fail += all - passed
    if (says !== undefined) one.says = says
  }
  return [...found.values()].filter(({ seen }) => seen).map(({ lost, seen: _, ...one }) => ({ ...one, unscored: lost.flow().attrition, rate: proportion(one.pass, one.pass + one.fail) }))
}
