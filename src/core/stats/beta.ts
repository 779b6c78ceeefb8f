// The regularised incomplete beta function and its inverse.

const LANCZOS = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7]

/** ln Γ(x) for x ≥ 0.5, by Lanczos' approximation (g = 7, 9 terms; Godfrey 2001), to about 15 digits. */
export function logGamma(x: number): number {
  const z = x - 1
  const sum = LANCZOS.reduce((total, term, i) => (i === 0 ? term : total + term / (z + i)), 0)
  const t = z + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum)
}

/**
 * I_x(a, b) for a, b ≥ 0.5 and 0 ≤ x ≤ 1: the probability that a Beta(a, b) variable is at most x.
 * By the continued fraction DLMF 8.17.22, on the side where it converges fast.
 */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  return front * fraction(a, b, x)
}

/** 1 / (1 + d₁/(1 + d₂/(1 + …))), evaluated by Lentz's method. */
function fraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny)
  let value = d
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d, tiny)
    c = nonZero(1 + even / c, tiny)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d, tiny)
    c = nonZero(1 + odd / c, tiny)
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return value
}

const nonZero = (value: number, tiny: number): number => (Math.abs(value) < tiny ? tiny : value)

/** The x with I_x(a, b) = p, by bisection to the last bit. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (incompleteBeta(a, b, middle) < p) low = middle
    else high = middle
  }
}
