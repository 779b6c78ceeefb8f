// Failed trials that were kept before there were rules: read from the store and looked at, for as long as the page shows them.
import { attemptKey } from '../core/run/slot'
import type { RunStore, TrialSummary } from '../core/run/store'
import type { Failure } from '../core/trial/failures/category'
import { lookAt } from '../core/trial/failures/failures'
import type { RunHead } from '../core/trial/record'
import { sentence } from './library.svelte'

export class LookingAt {
  readonly #store: RunStore
  readonly #head: RunHead
  #found = $state.raw<ReadonlyMap<string, readonly Failure[]>>(new Map())
  #busy = $state(false)
  #trouble = $state('')
  #left = false

  constructor(store: RunStore, head: RunHead) {
    this.#store = store
    this.#head = head
  }

  get busy(): boolean {
    return this.#busy
  }

  /** Why it could not be done, as a sentence; '' where nothing went wrong. */
  get trouble(): string {
    return this.#trouble
  }

  /** The summaries, with what has been found in those that the rules had not looked at. */
  seen(trials: TrialSummary[]): TrialSummary[] {
    const found = this.#found
    return found.size === 0 ? trials : trials.map((one) => {
      const failures = one.failures ? undefined : found.get(attemptKey(one))
      return failures ? { ...one, failures } : one
    })
  }

  /** Reads every trial once, a chunk at a time. */
  async run(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#trouble = ''
    const found = new Map<string, readonly Failure[]>()
    try {
      for await (const chunk of this.#store.trials(this.#head.id)) {
        if (this.#left) return
        for (const trial of chunk) {
          const failures = trial.state === 'fail' ? lookAt(trial, this.#head) : null
          if (failures) found.set(attemptKey(trial), failures)
        }
      }
      this.#found = found
    } catch (error) {
      this.#trouble = sentence(error)
    } finally {
      this.#busy = false
    }
  }

  /** Whoever asked has left. */
  leave(): void {
    this.#left = true
  }
}
