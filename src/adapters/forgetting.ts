// Forgetting: what is deleted goes for good, with the turns that were kept of its trials in flight.
import type { RunStore } from '../core/run/store'
import type { Drafts } from './modelRun/drafts'
import { forgetLedger, ledgers } from './modelRun/ledger'
import { isPlayed } from './modelRun/lock'

export class Forgetting {
  readonly #store: RunStore
  readonly #drafts: Drafts

  constructor(store: RunStore, drafts: Drafts) {
    this.#store = store
    this.#drafts = drafts
  }

  /** Of these runs, forgets those that are taken out of the library and that no tab plays; and all turns that have no run any more. Never rejects: what stays goes at the next visit. */
  async forget(ids: readonly string[]): Promise<void> {
    try {
      const removed = new Set(await this.#store.removed())
      const going: string[] = []
      for (const id of ids) if (removed.has(id) && (await isPlayed(id)) !== true) going.push(id)
      await this.#store.purge(going)
      await this.#dropStray()
    } catch {
      return
    }
  }

  /** Deletes one run for good. Rejects with a sentence. */
  async erase(id: string): Promise<void> {
    if ((await isPlayed(id)) === true) throw new Error('it is being played: stop it first')
    await this.#store.erase(id)
    forgetLedger(id)
    await this.#drafts.forget(id)
  }

  /** Turns and ledgers of runs that are not here any more, not even to be brought back. */
  async #dropStray(): Promise<void> {
    // In memory there are no runs of earlier visits: they may be where this page could not look.
    if (!this.#store.durable) return
    for (const run of new Set([...(await this.#drafts.runs()), ...ledgers()])) {
      if ((await this.#store.head(run)) !== null || (await isPlayed(run)) === true) continue
      forgetLedger(run)
      await this.#drafts.forget(run)
    }
  }
}
