// A pool of databases of one world: each session holds one of its own, idle ones are used again.
import type { Bundle } from '../task/schema'
import { WorldDatabase } from './database'
import type { Sqlite } from './sqlite'

export class DatabasePool {
  readonly #sqlite: Sqlite
  readonly #bundle: Bundle
  /** By the controls that are switched on in them. */
  readonly #idle = new Map<string, WorldDatabase[]>()
  #closed = false

  /** Throws `Invalid`, with every problem found, where the world does not load. */
  constructor(sqlite: Sqlite, bundle: Bundle) {
    this.#sqlite = sqlite
    this.#bundle = bundle
    this.give(new WorldDatabase(sqlite, bundle))
  }

  #of(controls: readonly string[]): WorldDatabase[] {
    const key = controls.join()
    let idle = this.#idle.get(key)
    if (!idle) this.#idle.set(key, (idle = []))
    return idle
  }

  take(controls: readonly string[]): WorldDatabase {
    return this.#of(controls).pop() ?? new WorldDatabase(this.#sqlite, this.#bundle, controls)
  }

  /** Takes a database back, whole. */
  give(database: WorldDatabase): void {
    if (this.#closed) database.close()
    else this.#of(database.controls).push(database)
  }

  /** Gives every database back, those of open sessions when they end; an engine has room for some thousands. */
  close(): void {
    this.#closed = true
    for (const idle of this.#idle.values()) for (const database of idle.splice(0)) database.close()
  }
}
