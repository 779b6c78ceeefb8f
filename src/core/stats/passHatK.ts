// pass^k: the chance that all of k trials of a task pass.

/**
 * C(c, k) / C(n, k) for k = 1 … n: the share of all choices of k of a task's n trials that hold passes only. Entry k − 1
 * is k's. By the recurrence v₁ = c/n, vₖ₊₁ = vₖ (c − k)/(n − k), which neither overflows nor cancels.
 * Empty where n is 0: for k above n there is no such figure, and none is made up. Yao et al. 2024 (τ-bench), section 3.
 */
export function passHatK(passed: number, n: number): Float64Array {
  const values = new Float64Array(n)
  let value = 1
  for (let k = 0; k < n; k += 1) {
    value *= Math.max(0, passed - k) / (n - k)
    values[k] = value
  }
  return values
}
