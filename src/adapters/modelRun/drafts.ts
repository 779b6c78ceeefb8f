// Drafts: the turns of each trial in flight, kept as they happen, in a database of their own. A draft whose trial is kept is dropped.
// Beside them stands the ledger of each run: what it has come to, requests that never became a turn included.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Turn } from '../../core/agent/episode'
import type { PlannedTrial } from '../../core/run/scheduler'
import type { Spent } from '../../core/trial/record'
import type { Caps } from './machine'

export interface Draft extends PlannedTrial {
  key: string
  run: string
  /** UTC, ISO 8601. */
  started: string
  turns: Turn[]
}

/** What a run has come to, and the caps under which it was last played. */
export interface Ledger {
  run: string
  spent: Spent
  caps: Caps
}

interface Shelf extends DBSchema {
  drafts: { key: string; value: Draft }
  ledgers: { key: string; value: Ledger }
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
      openDB<Shelf>(this.#name, 2, {
        upgrade: (db, before) => {
          if (before < 1) db.createObjectStore('drafts', { keyPath: 'key' })
          if (before < 2) db.createObjectStore('ledgers', { keyPath: 'run' })
        },
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

  /** Keeps what a run has come to; false where it could not be kept. */
  enter(ledger: Ledger): Promise<boolean> {
    return this.#try(async (db) => { await db.put('ledgers', ledger) })
  }

  /** What a run has come to; null where it was not played here, or nothing could be kept. */
  async ledger(run: string): Promise<Ledger | null> {
    let found: Ledger | undefined
    await this.#try(async (db) => { found = await db.get('ledgers', run) })
    return found ?? null
  }

  /** The runs of which there is anything. */
  async runs(): Promise<string[]> {
    let keys: string[] = []
    await this.#try(async (db) => { keys = [...(await db.getAllKeys('drafts')).map((key) => key.slice(0, key.indexOf(PART))), ...(await db.getAllKeys('ledgers'))] })
    return [...new Set(keys)]
  }

  /** Drops the drafts and the ledger of a run. */
  async forget(run: string): Promise<boolean> {
    return (await this.#try((db) => db.delete('drafts', ofRun(run)))) && this.#try((db) => db.delete('ledgers', run))
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
