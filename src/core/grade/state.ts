// State: what changed against must and may, in both directions.
import type { Pattern } from '../task/pattern'
import type { Customer, Expectation, Task, World } from '../task/schema'
import type { Change } from '../world/change'
import type { Check, Grade } from './check'
import { matchesChange } from './match'
import { maximumMatching } from './matching'
import { changeInWords, patternInWords, resolvePattern } from './words'

export interface StateGrade {
  checks: Check[]
  end_state: number | null
  changes: Grade['changes']
  missing: string[]
}

interface Fit extends StateGrade {
  faults: number
  undone: Pattern[]
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Grades the changes of a whole episode: the first accepted end state that fits, else the nearest and what is wrong with it. */
export function gradeState(task: Task, world: World, changes: readonly Change[]): StateGrade {
  const { faults: _, undone: __, ...best } = nearest(task, world, changes)
  return best
}

/** What the accepted end state that is reached, or the nearest to it, requires and did not get. */
export const undoneOf = (task: Task, world: World, changes: readonly Change[]): Pattern[] => nearest(task, world, changes).undone

function nearest(task: Task, world: World, changes: readonly Change[]): Fit {
  const accepted = Array.isArray(task.expect) ? task.expect : [task.expect]
  const fits = accepted.map((expectation, i) => fit(expectation, i, task.customer, world, changes))
  return fits.find(({ faults }) => faults === 0) ?? fits.reduce((a, b) => (b.faults < a.faults ? b : a))
}

function fit(expectation: Expectation, position: number, customer: Customer, world: World, changes: readonly Change[]): Fit {
  const dimension = world.dimensions[0]!.id
  const must = expectation.must.map((pattern) => resolvePattern(pattern, world))
  const may = (expectation.may ?? []).map((pattern) => resolvePattern(pattern, world))
  const bookkeeping = changes.map((change) => world.bookkeeping?.includes(change.table) ?? false)
  const allowed = changes.map((change) => may.some((pattern) => matchesChange(pattern, change, customer)))
  // Changes that nothing else would allow are matched first, so that a may never has to save what a must could have.
  const priority = changes.map((_, i) => i).filter((i) => !bookkeeping[i]).sort((a, b) => Number(allowed[a]) - Number(allowed[b]) || a - b)
  const taken = maximumMatching(must.length, priority, (change, pattern) => matchesChange(must[pattern]!, changes[change]!, customer))
  const used = new Set(taken)
  const attribution = changes.map((_, i) => (bookkeeping[i] ? 'bookkeeping' : used.has(i) ? 'required' : allowed[i] ? 'allowed' : 'unexpected'))
  const checks: Check[] = []
  const missing: string[] = []
  const undone: Pattern[] = []
  expectation.must.forEach((pattern, i) => {
    const change = taken[i]!
    const wanted = patternInWords(pattern, world)
    if (change === -1) {
      missing.push(wanted)
      undone.push(pattern)
    }
    const says = change === -1 ? `Required: ${wanted}; none happened.` : `Required: ${changeInWords(changes[change]!, world)}; it happened.`
    checks.push({ id: `must-${i + 1}`, dimension, result: change === -1 ? 'fail' : 'pass', says, ...(change === -1 ? {} : { changes: [change] }) })
  })
  const unexpected = attribution.flatMap((what, i) => (what === 'unexpected' ? [i] : []))
  unexpected.forEach((i, n) => {
    const again = must.some((pattern) => matchesChange(pattern, changes[i]!, customer))
    checks.push({ id: `unexpected-${n + 1}`, dimension, result: 'fail', says: `${sentence(changeInWords(changes[i]!, world))}: ${again ? 'required once, and done more often' : 'nothing allows it'}.`, changes: [i] })
  })
  if (unexpected.length === 0) {
    const others = attribution.flatMap((what, i) => (what === 'allowed' ? [i] : []))
    const says = others.length > 0
      ? `Nothing unexpected changed; allowed: ${others.map((i) => changeInWords(changes[i]!, world)).join(', ')}.`
      : expectation.must.length === 0 ? 'Nothing had to change, and nothing did.' : 'Nothing else changed.'
    checks.push({ id: 'unexpected', dimension, result: 'pass', says, ...(others.length > 0 ? { changes: others } : {}) })
  }
  const faults = missing.length + unexpected.length
  return { checks, end_state: faults === 0 ? position : null, changes: attribution, missing, faults, undone }
}
