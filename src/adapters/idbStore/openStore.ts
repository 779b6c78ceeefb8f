// The store of a page: IndexedDB, or where that cannot be had, memory and a sentence that says so.
import type { RunStore } from '../../core/run/store'
import { MemoryWorlds, type WorldStore } from '../../core/run/worldStore'
import { Connection } from './connection'
import type { OpenOptions } from './database'
import { IdbStore } from './idbStore'
import { IdbWorlds } from './idbWorlds'

/** Never rejects for want of IndexedDB; `trouble` is the sentence for a banner, null where runs are kept. */
export async function openStore(options: OpenOptions = {}): Promise<{ store: RunStore; worlds: WorldStore; trouble: string | null }> {
  const connection = new Connection(options)
  const opened = await connection.open()
  if (opened.ok) return { store: new IdbStore(connection), worlds: new IdbWorlds(connection), trouble: null }
  const { MemoryStore } = await import('../../core/run/memoryStore')
  return { store: new MemoryStore(), worlds: new MemoryWorlds(), trouble: `${opened.cause}: runs stay in memory and are gone when the page is closed.` }
}
