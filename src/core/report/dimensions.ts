// Each dimension's own rate. What does not apply and what is not known are counted apart, and are no passes.
import type { Slot, TrialSummary } from '../run/store'
import type { Reference } from '../trial/record'
import type { Bundle } from '../task/schema'
import { proportion, type Proportion } from './rate'

export interface DimensionRate {
  id: string
  title: string
  /** Absent where its world is not at hand. */
  decides?: boolean
  /** Whether it is a count whose target is zero. */
  counts: boolean
  pass: number
  fail: number
  unknown: number
  not_applicable: number
  /** Of pass and fail. */
  rate: Proportion
  /** Of a count whose target is zero: the trials that missed it. */
  missed: Slot[]
  /** What was told of it where only counts are known. */
  says?: string
}

/** In the order in which the worlds declare them, then as they appear. */
export function dimensionRates(trials: readonly TrialSummary[], worlds: readonly Bundle[], reference: Reference | undefined): DimensionRate[] {
  const found = new Map<string, Omit<DimensionRate, 'rate'>>()
  const of = (id: string) => {
    const one = found.get(id) ?? { id, title: id, counts: false, pass: 0, fail: 0, unknown: 0, not_applicable: 0, missed: [] }
    found.set(id, one)
    return one
  }
  for (const { world } of worlds) for (const { id, title, decides, counts = false } of world.dimensions) Object.assign(of(id), { title, decides, counts })
  for (const { dimensions, world, task, index } of trials) {
    for (const id in dimensions) {
      const result = dimensions[id]
      if (result === undefined) continue
      const one = of(id)
      one[result] += 1
      if (one.counts && result === 'fail') one.missed.push({ world, task, index })
    }
  }
  for (const { dimension, passed, of: all, says } of reference?.process ?? []) {
    const one = of(dimension)
    one.pass += passed
    one.fail += all - passed
    if (says !== undefined) one.says = says
  }
  return [...found.values()].filter(({ pass, fail, unknown, not_applicable }) => pass + fail + unknown + not_applicable > 0).map((one) => ({ ...one, rate: proportion(one.pass, one.pass + one.fail) }))
}
