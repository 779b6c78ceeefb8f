// Grade: every grader's checks put together, and the verdict over the dimensions that decide. Pure.
import type { Bundle, Task } from '../task/schema'
import type { Change } from '../world/change'
import type { Episode } from '../agent/episode'
import type { Check, Grade, Result, Verdict } from './check'
import type { GraderId } from './graders'
import { gradePath } from './path/path'
import { gradeState } from './state'
import { gradeWeakly } from './weak'

/** Changes whenever the same episode could be graded otherwise than before. */
export const GRADER_VERSION = 'whole-1'

/** Grades an episode and its changes. A weak grader knows the first dimension alone. */
export function grade(bundle: Bundle, task: Task, episode: Episode, changes: readonly Change[], grader: GraderId = 'whole'): Grade {
  const { world } = bundle
  const { checks, ...state } = grader === 'whole' ? gradeState(task, world, changes) : gradeWeakly(grader, bundle, task, episode, changes)
  if (grader === 'whole') checks.push(...gradePath([...(world.path ?? []), ...(task.path ?? [])], task, episode))
  const known = grader === 'whole' ? world.dimensions : world.dimensions.slice(0, 1)
  const dimensions = known.map(({ id, title, decides }) => ({ id, title, decides, result: together(checks.filter(({ dimension }) => dimension === id)) }))
  return { grader, checks, dimensions, verdict: verdictOf(dimensions.filter(({ decides }) => decides).map(({ result }) => result)), ...state }
}

/** Fail if any failed, else unknown if any is unknown, else pass; not applicable where no check applies. */
export function together(checks: readonly Pick<Check, 'result'>[]): Result {
  const results = new Set(checks.map(({ result }) => result))
  return results.has('fail') ? 'fail' : results.has('unknown') ? 'unknown' : results.has('pass') ? 'pass' : 'not_applicable'
}

/** Over the deciding dimensions: fail before inconclusive before pass. Where none applies, nothing is known. */
export function verdictOf(results: readonly Result[]): Verdict {
  const all = together(results.map((result) => ({ result })))
  return all === 'pass' || all === 'fail' ? all : 'inconclusive'
}
