// The time horizon in sentences, or why there is none.
import { FAR, type Horizon, type NoHorizon } from '../stats/horizon'
import { given } from '../stats/interval'
import { percent } from './words'

const WHY_NOT = {
  no_trials: '', not_minutes: '', span: 'the tasks span less than a factor of 4', all_pass: 'every trial passed', all_fail: 'every trial failed',
  separated: 'some length parts all passes from all failures', not_falling: 'longer tasks succeed no less often',
} as const

const minutes = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en')

/** "50 % succeed at 12 minutes of a person's time (6–31)", a rate each; none where no trial or no time is known. */
export function horizonText(horizon: Horizon | NoHorizon): string[] {
  if (!given(horizon)) return WHY_NOT[horizon.refused] === '' ? [] : [`not given: ${WHY_NOT[horizon.refused]}`]
  const own = `${minutes(horizon.shortest)} to ${minutes(horizon.longest)}`
  return horizon.points.map(({ rate, minutes: at, interval, extrapolated }) => {
    if (!given(at)) return `${percent(rate)} succeed: not given, it would lie more than ${FAR} times beyond the tasks' own ${own} minutes`
    const range = given(interval) ? ` (${minutes(interval.low)}–${minutes(interval.high)})` : ' (no interval: tasks drawn again often give no falling line)'
    return `${percent(rate)} succeed at ${minutes(at)} minutes of a person's time${range}${extrapolated ? `, beyond the tasks' own ${own}` : ''}`
  })
}
