// Intervals, and figures that cannot be given: the reason stands in the figure's place, never NaN and never 0.

/** Both ends belong to it. */
export interface Interval {
  low: number
  high: number
}

/** Stands where a figure cannot be given, and says why. */
export interface Refused<Reason extends string = string> {
  refused: Reason
}

export const refused = <Reason extends string>(reason: Reason): Refused<Reason> => ({ refused: reason })

/** Whether a figure could be given. */
export const given = <T>(figure: T | Refused): figure is T => !(typeof figure === 'object' && figure !== null && 'refused' in figure)

/** The part of an interval that a probability can take. */
export const withinUnit = ({ low, high }: Interval): Interval => ({ low: Math.max(0, low), high: Math.min(1, high) })

/** The 0.975 quantile of the standard normal distribution. R: qnorm(0.975). */
export const Z95 = 1.959963984540054
