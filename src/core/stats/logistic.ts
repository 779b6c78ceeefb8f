// A logistic line through grouped successes.

export interface Group {
  x: number
  passed: number
  scored: number
}

export interface Line {
  intercept: number
  slope: number
}

/**
 * Maximum likelihood of logit P(pass) = intercept + slope·x by Newton's method (iteratively reweighted least squares,
 * McCullagh & Nelder 1989, section 4.4). `null` where there is none: all passed, all failed, one x only, or passes and
 * failures lie on two sides of some x, so that ever steeper lines fit ever better.
 */
export function logisticLine(groups: readonly Group[]): Line | null {
  if (separated(groups)) return null
  let line: Line = { intercept: 0, slope: 0 }
  for (let step = 0; step < 60; step += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0]
    for (const { x, passed, scored } of groups) {
      const p = 1 / (1 + Math.exp(-(line.intercept + line.slope * x)))
      const weight = scored * p * (1 - p)
      const left = passed - scored * p
      g0 += left
      g1 += left * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const determinant = h00 * h11 - h01 * h01
    if (!(determinant > 1e-12)) return null
    const [d0, d1] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    line = { intercept: line.intercept + d0, slope: line.slope + d1 }
    if (Math.abs(d0) + Math.abs(d1) < 1e-10) return line
  }
  return null
}

function separated(groups: readonly Group[]): boolean {
  let [lowestPass, highestPass, lowestFail, highestFail] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, passed, scored } of groups) {
    if (passed > 0) {
      lowestPass = Math.min(lowestPass, x)
      highestPass = Math.max(highestPass, x)
    }
    if (passed < scored) {
      lowestFail = Math.min(lowestFail, x)
      highestFail = Math.max(highestFail, x)
    }
  }
  return highestPass <= lowestFail || lowestPass >= highestFail
}
