// Quantiles of a list of numbers.

/**
 * The quantile `p` (0 … 1) of values in ascending order, linear between neighbours: Hyndman & Fan's type 7, the default
 * of R and NumPy. `null` for no values.
 */
export function quantile(sorted: ArrayLike<number>, p: number): number | null {
  if (sorted.length === 0) return null
  const place = (sorted.length - 1) * p
  const at = Math.floor(place)
  const low = sorted[at] ?? 0
  const high = sorted[Math.min(at + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (place - at)
}

/** The middle of a list, in any order; `null` for none. */
export const median = (values: ArrayLike<number>): number | null => quantile(Float64Array.from(values).sort(), 0.5)
