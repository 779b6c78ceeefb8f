// Re-execution: a saved trial's calls made again in the worker, in the world that its run keeps.
import { contentHash } from '../core/task/canonical'
import { Invalid } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import { controlsFor } from '../core/trial/conditions'
import { reexecute, type Mismatch } from '../core/trial/reexecute'
import type { RunHead, Trial } from '../core/trial/record'
import { WorldHung } from '../core/world/world'
import type { WorldClient } from './worldWorker/client'

export class Reexecution {
  readonly #client: WorldClient
  /** The run's world that was last loaded: its tasks and tables are those of the run, and not those that are here now. */
  #loaded: { of: Bundle; id: string; done: Promise<void> } | null = null

  constructor(client: WorldClient) {
    this.#client = client
  }

  /** What did not come out as recorded; `null` where everything did. Throws where the run does not have the trial's world, or it does not load. */
  async again(head: RunHead, trial: Trial): Promise<Mismatch | null> {
    const bundle = head.worlds.find(({ world }) => world.id === trial.world)
    if (!bundle) throw new Error(`The run does not hold the world ${trial.world}, so nothing can be played again.`)
    const id = await this.#load(bundle)
    try {
      return await reexecute(this.#client.world(id), bundle, trial, head.configuration.seed, controlsFor(head.configuration, trial.world))
    } catch (error) {
      if (error instanceof WorldHung) return { says: error.message }
      throw error
    }
  }

  async #load(bundle: Bundle): Promise<string> {
    const known = this.#loaded
    if (known?.of === bundle) return known.done.then(() => known.id)
    // A name of its own, so that the world of that name which is here stays what it is.
    const id = `run-${contentHash(bundle).slice(0, 16)}`
    if (known && known.id !== id) await this.#client.forget(known.id)
    const done = this.#client.load({ ...bundle, world: { ...bundle.world, id } }, bundle.world.id).then((problems) => {
      if (problems.length > 0) throw new Invalid(problems)
    })
    this.#loaded = { of: bundle, id, done }
    done.catch(() => (this.#loaded = null))
    await done
    return id
  }
}
