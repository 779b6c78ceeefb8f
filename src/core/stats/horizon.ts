// Time horizon: how long a task, in human minutes, may be for an agent to still succeed at a given rate.
import { refused, type Interval, type Refused } from './interval'
import { logisticLine, type Line } from './logistic'
import { quantile } from './quantile'
import { pick, seeded } from './random'

export interface TimedTask {
  /** What a competent human needs. */
  minutes: number
  passed: number
  scored: number
}

export interface HorizonPoint {
  /** The success rate asked for. */
  rate: number
  /** `far` where it lies so far outside of the tasks' own that it would be nothing but the line. */
  minutes: number | Refused<'far'>
  /** Percentile bootstrap over tasks; `unstable` where more than a twentieth of the draws had no falling line. */
  interval: Interval | Refused<'unstable'>
  /** Whether the minutes lie outside of those of the tasks. */
  extrapolated: boolean
}

export interface Horizon {
  line: Line
  tasks: number
  shortest: number
  longest: number
  points: HorizonPoint[]
}

export type NoHorizon = Refused<'no_trials' | 'span' | 'all_pass' | 'all_fail' | 'separated' | 'not_falling' | 'not_minutes'>

const RATES = [0.5, 0.8, 0.95]
/** Below this ratio of the longest to the shortest task, the line would be a guess. */
const SPAN = 4
/** How many times below the shortest or above the longest task a point is still told. */
export const FAR = 4

/**
 * Fits success on log₂(minutes) and reads off where 50, 80 and 95 % succeed: 2^((logit(rate) − intercept)/slope).
 * Kwa et al. 2025, "Measuring AI Ability to Complete Long Tasks", arXiv:2503.14499, section 3; without their weights and
 * penalty. Refused: `span` where tasks span less than a factor of 4; `separated` where some length parts all passes from
 * all failures; `not_falling` where longer tasks succeed no less often. 2,000 resamples.
 */
export function horizon(tasks: readonly TimedTask[], { seed = 1, resamples = 2_000 }: { seed?: number; resamples?: number } = {}): Horizon | NoHorizon {
  if (tasks.some(({ minutes }) => !(minutes > 0) || minutes === Infinity)) return refused('not_minutes')
  const groups = tasks.filter(({ scored }) => scored > 0).map(({ minutes, passed, scored }) => ({ x: Math.log2(minutes), minutes, passed, scored }))
  if (groups.length === 0) return refused('no_trials')
  const [shortest, longest] = [Math.min(...groups.map(({ minutes }) => minutes)), Math.max(...groups.map(({ minutes }) => minutes))]
  if (longest / shortest < SPAN) return refused('span')
  if (groups.every(({ passed, scored }) => passed === scored)) return refused('all_pass')
  if (groups.every(({ passed }) => passed === 0)) return refused('all_fail')
  const line = logisticLine(groups)
  if (line === null) return refused('separated')
  if (line.slope >= 0) return refused('not_falling')
  const drawn = RATES.map((): number[] => [])
  const random = seeded(seed)
  for (let b = 0; b < resamples; b += 1) {
    const again = logisticLine(Array.from(groups, () => groups[pick(random, groups.length)] ?? groups[0] as typeof groups[number]))
    if (again === null || again.slope >= 0) continue
    RATES.forEach((rate, i) => drawn[i]?.push(minutesAt(again, rate)))
  }
  return {
    line, tasks: groups.length, shortest, longest,
    points: RATES.map((rate, i) => {
      const minutes = minutesAt(line, rate)
      return { rate, minutes: minutes < shortest / FAR || minutes > longest * FAR ? refused('far') : minutes, interval: intervalOf(drawn[i] ?? [], resamples), extrapolated: minutes < shortest || minutes > longest }
    }),
  }
}

const minutesAt = ({ intercept, slope }: Line, rate: number): number => 2 ** ((Math.log(rate / (1 - rate)) - intercept) / slope)

function intervalOf(values: number[], resamples: number): Interval | Refused<'unstable'> {
  const sorted = Float64Array.from(values).sort()
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)]
  return low === null || high === null || values.length < 0.95 * resamples ? refused('unstable') : { low, high }
}
