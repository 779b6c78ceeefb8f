// Wilson's interval of a proportion.
import { isPart } from './counts'
import { refused, Z95, type Interval, type Refused } from './interval'

/**
 * Wilson's score interval of `passed` in `n`, 95 % unless another normal quantile `z` is given:
 * (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). Wilson 1927, J. Am. Stat. Assoc. 22, 209.
 * Nothing passed or everything: the end is exactly 0 or 1. `no_trials` for 0 of 0; `not_counts` for what is no part of n.
 */
export function wilson(passed: number, n: number, z = Z95): Interval | Refused<'no_trials' | 'not_counts'> {
  if (!isPart(passed, n)) return refused('not_counts')
  if (n === 0) return refused('no_trials')
  const p = passed / n
  const centre = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: passed === 0 ? 0 : (centre - half) / scale, high: passed === n ? 1 : (centre + half) / scale }
}
