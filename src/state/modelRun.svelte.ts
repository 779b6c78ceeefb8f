// A run by a model while this page plays it: what the grid, the clock and the purse show, and the buttons.
import type { Turn } from '../core/agent/episode'
import type { Wait } from '../adapters/anthropicModel/messagesModel'
import { modelMachine, type Machine, type MachineParts } from '../adapters/modelRun/machine'
import { encodeRun } from '../core/run/codec'
import { priceOf, type Price } from '../core/run/prices'
import type { PlannedTrial, SchedulerPhase } from '../core/run/scheduler'
import { slotKey } from '../core/run/slot'
import type { TrialSummary } from '../core/run/store'
import type { RunHead, Trial } from '../core/trial/record'

/** A trial in flight. */
export interface InFlight {
  planned: PlannedTrial
  /** Model turns so far. */
  steps: number
  wait: Wait | null
}

export interface Purse {
  calls: number
  /** Nanodollars known to be spent, and at most what else may have been. */
  spent: number
  uncertain: number
  unpriced: number
}

/** How a run stands, in a word. */
export const PHASE_WORDS: Record<SchedulerPhase, string> = { idle: 'Opening', running: 'Running', pausing: 'Pausing', paused: 'Paused', stopped: 'Stopped', done: 'Done', halted: 'Halted' }

/** Trials that must be in before the rest is guessed at. */
const ENOUGH = 3
const SECOND = 1000

export class ModelRun {
  readonly head: RunHead
  /** Trials that this page has to play. */
  readonly planned: number
  /** Whether another tab could be playing the same run: this browser has no locks to tell. */
  readonly unlocked: boolean
  readonly caps: MachineParts['caps']
  /** What the model costs where it is called; null where nobody has said. */
  readonly price: Price | null
  readonly #machine: Machine
  readonly #stopClock: () => void
  #phase = $state<SchedulerPhase>('idle')
  #reason = $state('')
  #summaries = $state.raw<TrialSummary[]>([])
  #flight = $state.raw<InFlight[]>([])
  #purse = $state.raw<Purse>({ calls: 0, spent: 0, uncertain: 0, unpriced: 0 })
  #unkept = $state.raw<readonly Trial[]>([])
  #exported = $state(false)
  #saving = $state(false)
  #kept = $state(0)
  #now = $state(Date.now())
  /** Milliseconds of running, without pauses, up to `since`. */
  #ran = 0
  #since: number | null = null
  #steps = new Map<string, number>()
  #waits = new Map<string, Wait>()
  #stale = false

  constructor(parts: MachineParts & { summaries: readonly TrialSummary[]; unlocked: boolean }) {
    this.head = parts.head
    this.planned = parts.planned.length
    this.unlocked = parts.unlocked
    this.caps = parts.caps
    this.price = priceOf(parts.prices, parts.settings.model, 0)
    this.#summaries = [...parts.summaries]
    this.#machine = modelMachine(parts, {
      changed: () => this.#later(),
      kept: (summary) => { this.#summaries = [...this.#summaries, summary]; this.#later() },
      turn: (planned, turns) => { this.#steps.set(slotKey(planned), turns.filter(isAgent).length); this.#later() },
      wait: (planned, wait) => {
        if (wait) this.#waits.set(slotKey(planned), wait)
        else this.#waits.delete(slotKey(planned))
        this.#later()
      },
    })
    const timer = setInterval(() => this.#look(), SECOND)
    const leaving = (event: BeforeUnloadEvent) => { if (this.active || this.holds) event.preventDefault() }
    addEventListener('beforeunload', leaving)
    this.#stopClock = () => {
      clearInterval(timer)
      // What is not saved anywhere holds the page until it is.
      if (!this.holds) removeEventListener('beforeunload', leaving)
    }
  }

