// WorldStore: the port behind which a person's own worlds are kept.
import type { Bundle } from '../task/schema'

export interface WorldStore {
  /** In the order in which they were first kept, as whatever was kept: a reader parses them. */
  list(): Promise<unknown[]>
  /** Keeps a world under its id, in the place of one that had it. */
  put(bundle: Bundle): Promise<void>
  /** Forgets a world; one that is not here is no error. */
  remove(id: string): Promise<void>
}

/** Worlds in memory, gone with the page. Kept as text, so that nobody can alter what is here through what was handed in. */
export class MemoryWorlds implements WorldStore {
  #worlds = new Map<string, string>()

  async list(): Promise<unknown[]> {
    return [...this.#worlds.values()].map((text) => JSON.parse(text) as unknown)
  }

  async put(bundle: Bundle): Promise<void> {
    this.#worlds.set(bundle.world.id, JSON.stringify(bundle))
  }

  async remove(id: string): Promise<void> {
    this.#worlds.delete(id)
  }
}
