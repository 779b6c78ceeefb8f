// A person's own worlds in IndexedDB.
import type { WorldStore } from '../../core/run/worldStore'
import type { Bundle } from '../../core/task/schema'
import type { Connection } from './connection'
import { ask, read, write } from './transact'

export class IdbWorlds implements WorldStore {
  #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async list(): Promise<unknown[]> {
    const kept = await read(await this.#connection.db(), ['worlds'], (tx) => tx.objectStore('worlds').getAll())
    return kept.sort((a, b) => a.added - b.added).map(({ bundle }) => bundle)
  }

  async put(bundle: Bundle): Promise<void> {
    const { id } = bundle.world
    await write(await this.#connection.db(), 'strict', async (tx) => {
      const worlds = tx.objectStore('worlds')
      const added = (await worlds.get(id))?.added ?? Date.now()
      ask(worlds.put({ id, added, bundle }))
    })
  }

  async remove(id: string): Promise<void> {
    await write(await this.#connection.db(), 'strict', async (tx) => ask(tx.objectStore('worlds').delete(id)))
  }
}
