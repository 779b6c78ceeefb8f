// The database of runs and worlds: its object stores, and a connection that says why it is none.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { RunEntry } from '../../core/run/store'
import type { RunOutline } from '../../core/run/summary'
import type { Bundle } from '../../core/task/schema'
import type { Label, RunHead, Trial } from '../../core/trial/record'
import type { Columns } from './columns'

/** What the library reads of a run. */
export interface Listed {
  id: string
  outline: RunOutline
  states: RunEntry['states']
  removed: boolean
  /** How many chunks of trials there are, and as many of summaries. */
  chunks: number
  /** Tells a run from another one that once had its id. */
  stamp: string
}

/** What a person says of one attempt since it was kept. */
export interface KeptLabels {
  world: string
  task: string
  index: number
  attempt: number
  labels: Label[]
}

export interface KeptWorld {
  id: string
  /** When it was first kept, in milliseconds since 1970: their order. */
  added: number
  bundle: Bundle
}

export interface Shelf extends DBSchema {
  entries: { key: string; value: Listed }
  runs: { key: string; value: RunHead }
  /** By run and number of the chunk; a chunk is never written twice. */
  trials: { key: [string, number]; value: Trial[] }
  /** By run and number of the chunk of trials that it sums up, in its order. */
  summaries: { key: [string, number]; value: Columns }
  /** The person's own; since version 2. */
  worlds: { key: string; value: KeptWorld }
  /** By run, world, task, index and attempt; since version 3. */
  labels: { key: [string, string, string, number, number]; value: KeptLabels }
}

const RUN_STORES = ['entries', 'runs', 'trials', 'summaries'] as const
export const STORES = [...RUN_STORES, 'worlds', 'labels'] as const
const VERSION = 3
const STRANGE = 'Something else keeps its data in this browser under this page\'s name'

export interface OpenOptions {
  name?: string
  version?: number
  /** Milliseconds that opening may take. */
  limit?: number
}

/** A connection, or in one sentence's beginning why there is none. */
export type Opened = { ok: true; db: IDBPDatabase<Shelf> } | { ok: false; cause: string }

/** What happened to a connection after it was opened: it ended by itself, or gave way to another tab. */
export interface Watch {
  lost(): void
  gaveWay(cause: string): void
}

/** Opens the database; never rejects and never takes longer than the limit. */
export async function openShelf({ name = 'aftermath', version = VERSION, limit = 2_000 }: OpenOptions, watch: Watch): Promise<Opened> {
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const opened = new Promise<Opened>((resolve) => {
    const fail = (cause: string) => resolve({ ok: false, cause })
    timer = setTimeout(() => fail('This browser\'s storage does not answer'), limit)
    connect(name, version, watch, () => fail('Another tab has an older version of this page open; close it and reload'), () => fail(STRANGE)).then(
      (db) => {
        if (late) return db.close()
        const strange = STORES.find((store) => !db.objectStoreNames.contains(store))
        if (strange === undefined) return resolve({ ok: true, db })
        db.close()
        fail(STRANGE)
      },
      (error: unknown) => fail(causeOf(error)),
    )
  })
  const result = await opened
  late = true
  clearTimeout(timer)
  return result
}

async function connect(name: string, version: number, watch: Watch, blocked: () => void, strange: () => void): Promise<IDBPDatabase<Shelf>> {
  return openDB<Shelf>(name, version, {
    upgrade(db, before, _after, tx) {
      // An older database that lacks what version 1 had is not ours: it is left as it is.
      if (before > 0 && RUN_STORES.some((store) => !db.objectStoreNames.contains(store))) {
        strange()
        tx.done.catch(() => undefined)
        tx.abort()
        return
      }
      if (before < 1) {
        db.createObjectStore('entries', { keyPath: 'id' })
        db.createObjectStore('runs', { keyPath: 'id' })
        db.createObjectStore('trials')
        db.createObjectStore('summaries')
      }
      if (before < 2) db.createObjectStore('worlds', { keyPath: 'id' })
      if (before < 3) db.createObjectStore('labels')
    },
    blocked,
    // Whoever keeps the connection open would block the other tab for as long as this one lives.
    blocking(_, next, event) {
      (event.target as IDBDatabase).close()
      watch.gaveWay(next === null ? 'another tab has cleared the storage of this page; reload it' : 'another tab has opened a newer version of this page; reload it')
    },
    terminated: () => watch.lost(),
  })
}

function causeOf(error: unknown): string {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: '', message: String(error) }
  if (name === 'VersionError') return 'A newer version of this page has kept runs in this browser, which this one leaves alone; reload to get it'
  if (name === 'SecurityError' || name === 'ReferenceError' || name === 'TypeError' || name === 'InvalidStateError') return 'This browser keeps nothing for this page (a private window, or storage is blocked)'
  if (name === 'QuotaExceededError') return 'This browser\'s storage is full'
  return `This browser's storage cannot be used (${message.replace(/\.$/, '')})`
}
