// Which worlds the worker has: each is loaded when it is first needed, and again where another took its place.
import { Invalid } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import type { WorldClient } from './worldWorker/client'

export class LoadedWorlds {
  readonly #client: WorldClient
  readonly #find: (id: string) => Bundle | undefined
  readonly #loaded = new Map<string, { bundle: Bundle; done: Promise<void> }>()

  constructor(client: WorldClient, find: (id: string) => Bundle | undefined) {
    this.#client = client
    this.#find = find
  }

  /** Throws one sentence where there is no such world. */
  bundle(id: string): Bundle {
    const bundle = this.#find(id)
    if (!bundle) throw new Error(`There is no world ${id}.`)
    return bundle
  }

  /** Loads a world as it is now; a failure is not remembered. Throws `Invalid` where it is not sound. */
  async load(id: string): Promise<Bundle> {
    const bundle = this.bundle(id)
    const known = this.#loaded.get(id)
    if (known?.bundle === bundle) {
      await known.done
      return bundle
    }
    const done = this.#client.load(bundle).then((problems) => {
      if (problems.length > 0) throw new Invalid(problems)
    })
    this.#loaded.set(id, { bundle, done })
    done.catch(() => this.#loaded.get(id)?.done === done && this.#loaded.delete(id))
    await done
    return bundle
  }
}
