// Replaying a whole run: an agent against the records of its trials, one after the other, and where it left them.
import { attemptKey, counting } from '../core/run/slot'
import type { TrialSummary } from '../core/run/store'
import type { RunHead, TerminalState, Trial } from '../core/trial/record'
import { sentence } from './library.svelte'
import { openedOf } from './openTrial'
import type { Replayer } from './replaying'
import type { Services } from './services'

export interface Diverged {
  trial: Pick<Trial, 'world' | 'task' | 'index' | 'attempt'>
  /** The step of the record from which on the calls were others. */
  step: number
  says: string
}

/** What was replayed, and who did it. */
export interface ReplayWork {
  who: string
  replay: Replayer
  forbids?: () => string | null
  spent?: () => number | null
  /** The run that keeps the replays; null where they are kept nowhere. */
  kept?: () => string | null
}

export class ReplayingRun {
  readonly head: RunHead
  /** How many trials count: of each slot the last attempt. */
  readonly planned: number
  readonly #wanted: ReadonlySet<string>
  readonly #store: Services['store']
  #phase = $state<'idle' | 'running' | 'done' | 'stopped' | 'failed'>('idle')
  #who = $state('')
  #done = $state(0)
  #idle = $state(0)
  #states = $state.raw<Partial<Record<TerminalState, number>>>({})
  #diverged = $state.raw<readonly Diverged[]>([])
  #trouble = $state('')
  #spent = $state<number | null>(null)
  #kept = $state<string | null>(null)
  #abort = new AbortController()

  constructor(store: Services['store'], head: RunHead, summaries: readonly TrialSummary[]) {
    this.#store = store
    this.head = head
    const counted = counting(summaries)
    this.planned = counted.length
    this.#wanted = new Set(counted.map(attemptKey))
  }

  get phase(): 'idle' | 'running' | 'done' | 'stopped' | 'failed' { return this.#phase }
  get who(): string { return this.#who }
  /** Trials that have been replayed, or in which the agent has nothing to do. */
  get done(): number { return this.#done }
  /** Trials in whose task the agent has nothing to do. */
  get idle(): number { return this.#idle }
  /** State → how many replays ended in it; diverged ones are invalid. */
  get states(): Partial<Record<TerminalState, number>> { return this.#states }
  get diverged(): readonly Diverged[] { return this.#diverged }
  /** Why it ended early, as a sentence. */
  get trouble(): string { return this.#trouble }
  /** Nanodollars; null where nothing is paid, or no price is known. */
  get spent(): number | null { return this.#spent }

  /** The run that keeps the replays; null where they are kept nowhere. */
  get kept(): string | null { return this.#kept }

  /** Replays every trial that counts; a second call while it runs does nothing. `prepare` makes the agent ready, and may throw a sentence. */
  async run(prepare: (signal: AbortSignal) => Promise<ReplayWork>): Promise<void> {
    if (this.#phase === 'running') return
    this.#abort = new AbortController()
    this.#phase = 'running'
    this.#done = 0
    this.#idle = 0
    this.#states = {}
    this.#diverged = []
    this.#trouble = ''
    this.#spent = null
    this.#kept = null
    const { signal } = this.#abort
    try {
      const work = await prepare(signal)
      this.#who = work.who
      for await (const trials of this.#store.trials(this.head.id)) {
        for (const trial of trials.filter((one) => this.#wanted.has(attemptKey(one)))) {
          const forbidden = work.forbids?.() ?? null
          if (forbidden !== null) throw new Error(forbidden)
          if (signal.aborted) break
          await this.#one(work, trial, signal)
        }
        if (signal.aborted) break
      }
      this.#phase = signal.aborted ? 'stopped' : 'done'
    } catch (error) {
      this.#trouble = sentence(error)
      this.#phase = signal.aborted ? 'stopped' : 'failed'
    }
  }

  async #one(work: ReplayWork, trial: Trial, signal: AbortSignal): Promise<void> {
    const opened = openedOf(this.head, trial)
    if (opened.found !== true) throw new Error(`The run does not hold the task ${trial.world}/${trial.task}, so nothing can be replayed.`)
    const replayed = await work.replay(opened)
    this.#spent = work.spent?.() ?? null
    this.#kept = work.kept?.() ?? null
    // What the stop cut off was not replayed.
    if (signal.aborted && replayed?.trial.state === 'cancelled') return
    this.#done += 1
    if (!replayed) {
      this.#idle += 1
      return
    }
    const { state, episode } = replayed.trial
    this.#states = { ...this.#states, [state]: (this.#states[state] ?? 0) + 1 }
    const { world, task, index, attempt } = trial
    if (replayed.step !== undefined) this.#diverged = [...this.#diverged, { trial: { world, task, index, attempt }, step: replayed.step, says: episode.termination.detail ?? '' }]
  }

  stop(): void {
    this.#abort.abort(new Error('cancelled'))
  }
}
