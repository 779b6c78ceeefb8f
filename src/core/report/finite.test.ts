// Whatever became of the trials, every figure of a report and of a comparison is a number or is said not to be given.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outline, summary } from '../../testing/summaries'
import { compare } from './compare'
import { verdictText } from './compareWords'
import { horizonText } from './horizonWords'
import { report } from './report'
import { headline, kText, partText, worthText } from './words'

/** Where a value holds a number that is none. */
function strange(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, one]) => strange(one, `${path}.${key}`)) : []
}

const state = fc.constantFrom('pass' as const, 'fail' as const, 'system_error' as const, 'inconclusive' as const, 'timeout' as const)
/** A run of up to five tasks with as many trials as it likes, some of them never run. */
const anyReport = fc.record({ planned: fc.integer({ min: 1, max: 5 }), tasks: fc.array(fc.array(state, { maxLength: 5 }), { maxLength: 5 }), attrition: fc.constantFrom('drop' as const, 'failed' as const, 'bounds' as const, undefined) }).map(({ planned, tasks, attrition }) => {
  const states = Object.fromEntries(tasks.map((all, i) => [`t${i}`, all]))
  const summaries = tasks.flatMap((all, i) => all.slice(0, planned).map((one, index) => summary({ task: `t${i}`, index, state: one, steps: one === 'timeout' ? 0 : 2 })))
  return report(outline(states, planned), summaries, { attrition, resamples: 100 })
})

test('no figure and no sentence holds a number that is none', () => {
  fc.assert(fc.property(anyReport, anyReport, (first, second) => {
    const compared = compare(first, second, { resamples: 100 })
    expect([...strange(first, 'report'), ...strange(compared, 'comparison')]).toEqual([])
    const words = [headline(first), ...[...first.hat, ...first.at].map((figure) => kText(figure, first.tasks)), ...worthText(first.worth), ...first.slices.flatMap(({ slices }) => slices.map(partText)), ...horizonText(first.horizon), verdictText(compared)]
    expect(words.join('\n')).not.toMatch(/NaN|undefined|Infinity|null/)
  }), { numRuns: 500 })
})
