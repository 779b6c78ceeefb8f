// The scheduler: which trial runs next, how many at once, and what stops them. It spends nothing that it cannot keep.
import type { Trial } from '../trial/record'
import type { Slot } from './store'

/** A trial to be played: its slot, and which attempt at it this is. */
export interface PlannedTrial extends Slot {
  attempt: number
}

/** Cancels what is running; an AbortController, handed in. */
export interface Canceller {
  readonly signal: { readonly aborted: boolean; readonly reason?: unknown }
  abort(reason?: unknown): void
}

export interface SchedulerPorts {
  /** Plays one trial. Throws only for what is not the trial's own fault. */
  play(planned: PlannedTrial, canceller: Canceller): Promise<Trial>
  /** Keeps a finished trial durably. Throws a sentence where it cannot. */
  keep(trial: Trial): Promise<void>
  canceller(): Canceller
  /** Why no further trial may begin (a budget is used up), as a sentence; null where one may. */
  forbids(): string | null
  /** Told whenever something has changed. */
  changed(): void
}

export type SchedulerPhase =
  | 'idle'
  | 'running'
  /** No new trial begins; those that run come to their end. */
  | 'pausing'
  | 'paused'
  /** Ended by the person. */
  | 'stopped'
  /** Everything planned was played. */
  | 'done'
  /** Ended because a trial could not be kept, or a budget is used up, or something broke. */
  | 'halted'

/** Plays planned trials, at most `concurrency` at once; a finished one is kept before the next begins in its place. */
export class Scheduler {
  readonly #ports: SchedulerPorts
  readonly #concurrency: number
  readonly #waiting: PlannedTrial[]
  readonly #running = new Map<PlannedTrial, Canceller>()
  readonly #unkept: Trial[] = []
  #phase: SchedulerPhase = 'idle'
  #reason = ''
  #kept = 0
  #settled: (() => void)[] = []

  constructor(planned: readonly PlannedTrial[], concurrency: number, ports: SchedulerPorts) {
    if (!Number.isInteger(concurrency) || concurrency < 1) throw new RangeError(`concurrency must be a whole number of 1 or more; it was ${concurrency}`)
    this.#waiting = [...planned]
    this.#concurrency = concurrency
    this.#ports = ports
  }

  get phase(): SchedulerPhase { return this.#phase }
  /** Why it halted, as a sentence; '' where it did not. */
  get reason(): string { return this.#reason }
  /** Trials kept since it was made. */
  get kept(): number { return this.#kept }
  get waiting(): readonly PlannedTrial[] { return this.#waiting }
  get running(): readonly PlannedTrial[] { return [...this.#running.keys()] }
  /** Finished trials that could not be kept: to be exported before the page is closed. */
  get unkept(): readonly Trial[] { return this.#unkept }

  /** Begins, or goes on after a pause. */
  start(): void {
    if (this.#phase !== 'idle' && this.#phase !== 'paused' && this.#phase !== 'pausing') return
    this.#phase = 'running'
    this.#fill()
    this.#ports.changed()
  }

  pause(): void {
    if (this.#phase !== 'running') return
    this.#phase = this.#running.size > 0 ? 'pausing' : 'paused'
    this.#ports.changed()
  }

  /** Ends everything at once: what runs is cancelled and not kept, so that resuming plays it again. */
  stop(): void {
    if (this.#phase === 'done' || this.#phase === 'stopped') return
    this.#end('stopped', '')
  }

  /** Tries once more to keep what could not be kept; where that fails again, `reason` says why and the rest still waits. */
  async keepAgain(): Promise<void> {
    while (this.#unkept[0]) {
      try {
        await this.#ports.keep(this.#unkept[0])
      } catch (error) {
        this.#reason = unkeptSays(error)
        this.#ports.changed()
        return
      }
      this.#unkept.shift()
      this.#kept += 1
    }
    this.#reason = 'What could not be saved at first is saved now.'
    this.#ports.changed()
  }

  /** Resolves when nothing runs any more and nothing will. */
  settled(): Promise<void> {
    if (this.#isOver() && this.#running.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#settled.push(resolve))
  }

  #isOver(): boolean { return this.#phase === 'done' || this.#phase === 'stopped' || this.#phase === 'halted' }

  #end(phase: 'stopped' | 'halted', reason: string): void {
    this.#phase = phase
    this.#reason = reason
    for (const canceller of this.#running.values()) canceller.abort(new Error('cancelled'))
    this.#ports.changed()
    this.#tellSettled()
  }

  #tellSettled(): void {
    if (!this.#isOver() || this.#running.size > 0) return
    for (const tell of this.#settled.splice(0)) tell()
  }

  #fill(): void {
    while (this.#phase === 'running' && this.#running.size < this.#concurrency && this.#waiting.length > 0) {
      const forbidden = this.#ports.forbids()
      if (forbidden !== null) {
        // What runs may come to its end: it was begun within the budget.
        if (this.#running.size === 0) this.#end('halted', forbidden)
        return
      }
      const planned = this.#waiting.shift()
      if (planned) void this.#play(planned)
    }
    if (this.#phase === 'pausing' && this.#running.size === 0) this.#phase = 'paused'
    if (this.#phase === 'running' && this.#running.size === 0 && this.#waiting.length === 0) this.#phase = 'done'
    this.#tellSettled()
  }

  async #play(planned: PlannedTrial): Promise<void> {
    const canceller = this.#ports.canceller()
    this.#running.set(planned, canceller)
    this.#ports.changed()
    try {
      const trial = await this.#ports.play(planned, canceller)
      if (canceller.signal.aborted && trial.state === 'cancelled') this.#waiting.unshift(planned)
      else await this.#keep(trial)
    } catch (error) {
      this.#waiting.unshift(planned)
      if (!this.#isOver()) this.#end('halted', error instanceof Error ? error.message : String(error))
    } finally {
      this.#running.delete(planned)
      this.#fill()
      this.#ports.changed()
    }
  }

  async #keep(trial: Trial): Promise<void> {
    try {
      await this.#ports.keep(trial)
      this.#kept += 1
    } catch (error) {
      this.#unkept.push(trial)
      if (this.#phase !== 'halted') this.#end('halted', unkeptSays(error))
    }
  }
}

const unkeptSays = (error: unknown): string => `A finished trial could not be saved: ${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}.`
