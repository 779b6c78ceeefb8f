// Playing again: the calls of a whole run made anew, trial by trial, and what did not come out as recorded.
import type { Mismatch } from '../core/trial/reexecute'
import type { RunHead, Trial } from '../core/trial/record'
import { sentence } from './library.svelte'
import type { Services } from './services'

export interface Broken {
  trial: Pick<Trial, 'world' | 'task' | 'index' | 'attempt'>
  mismatch: Mismatch
}

export class PlayingAgain {
  readonly head: RunHead
  readonly #services: Pick<Services, 'store' | 'playAgain'>
  #phase = $state<'idle' | 'running' | 'done' | 'stopped' | 'failed'>('idle')
  #done = $state(0)
  #broken = $state.raw<readonly Broken[]>([])
  #trouble = $state('')
  #stop = false

  constructor(services: Pick<Services, 'store' | 'playAgain'>, head: RunHead) {
    this.#services = services
    this.head = head
  }

  get phase(): 'idle' | 'running' | 'done' | 'stopped' | 'failed' {
    return this.#phase
  }

  /** Trials that have been played again. */
  get done(): number {
    return this.#done
  }

  get broken(): readonly Broken[] {
    return this.#broken
  }

  /** Why it could not be done, as a sentence. */
  get trouble(): string {
    return this.#trouble
  }

  /** Plays every trial that is kept, each attempt, from the first; a second call while it runs does nothing. */
  async run(): Promise<void> {
    if (this.#phase === 'running') return
    this.#phase = 'running'
    this.#done = 0
    this.#broken = []
    this.#stop = false
    try {
      for await (const trials of this.#services.store.trials(this.head.id)) {
        for (const trial of trials) {
          if (this.#stop) break
          const mismatch = await this.#services.playAgain(this.head, trial)
          const { world, task, index, attempt } = trial
          if (mismatch) this.#broken = [...this.#broken, { trial: { world, task, index, attempt }, mismatch }]
          this.#done += 1
        }
        if (this.#stop) break
      }
      this.#phase = this.#stop ? 'stopped' : 'done'
    } catch (error) {
      this.#trouble = sentence(error)
      this.#phase = 'failed'
    }
  }

  stop(): void {
    this.#stop = true
  }
}
