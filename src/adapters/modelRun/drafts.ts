// Drafts: the turns of each trial in flight, kept as they happen, in a database of their own. A draft whose trial is kept is dropped.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Turn } from '../../core/agent/episode'
import type { PlannedTrial } from '../../core/run/scheduler'

export interface Draft extends PlannedTrial {
  key: string
  run: string
  /** UTC, ISO 8601. */
  started: string
  turns: Turn[]
}

interface Shelf extends DBSchema {
  drafts: { key: string; value: Draft }
}

const PART = '\n'
/** Milliseconds that opening may take. */
const LIMIT = 2_000

const ofRun = (run: string): IDBKeyRange => IDBKeyRange.bound(`${run}${PART}`, `${run}${PART}\uffff`)

/** The draft of a trial that begins now. */
export const newDraft = (run: string, planned: PlannedTrial, started: string): Draft =>
  ({ ...planned, key: [run, planned.world, planned.task, planned.index, planned.attempt, started].join(PART), run, started, turns: [] })

/** Nothing here throws: a draft that cannot be kept costs no trial. */
export class Drafts {
  readonly #name: string
  #db: Promise<IDBPDatabase<Shelf>> | null = null

  constructor(name = 'aftermath-drafts') {
    this.#name = name
  }

  #open(): Promise<IDBPDatabase<Shelf>> {
    this.#db ??= new Promise((resolve, reject) => {
      let late = false
      const timer = setTimeout(() => {
        late = true
        reject(new Error('the storage of drafts does not answer'))
      }, LIMIT)
      const gone = () => (this.#db = null)
      openDB<Shelf>(this.#name, 1, {
        upgrade: (db) => { db.createObjectStore('drafts', { keyPath: 'key' }) },
        blocked: () => reject(new Error('another tab holds the storage of drafts')),
        // Whoever keeps the connection open would block another tab for as long as this one lives.
        blocking: (_, __, event) => { (event.target as IDBDatabase).close(); gone() },
        terminated: gone,
      }).then((db) => (late ? db.close() : resolve(db)), reject).finally(() => clearTimeout(timer))
    })
    return this.#db
  }

  /** Keeps a draft as it is now; false where it could not be kept. */
  keep(draft: Draft): Promise<boolean> {
    return this.#try(async (db) => { await db.put('drafts', draft) })
  }

  drop(key: string): Promise<boolean> {
    return this.#try((db) => db.delete('drafts', key))
  }

  /** The drafts of a run: trials that were in flight and never finished. */
  async of(run: string): Promise<Draft[]> {
    let found: Draft[] = []
    await this.#try(async (db) => { found = await db.getAll('drafts', ofRun(run)) })
    return found
  }

  /** The runs of which there are any. */
  async runs(): Promise<string[]> {
    let keys: string[] = []
    await this.#try(async (db) => { keys = await db.getAllKeys('drafts') })
    return [...new Set(keys.map((key) => key.slice(0, key.indexOf(PART))))]
  }

  /** Drops all drafts of a run. */
  forget(run: string): Promise<boolean> {
    return this.#try((db) => db.delete('drafts', ofRun(run)))
  }

  async #try(work: (db: IDBPDatabase<Shelf>) => Promise<unknown>): Promise<boolean> {
    try {
      await work(await this.#open())
      return true
    } catch {
      this.#db = null
      return false
    }
  }
}