  get phase(): SchedulerPhase { return this.#phase }
  /** Why it halted, as a sentence. */
  get reason(): string { return this.#reason }
  get summaries(): readonly TrialSummary[] { return this.#summaries }
  get flight(): readonly InFlight[] { return this.#flight }
  get purse(): Purse { return this.#purse }
  get unkept(): readonly Trial[] { return this.#unkept }
  /** Whether there are finished trials that are neither kept nor exported. */
  get holds(): boolean { return this.#unkept.length > 0 && !this.#exported }
  get saving(): boolean { return this.#saving }
  /** Trials kept since this page took the run up. */
  get kept(): number { return this.#kept }
  get now(): number { return this.#now }
  /** Whether something is under way, or may be again without a reload. */
  get active(): boolean { return this.#phase === 'running' || this.#phase === 'pausing' || this.#phase === 'paused' }
  get over(): boolean { return this.#phase === 'done' || this.#phase === 'stopped' || this.#phase === 'halted' }

  /** How it stands, in a sentence or two. */
  get ending(): string {
    return `${PHASE_WORDS[this.#phase]}: ${this.#kept.toLocaleString('en')} of ${this.planned.toLocaleString('en')} trials kept.${this.#reason ? ` ${this.#reason}` : ''}`
  }

  /** Trials a minute, and milliseconds still to go; null before enough are in. */
  get pace(): { perMinute: number; left: number } | null {
    const ran = this.#ran + (this.#since === null ? 0 : this.#now - this.#since)
    if (this.#kept < ENOUGH || ran <= 0) return null
    return { perMinute: (this.#kept * 60 * SECOND) / ran, left: (ran / this.#kept) * (this.planned - this.#kept) }
  }

  start(): void {
    this.#machine.scheduler.start()
    this.#look()
  }

  pause(): void {
    this.#machine.scheduler.pause()
    this.#look()
  }

  /** Ends it at once: what is in flight is cancelled and is played again on resuming. */
  stop(): void {
    this.#machine.scheduler.stop()
    this.#look()
  }

  /** Resolves when nothing runs any more and nothing will. */
  settled(): Promise<void> {
    return this.#machine.scheduler.settled().then(() => { this.#look(); this.#stopClock() })
  }

  /** What could not be kept, as a run that can be imported. */
  async unkeptFile(): Promise<Blob> {
    const pieces: string[] = []
    for await (const piece of encodeRun(this.head, once([...this.#unkept]))) pieces.push(piece)
    this.#exported = true
    return new Blob(pieces, { type: 'application/json' })
  }

  /** Tries to save what could not be saved; where it fails again, `reason` says why. */
  async saveAgain(): Promise<void> {
    if (this.#saving || !this.over) return
    this.#saving = true
    await this.#machine.scheduler.keepAgain()
    this.#saving = false
    this.#look()
    if (!this.holds) this.#stopClock()
  }

  /** Many things happen within one turn of the page; it looks once. */
  #later(): void {
    if (this.#stale) return
    this.#stale = true
    queueMicrotask(() => this.#look())
  }

  #look(): void {
    this.#stale = false
    this.#now = Date.now()
    const { scheduler, budget } = this.#machine
    const running = scheduler.phase === 'running' || scheduler.phase === 'pausing'
    if (running && this.#since === null) this.#since = this.#now
    if (!running && this.#since !== null) {
      this.#ran += this.#now - this.#since
      this.#since = null
    }
    this.#phase = scheduler.phase
    this.#reason = scheduler.reason
    this.#kept = scheduler.kept
    this.#unkept = [...scheduler.unkept]
    this.#flight = scheduler.running.map((planned) => ({ planned, steps: this.#steps.get(slotKey(planned)) ?? 0, wait: this.#waits.get(slotKey(planned)) ?? null }))
    this.#purse = { calls: budget.calls, spent: budget.spent, uncertain: budget.uncertain, unpriced: budget.unpriced }
    const alive = new Set(scheduler.running.map(slotKey))
    for (const key of this.#steps.keys()) if (!alive.has(key)) this.#steps.delete(key)
  }
}

const isAgent = ({ role }: Turn): boolean => role === 'agent'

async function* once(trials: Trial[]): AsyncIterable<Trial[]> {
  yield trials
}
