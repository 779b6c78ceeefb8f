// Attrition: from the trials that were planned to those that are scored, with what was lost on the way, by kind.
import type { TerminalState } from '../trial/record'

export type Unscored = Exclude<TerminalState, 'pass' | 'fail'>

export interface Flow {
  planned: number
  /** Slots with at least one attempt. */
  started: number
  /** Episodes that came to their own end. */
  finished: number
  scored: number
  passed: number
  failed: number
  /** Planned and never started. */
  absent: number
  /** Unscored trials by kind, the most frequent first. */
  attrition: { state: Unscored; count: number }[]
  /** Attempts beyond the first, and attempts by way of practice: neither counts. */
  retries: number
  practice: number
}

/** Episodes that ended as they should and yet are not scored. */
const FINISHED: ReadonlySet<TerminalState> = new Set(['pass', 'fail', 'inconclusive', 'grader_error'])

/** Whether a trial has a score. */
export const isScored = (state: TerminalState): state is 'pass' | 'fail' => state === 'pass' || state === 'fail'

/** Collects one task's trials, or those of many. */
export class FlowCount {
  planned = 0
  retries = 0
  practice = 0
  readonly states = new Map<TerminalState, number>()

  add(state: TerminalState, count = 1): void {
    this.states.set(state, (this.states.get(state) ?? 0) + count)
  }

  addAll(other: FlowCount): void {
    this.planned += other.planned
    this.retries += other.retries
    this.practice += other.practice
    for (const [state, count] of other.states) this.add(state, count)
  }

  /** What it adds up to; more trials than planned count as planned. */
  flow(): Flow {
    let [started, finished] = [0, 0]
    for (const [state, count] of this.states) {
      started += count
      if (FINISHED.has(state)) finished += count
    }
    const [passed, failed] = [this.states.get('pass') ?? 0, this.states.get('fail') ?? 0]
    const planned = Math.max(this.planned, started)
    const attrition = [...this.states].flatMap(([state, count]) => (isScored(state) || count === 0 ? [] : [{ state, count }])).sort((a, b) => b.count - a.count)
    return { planned, started, finished, scored: passed + failed, passed, failed, absent: planned - started, attrition, retries: this.retries, practice: this.practice }
  }
}
