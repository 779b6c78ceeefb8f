// Reliability curves: pass^k and pass@k of a whole suite for every k, with what missing trials do to them.
import { bootstrapMeans, type BootstrapOptions } from './bootstrap'
import { areCounts, type TaskCounts } from './counts'
import { given, type Interval } from './interval'
import { passAtK } from './passAtK'
import { passHatK } from './passHatK'
import { wilson } from './wilson'

/** What becomes of trials that were planned and not scored: they are left out, or they count as failed, or both ends are shown. */
export type Attrition = 'drop' | 'failed' | 'bounds'

export type KFigure =
  /** `by` is how the interval was made; without one it was not asked for, or the tasks do not tell. */
  | { k: number; value: number; interval?: Interval; by?: 'bootstrap' | 'wilson' }
  /** All unscored trials failed … all of them passed; the interval reaches from the low end's lower to the high end's upper limit. */
  | { k: number; low: number; high: number; interval?: Interval; by?: 'bootstrap' | 'wilson' }
  /** No such figure: these tasks (positions) planned fewer than k trials, or have fewer than k scored ones. */
  | { k: number; refused: 'beyond_plan' | 'too_few_scored'; tasks: number[] }

export interface CurveOptions extends BootstrapOptions {
  /** The k that get an interval; all of them unless told. */
  intervals?: ReadonlySet<number>
}

/** A task's values for k = 1, 2, …, as far as its trials reach. */
type PerTask = (passed: number, n: number) => Float64Array
const OF: Record<'hat' | 'at', PerTask> = { hat: passHatK, at: passAtK }

/**
 * The mean over tasks of pass^k (`hat`) or pass@k (`at`) for each k from 1 to the most trials that a task planned.
 * Its interval is the percentile bootstrap over tasks; where each task counts as 0 or 1 (as all do where k is their number
 * of trials) it is Wilson's over tasks; where all count alike, else, their spread says nothing and there is none. Tasks without planned trials take no part; without tasks the curve is empty.
 * `null` where the counts are no counts.
 */
export function reliability(kind: 'hat' | 'at', tasks: readonly TaskCounts[], attrition: Attrition, options: CurveOptions = {}): KFigure[] | null {
  if (!tasks.every(areCounts)) return null
  const places = tasks.flatMap(({ planned }, place) => (planned > 0 ? [place] : []))
  const planned = places.map((place) => tasks[place] as TaskCounts)
  const most = planned.reduce((max, task) => Math.max(max, task.planned), 0)
  const value = OF[kind]
  const unscored = (task: TaskCounts) => task.planned - task.scored
  if (attrition !== 'bounds') {
    const side = new Side(planned.map((task) => value(task.passed, attrition === 'drop' ? task.scored : task.planned)))
    const figures = side.figures(most, options)
    return figures.map((figure, i) => refusal(i + 1, tasks, places, attrition) ?? figure)
  }
  const low = new Side(planned.map((task) => value(task.passed, task.planned))).figures(most, options)
  const high = new Side(planned.map((task) => value(task.passed + unscored(task), task.planned))).figures(most, options)
  return low.map((lower, i) => {
    const refusedHere = refusal(i + 1, tasks, places, attrition)
    if (refusedHere) return refusedHere
    const upper = high[i] ?? lower
    const ends = lower.interval && upper.interval ? { interval: { low: lower.interval.low, high: upper.interval.high }, ...(lower.by ? { by: lower.by } : {}) } : {}
    return { k: lower.k, low: lower.value, high: upper.value, ...ends }
  })
}

function refusal(k: number, tasks: readonly TaskCounts[], places: readonly number[], attrition: Attrition): KFigure | null {
  const beyond = places.filter((place) => (tasks[place]?.planned ?? 0) < k)
  if (beyond.length > 0) return { k, refused: 'beyond_plan', tasks: beyond }
  if (attrition !== 'drop') return null
  const lacking = places.filter((place) => (tasks[place]?.scored ?? 0) < k)
  return lacking.length > 0 ? { k, refused: 'too_few_scored', tasks: lacking } : null
}

interface Point { k: number; value: number; interval?: Interval; by?: 'bootstrap' | 'wilson' }

/** One way to count the unscored. */
class Side {
  readonly #values: readonly Float64Array[]
  /** Every k up to here stands in every task. */
  readonly #reach: number

  constructor(values: readonly Float64Array[]) {
    this.#values = values
    this.#reach = values.reduce((least, { length }) => Math.min(least, length), Infinity)
  }

  #column(k: number): Float64Array {
    return Float64Array.from(this.#values, (ofTask) => ofTask[k - 1] ?? 0)
  }

  /** A point for each k up to `most`; what lies beyond the reach is refused by the caller. */
  figures(most: number, { intervals, ...bootstrap }: CurveOptions): Point[] {
    const points: Point[] = []
    for (let k = 1; k <= most; k += 1) {
      let sum = 0
      if (k <= this.#reach) for (const ofTask of this.#values) sum += ofTask[k - 1] ?? 0
      points.push({ k, value: sum / this.#values.length })
    }
    const wanted = points.filter(({ k }) => k <= this.#reach && (!intervals || intervals.has(k)))
    const drawn: { point: Point; column: Float64Array }[] = []
    for (const point of wanted) {
      const column = this.#column(point.k)
      if (column.every((one) => one === 0 || one === 1)) {
        const interval = wilson(column.reduce((sum, one) => sum + one, 0), column.length)
        if (given(interval) && column.length > 1) Object.assign(point, { interval, by: 'wilson' })
      } else if (column.some((one) => one !== column[0])) drawn.push({ point, column })
    }
    bootstrapMeans(drawn.map(({ column }) => column), bootstrap).forEach((interval, i) => {
      if (interval) Object.assign(drawn[i]?.point ?? {}, { interval, by: 'bootstrap' })
    })
    return points
  }
}
