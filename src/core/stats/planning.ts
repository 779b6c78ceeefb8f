// Planning: how wide an interval will be before anything has run, and how many tasks it takes.
import { refused, Z95, type Refused } from './interval'

export interface Plan {
  tasks: number
  /** Trials of each. */
  trials: number
  /** The pass rate that is expected, 0 … 1. */
  rate: number
  /** How alike the trials of one task are, 0 … 1: the share of all variance that lies between tasks. */
  alike: number
}

/** Variance of one task's observed rate: p(1−p) (ρ + (1−ρ)/n), what lies between tasks and what n trials leave of the rest. */
const ofTask = ({ trials, rate, alike }: Omit<Plan, 'tasks'>): number => rate * (1 - rate) * (alike + (1 - alike) / trials)

const sound = ({ trials, rate, alike }: Omit<Plan, 'tasks'>): boolean => trials >= 1 && rate >= 0 && rate <= 1 && alike >= 0 && alike <= 1

/**
 * Half of the 95 % interval of pass@1, clustered by task: z √(p(1−p) (ρ + (1−ρ)/n) / G). The design effect of Kish 1965,
 * Survey Sampling, section 5.4, with equal clusters; Miller 2024, arXiv:2411.00640, section 3. An estimate by the normal
 * distribution: rough for few tasks, and near 0 and 1. `not_a_plan` for what is none.
 */
export function halfWidth(plan: Plan): number | Refused<'not_a_plan'> {
  return plan.tasks >= 1 && sound(plan) ? Z95 * Math.sqrt(ofTask(plan) / plan.tasks) : refused('not_a_plan')
}

/** The fewest tasks for which the half-width is at most `half`; `not_a_plan` for bad input. */
export function tasksFor(half: number, plan: Omit<Plan, 'tasks'>): number | Refused<'not_a_plan'> {
  if (!(half > 0) || !sound(plan)) return refused('not_a_plan')
  // A hair less, so that a whole number is not missed by the last digit.
  return Math.max(1, Math.ceil(ofTask(plan) * (Z95 / half) ** 2 - 1e-9))
}

/**
 * The share of variance that lies between tasks in a run of counts: the one-way analysis of variance estimator,
 * (MSB − MSW) / (MSB + (n₀ − 1) MSW), cut to 0 … 1. Fleiss, Levin, Paik 2003, Statistical Methods for Rates and
 * Proportions, section 15.2. `unknown` where no task has two trials, or nothing varies.
 */
export function alikeness(tasks: readonly { passed: number; scored: number }[]): number | Refused<'unknown'> {
  const counted = tasks.filter(({ scored }) => scored > 0)
  const n = counted.reduce((sum, { scored }) => sum + scored, 0)
  const groups = counted.length
  if (groups < 2 || n <= groups) return refused('unknown')
  const mean = counted.reduce((sum, { passed }) => sum + passed, 0) / n
  const between = counted.reduce((sum, { passed, scored }) => sum + scored * (passed / scored - mean) ** 2, 0) / (groups - 1)
  const within = counted.reduce((sum, { passed, scored }) => sum + (passed * (scored - passed)) / scored, 0) / (n - groups)
  const typical = (n - counted.reduce((sum, { scored }) => sum + scored ** 2, 0) / n) / (groups - 1)
  const all = between + (typical - 1) * within
  return all === 0 ? refused('unknown') : Math.min(1, Math.max(0, (between - within) / all))
}
