// What anyone passes for free on the worlds of a report: what was proven before, and what is proven now.
import type { ProofFacts } from '../core/report/proofFacts'
import type { Bundle } from '../core/task/schema'
import { controlsFor } from '../core/trial/conditions'
import type { Configuration } from '../core/trial/record'
import { sentence } from './library.svelte'
import type { Services } from './services'

export class WorthProofs {
  readonly #services: Pick<Services, 'knownFree' | 'proveFree'>
  readonly #worlds: readonly Bundle[]
  readonly #configuration: Configuration
  #facts = $state.raw<readonly ProofFacts[]>([])
  #lacking = $state.raw<readonly Bundle[]>([])
  #busy = $state(false)
  #done = $state(0)
  #of = $state(0)
  #trouble = $state('')
  #abort = new AbortController()

  constructor(services: Pick<Services, 'knownFree' | 'proveFree'>, worlds: readonly Bundle[], configuration: Configuration) {
    this.#services = services
    this.#worlds = worlds
    this.#configuration = configuration
  }

  get facts(): readonly ProofFacts[] {
    return this.#facts
  }

  /** Worlds of which nothing is proven here. */
  get lacking(): readonly Bundle[] {
    return this.#lacking
  }

  get busy(): boolean {
    return this.#busy
  }

  /** Trials played, of those planned. */
  get progress(): { done: number; of: number } {
    return { done: this.#done, of: this.#of }
  }

  /** Why it could not be proven, as a sentence; '' where nothing went wrong. */
  get trouble(): string {
    return this.#trouble
  }

  /** Reads what was proven before. What cannot be read has not been proven. */
  async read(): Promise<void> {
    const { signal } = this.#abort
    const found = await Promise.all(this.#worlds.map((bundle) => this.#services.knownFree(bundle, this.#controls(bundle)).catch(() => null)))
    if (signal.aborted) return
    this.#facts = found.filter((facts) => facts !== null)
    this.#lacking = this.#worlds.filter((_, i) => found[i] === null)
  }

  /** Proves what is lacking, world by world. */
  async prove(): Promise<void> {
    if (this.#busy) return
    const { signal } = (this.#abort = new AbortController())
    this.#busy = true
    this.#trouble = ''
    try {
      for (const bundle of this.#lacking) {
        ;[this.#done, this.#of] = [0, 0]
        const facts = await this.#services.proveFree(bundle, this.#controls(bundle), (done, of) => ([this.#done, this.#of] = [done, of]), signal)
        this.#facts = [...this.#facts, facts]
        this.#lacking = this.#lacking.filter((one) => one !== bundle)
      }
    } catch (error) {
      if (!signal.aborted) this.#trouble = sentence(error)
    } finally {
      this.#busy = false
    }
  }

  /** Those that were on in the run: what is free without them may not be with them. */
  #controls({ world }: Bundle): string[] {
    return controlsFor(this.#configuration, world.id)
  }

  /** Ends what is running: whoever asked has left, or wants it no more. */
  stop(): void {
    this.#abort.abort()
  }
}
