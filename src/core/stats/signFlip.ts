// The sign-flip permutation test of paired differences.
import { seeded } from './random'

export interface SignFlip {
  /** Two-sided. 1 where every difference is 0 or there is none. */
  p: number
  exact: boolean
  /** Pairs that differ; the others say nothing about the direction. */
  differing: number
}

/** Up to this many differing pairs every one of the 2^m sign patterns is counted. */
const EXACT = 20
const RANDOM = 100_000
/** Sums of rates that are equal on paper may differ in their last bits. */
const SLACK = 1e-9

/**
 * The chance of a mean at least this far from 0 were each difference's sign a coin's. Exact for up to 20 differing
 * pairs, else (1 + hits) / (1 + 100,000) over random signs (Phipson & Smyth 2010). Fisher 1935, The Design of Experiments, section 21.
 */
export function signFlip(differences: readonly number[], seed = 1): SignFlip {
  const sizes = differences.filter((one) => one !== 0).map(Math.abs)
  const observed = Math.abs(differences.reduce((sum, one) => sum + one, 0)) - SLACK
  const differing = sizes.length
  if (differing === 0) return { p: 1, exact: true, differing }
  return differing <= EXACT ? { p: exactP(sizes, observed), exact: true, differing } : { p: randomP(sizes, observed, seed), exact: false, differing }
}

function exactP(sizes: readonly number[], observed: number): number {
  // Gray code: each pattern differs from the one before in a single sign.
  const patterns = 2 ** sizes.length
  const signs = new Int8Array(sizes.length).fill(1)
  let sum = sizes.reduce((total, one) => total + one, 0)
  let hits = 1
  for (let i = 1; i < patterns; i += 1) {
    const flipped = 31 - Math.clz32(i & -i)
    const sign = -(signs[flipped] ?? 1)
    signs[flipped] = sign
    sum += 2 * sign * (sizes[flipped] ?? 0)
    if (Math.abs(sum) >= observed) hits += 1
  }
  return hits / patterns
}

function randomP(sizes: readonly number[], observed: number, seed: number): number {
  const random = seeded(seed)
  const values = Float64Array.from(sizes)
  let hits = 0
  for (let b = 0; b < RANDOM; b += 1) {
    let sum = 0
    let bits = 0
    for (let i = 0; i < values.length; i += 1) {
      if ((i & 31) === 0) bits = random.next()
      const size = values[i] ?? 0
      sum += bits & 1 ? size : -size
      bits >>>= 1
    }
    if (Math.abs(sum) >= observed) hits += 1
  }
  return (1 + hits) / (1 + RANDOM)
}
