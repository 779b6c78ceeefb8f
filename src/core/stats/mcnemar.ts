// McNemar's exact test, for pairs of single trials, and Holm's correction for many tests at once.
import { incompleteBeta } from './beta'

/**
 * Two-sided p where `onlyFirst` pairs passed only with the first and `onlySecond` only with the second: a binomial test
 * of a fair coin, 2·P(X ≤ the smaller), at most 1. 1 where no pair differs. McNemar 1947, Psychometrika 12, 153.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const [small, large] = [Math.min(onlyFirst, onlySecond), Math.max(onlyFirst, onlySecond)]
  if (small === large) return 1
  // P(X ≤ s) for X ~ Bin(n, ½) is I_½(n − s, s + 1).
  return Math.min(1, 2 * incompleteBeta(large, small + 1, 0.5))
}

/**
 * Each p adjusted so that the chance of even one false alarm among all of them stays what it is for one: by Holm's
 * step-down, in the order in which they came. Holm 1979, Scand. J. Stat. 6, 65. R: p.adjust(p, "holm").
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = new Array<number>(ps.length).fill(1)
  let least = 0
  ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p).forEach(({ p, at }, rank) => {
    least = Math.max(least, Math.min(1, (ps.length - rank) * p))
    adjusted[at] = least
  })
  return adjusted
}
