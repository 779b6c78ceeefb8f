// One connection for as long as the page lives: opened again where the browser dropped it, given up where it must be.
import type { IDBPDatabase } from 'idb'
import { openShelf, type Opened, type OpenOptions, type Shelf } from './database'

export class Connection {
  #options: OpenOptions
  #opening: Promise<Opened> | null = null
  #gone: string | null = null

  constructor(options: OpenOptions) {
    this.#options = options
  }

  /** Opens the database, or says why it cannot be. */
  open(): Promise<Opened> {
    this.#opening ??= openShelf(this.#options, {
      lost: () => (this.#opening = null),
      gaveWay: (cause) => (this.#gone = cause),
    })
    return this.#opening
  }

  /** The open database. Throws a sentence where there is none any more. */
  async db(): Promise<IDBPDatabase<Shelf>> {
    const opened = await this.open()
    if (this.#gone !== null) throw new Error(this.#gone)
    if (opened.ok) return opened.db
    this.#opening = null
    throw new Error(opened.cause)
  }

  /** Closes it for good. */
  async close(): Promise<void> {
    const opened = await this.#opening
    this.#gone = 'the storage has been closed'
    if (opened?.ok) opened.db.close()
  }
}
