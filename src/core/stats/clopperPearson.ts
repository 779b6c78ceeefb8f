// The exact interval of a proportion, and what no failure at all can show.
import { betaQuantile } from './beta'
import { isPart } from './counts'
import { refused, type Interval, type Refused } from './interval'

/**
 * The Clopper–Pearson interval of `passed` in `n`: the rates that neither one-sided binomial test rejects at (1 − level)/2,
 * as beta quantiles. Never covers less than `level`. Clopper & Pearson 1934, Biometrika 26, 404.
 * `no_trials` for 0 of 0; `not_counts` for what is no part of n.
 */
export function clopperPearson(passed: number, n: number, level = 0.95): Interval | Refused<'no_trials' | 'not_counts'> {
  if (!isPart(passed, n)) return refused('not_counts')
  if (n === 0) return refused('no_trials')
  const tail = (1 - level) / 2
  return {
    low: passed === 0 ? 0 : betaQuantile(tail, passed, n - passed + 1),
    high: passed === n ? 1 : betaQuantile(1 - tail, passed + 1, n - passed),
  }
}

/**
 * No failure in `n` trials: the failure rate is at most this, at 95 % one-sided: 1 − 0.05^(1/n), which is about 3/n
 * ("rule of three", Hanley & Lippman-Hand 1983, JAMA 249, 1743). `no_trials` where there were none.
 */
export function zeroFailureBound(n: number): number | Refused<'no_trials' | 'not_counts'> {
  if (!isPart(0, n)) return refused('not_counts')
  return n === 0 ? refused('no_trials') : -Math.expm1(Math.log(0.05) / n)
}
