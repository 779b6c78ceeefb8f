// The worlds that are here: those that ship with the page, then the person's own, which come and go while it is open.
import { keptWorlds } from '../adapters/keptWorlds'
import type { WorldSource } from '../adapters/worldFiles'
import type { WorldStore } from '../core/run/worldStore'
import type { Parsed } from '../core/task/parse'
import type { Problem } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'

export interface WorldsFrom {
  shipped: readonly Bundle[]
  kept?: readonly Bundle[]
  /** Why some that were kept are not here, as a sentence. */
  trouble?: string | null
  store: WorldStore
  /** Parses what was brought; every problem found, with its path. */
  read(source: WorldSource): Promise<Parsed<Bundle>>
  /** Tries it out in the engine, and leaves nothing there. */
  check(bundle: Bundle): Promise<readonly Problem[]>
}

export type Taken =
  | { kind: 'added'; bundle: Bundle }
  | { kind: 'same'; bundle: Bundle }
  | { kind: 'replaced'; bundle: Bundle; before: Bundle; changed: string[] }
  | { kind: 'refused' }

export class Worlds {
  readonly trouble: string | null
  readonly #shipped: readonly Bundle[]
  readonly #from: WorldsFrom
  #own = $state.raw<readonly Bundle[]>([])
  #refused = $state.raw<readonly Problem[]>([])
  #busy = $state(false)
  readonly #all = $derived.by(() => [...this.#shipped, ...this.#own])

  constructor(from: WorldsFrom) {
    this.#from = from
    this.#shipped = from.shipped
    this.#own = from.kept ?? []
    this.trouble = from.trouble ?? null
  }

  /** The shipped ones first. */
  get bundles(): readonly Bundle[] {
    return this.#all
  }

  /** What is wrong with the world that was brought last; none where it was taken. */
  get refused(): readonly Problem[] {
    return this.#refused
  }

  get busy(): boolean {
    return this.#busy
  }

  find(id: string): Bundle | undefined {
    return this.#all.find(({ world }) => world.id === id)
  }

  isYours(id: string): boolean {
    return this.#own.some(({ world }) => world.id === id)
  }

  /** Takes a world in, in the place of one of the person's own that had its id, or refuses it and changes nothing. */
  async take(source: WorldSource): Promise<Taken> {
    this.#busy = true
    try {
      const taken = await this.#take(source)
      this.#refused = taken.kind === 'refused' ? taken.problems : []
      return taken
    } catch (error) {
      this.#refused = [{ path: '', says: `It was not kept: ${error instanceof Error ? error.message : String(error)}` }]
      return { kind: 'refused' }
    } finally {
      this.#busy = false
    }
  }

  async #take(source: WorldSource): Promise<Exclude<Taken, { kind: 'refused' }> | { kind: 'refused'; problems: readonly Problem[] }> {
    const parsed = await this.#from.read(source)
    if (!parsed.ok) return { kind: 'refused', problems: parsed.problems }
    const bundle = parsed.value
    const { id } = bundle.world
    if (this.#shipped.some(({ world }) => world.id === id)) return { kind: 'refused', problems: [{ path: 'world.json: id', says: `${id} is the id of a world that ships with this page; give yours another` }] }
    const problems = await this.#from.check(bundle)
    if (problems.length > 0) return { kind: 'refused', problems }
    const before = this.#own.find(({ world }) => world.id === id)
    const changed = before && (await import('../core/run/worldChanges')).worldChanges(before, bundle)
    if (before && changed?.length === 0) return { kind: 'same', bundle: before }
    await this.keep(bundle)
    return before && changed ? { kind: 'replaced', bundle, before, changed } : { kind: 'added', bundle }
  }

  /** Keeps a world that has been read and tried: a new one, or one that was removed. */
  async keep(bundle: Bundle): Promise<void> {
    await this.#from.store.put(bundle)
    const there = this.isYours(bundle.world.id)
    this.#own = there ? this.#own.map((one) => (one.world.id === bundle.world.id ? bundle : one)) : [...this.#own, bundle]
  }

  /** Forgets one of the person's own. */
  async remove(id: string): Promise<void> {
    await this.#from.store.remove(id)
    this.#own = this.#own.filter(({ world }) => world.id !== id)
  }

  /** Puts the list of problems away. */
  dismiss(): void {
    this.#refused = []
  }
}

/** The shipped worlds and those that are kept; what comes later is read when it comes. `check` tries a world out. Never rejects. */
export async function openWorlds(store: WorldStore, shipped: readonly Bundle[], check: WorldsFrom['check']): Promise<Worlds> {
  return new Worlds({ shipped, ...(await keptWorlds(store, shipped)), store, check, read: async (source) => (await import('../adapters/worldFiles')).readWorld(source) })
}
