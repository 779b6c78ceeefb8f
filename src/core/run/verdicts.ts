// Verdicts of a file against its own records: what was altered does not grade as it says.
import { GRADER_VERSION } from '../grade/grade'
import type { RunHead, Trial } from '../trial/record'
import { regrade } from '../trial/runTrial'
import { attemptName } from './slot'

/**
 * Why a trial's verdict does not follow from its record, as a sentence, or null. Every trial whose world the run holds is
 * graded again; the answers to SQL checks are taken from the record. A run of another grader's version is not judged by this one.
 */
export function falseVerdict({ hashes, worlds }: Pick<RunHead, 'hashes' | 'worlds'>, trial: Trial): string | null {
  const bundle = worlds.find(({ world }) => world.id === trial.world)
  if (hashes.grader !== GRADER_VERSION || !bundle || trial.state === 'grader_error') return null
  const again = regrade(bundle, trial)
  if (again.state === trial.state && told(again) === told(trial)) return null
  return `${attemptName(trial)} says ${trial.state.replaceAll('_', ' ')}, and what it holds grades otherwise: the file was altered.`
}

/** What a grade comes to, apart from its sentences. */
const told = ({ grade }: Trial): string =>
  JSON.stringify(grade && [grade.verdict, grade.end_state, grade.changes, grade.missing.length, grade.dimensions.map(({ id, result }) => [id, result]), grade.checks.map(({ id, result }) => [id, result])])
