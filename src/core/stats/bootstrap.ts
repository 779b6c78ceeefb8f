// The percentile bootstrap over tasks.
import type { Interval } from './interval'
import { quantile } from './quantile'
import { seeded } from './random'

export interface BootstrapOptions {
  /** 10,000 unless told. */
  resamples?: number
  seed?: number
  /** Probability inside, 0.95 unless told. */
  level?: number
}

export const RESAMPLES = 10_000

/**
 * The interval of each column's mean when the tasks, and not the trials, are drawn again with replacement; each column
 * has one number a task, and all are read from the same draws. Percentile method: Efron 1979, Ann. Stat. 7, 1.
 * `null` in place of every interval where there are no tasks or only one: a single task drawn again is itself.
 */
export function bootstrapMeans(columns: readonly ArrayLike<number>[], options: BootstrapOptions = {}): (Interval | null)[] {
  const { resamples = RESAMPLES, seed = 1, level = 0.95 } = options
  const tasks = columns[0]?.length ?? 0
  if (tasks < 2) return columns.map(() => null)
  const means = columns.length === 1 && columns[0] ? [meansOfOne(Float64Array.from(columns[0]), resamples, seed)] : meansOfMany(columns, tasks, resamples, seed)
  return means.map((values) => {
    values.sort()
    return { low: quantile(values, (1 - level) / 2) ?? 0, high: quantile(values, (1 + level) / 2) ?? 0 }
  })
}

function meansOfOne(values: Float64Array, resamples: number, seed: number): Float64Array {
  const random = seeded(seed)
  const means = new Float64Array(resamples)
  const tasks = values.length
  for (let b = 0; b < resamples; b += 1) {
    let sum = 0
    for (let i = 0; i < tasks; i += 1) sum += values[((random.next() >>> 0) * tasks / 4294967296) | 0] ?? 0
    means[b] = sum / tasks
  }
  return means
}

function meansOfMany(columns: readonly ArrayLike<number>[], tasks: number, resamples: number, seed: number): Float64Array[] {
  const random = seeded(seed)
  const width = columns.length
  const rows = new Float64Array(tasks * width)
  columns.forEach((column, at) => { for (let t = 0; t < tasks; t += 1) rows[t * width + at] = column[t] ?? 0 })
  const means = columns.map(() => new Float64Array(resamples))
  const sums = new Float64Array(width)
  for (let b = 0; b < resamples; b += 1) {
    sums.fill(0)
    for (let i = 0; i < tasks; i += 1) {
      const from = (((random.next() >>> 0) * tasks / 4294967296) | 0) * width
      for (let at = 0; at < width; at += 1) sums[at] = (sums[at] ?? 0) + (rows[from + at] ?? 0)
    }
    for (let at = 0; at < width; at += 1) (means[at] as Float64Array)[b] = (sums[at] ?? 0) / tasks
  }
  return means
}
