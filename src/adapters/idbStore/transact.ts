// One transaction: all of it is kept or nothing, and a failure reads as a sentence.
import type { IDBPDatabase, IDBPTransaction } from 'idb'
import { StorageFull } from '../../core/run/store'
import { STORES, type Shelf } from './database'

type Store = (typeof STORES)[number]
export type Writing = IDBPTransaction<Shelf, Store[], 'readwrite'>

/**
 * Runs `body` in one transaction over all object stores; where it throws, nothing of it is kept. `durability` "strict"
 * waits until it is on the disk.
 */
export async function write(db: IDBPDatabase<Shelf>, durability: 'strict' | 'relaxed', body: (tx: Writing) => Promise<void>): Promise<void> {
  const tx = begin(() => db.transaction([...STORES], 'readwrite', { durability }))
  // A full disk aborts the transaction and may leave its requests without an answer, so both are waited for.
  const done = Promise.all([
    body(tx).catch((error: unknown) => {
      abort(tx)
      throw error
    }),
    tx.done,
  ])
  try {
    await done
  } catch (error) {
    await tx.done.catch(() => undefined)
    throw told(error, tx.error)
  }
}

/** Asks for something within a transaction; whether it was done is told by the transaction's end. */
export function ask(request: Promise<unknown>): void {
  request.catch(() => undefined)
}

/** Runs `body` in one transaction that only reads these object stores. */
export async function read<S extends Store, T>(db: IDBPDatabase<Shelf>, stores: S[], body: (tx: IDBPTransaction<Shelf, S[], 'readonly'>) => Promise<T>): Promise<T> {
  const tx = begin(() => db.transaction(stores, 'readonly'))
  tx.done.catch(() => undefined)
  try {
    return await body(tx)
  } catch (error) {
    throw told(error, tx.error)
  }
}

function begin<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw told(error, null)
  }
}

function abort(tx: Writing): void {
  try {
    tx.abort()
  } catch {
    // It has ended by itself.
  }
}

/** The browser's failure as a sentence; an error of our own stays as it is. */
function told(error: unknown, ofTransaction: DOMException | null): unknown {
  const names = [error, ofTransaction].map((one) => (one instanceof DOMException ? one.name : ''))
  if (names.includes('QuotaExceededError')) return new StorageFull('the browser\'s storage for this page is full, so nothing of it was kept; delete runs that are no longer needed and try again', { cause: error })
  if (!(error instanceof DOMException) || error.name === 'DataCloneError') return error
  if (error.name === 'InvalidStateError') return new Error('the browser has closed the storage of this page; reload it', { cause: error })
  return new Error(`the browser's storage failed: ${(ofTransaction ?? error).message.replace(/\.$/, '')}`, { cause: error })
}
