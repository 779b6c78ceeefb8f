// What the statistics read of a task: whole numbers, and nothing else.

export interface TaskCounts {
  /** Trials that were planned. */
  planned: number
  /** Trials that passed or failed. */
  scored: number
  passed: number
}

/** Whether these are counts of one task at all: whole, and passed ≤ scored ≤ planned. */
export const areCounts = ({ planned, scored, passed }: TaskCounts): boolean => isPart(passed, scored) && isPart(scored, planned)

/** Whether `part` of `whole` makes sense: whole numbers, 0 ≤ part ≤ whole. */
export const isPart = (part: number, whole: number): boolean => Number.isSafeInteger(part) && Number.isSafeInteger(whole) && part >= 0 && part <= whole
