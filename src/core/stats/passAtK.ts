// pass@k: the chance that at least one of k trials of a task passes.
import { passHatK } from './passHatK'

/**
 * 1 − C(n − c, k) / C(n, k) for k = 1 … n: the share of all choices of k of a task's n trials that hold a pass. Entry
 * k − 1 is k's. Empty where n is 0; nothing is extrapolated above n. Chen et al. 2021 (HumanEval), section 2.1.
 */
export function passAtK(passed: number, n: number): Float64Array {
  return passHatK(n - passed, n).map((allFail) => 1 - allFail)
}
