// SQLite as we use it: databases that truly are in memory, closed without a trace, with chance that a trial seeds.
import type { Database, SqlJsStatic, Statement } from 'sql.js'
import type { Prng } from './chance'

/** sql.js with what we use of SQLite's own exports. */
export interface Sqlite extends SqlJsStatic {
  addFunction(f: (...args: number[]) => void, signature: string): number
  removeFunction(pointer: number): void
  stringToNewUTF8(text: string): number
  _free(pointer: number): void
  _sqlite3_result_int64(context: number, value: bigint): void
  _sqlite3_result_blob(context: number, bytes: number, length: number, destructor: number): void
  _sqlite3_value_double(value: number): number
  _sqlite3_create_function_v2(db: number, name: number, arity: number, flags: number, app: number, call: number, step: number, final: number, destroy: number): number
}

/** A database in memory. sql.js by itself opens a file in Emscripten's file system, journalled and synced, at ten times the cost. */
export function memoryDatabase(sqlite: Sqlite): Database {
  class MemoryDatabase extends sqlite.Database {
    set filename(_: string) {}
    get filename(): string { return ':memory:' }
  }
  return new MemoryDatabase()
}

/** Closes a database in memory; sql.js then tries to unlink the file it never had. */
export function closeDatabase(db: Database): void {
  try {
    db.close()
  } catch (error) {
    if ((error as { name?: string }).name !== 'ErrnoError') throw error
  }
}

/** Of one randomblob: more would be a hang, byte by byte. */
const MOST_BYTES = 1_000_000

/** Makes random() and randomblob() answer from a generator that the trial seeds. */
export function seedChance(sqlite: Sqlite, db: Database, chance: { prng: Prng }): () => void {
  const handle = (db as unknown as { db: number }).db
  const register = (name: string, arity: number, call: (context: number, argv: number) => void) => {
    const pointer = sqlite.addFunction((context, _argc, argv) => call(context!, argv!), 'viii')
    const text = sqlite.stringToNewUTF8(name)
    sqlite._sqlite3_create_function_v2(handle, text, arity, 1, 0, pointer, 0, 0, 0)
    sqlite._free(text)
    return pointer
  }
  const random = register('random', 0, (context) => sqlite._sqlite3_result_int64(context, chance.prng.int64()))
  db.create_function('randomblob', (asked: number) => {
    const length = Math.max(1, Math.trunc(Number(asked)) || 1)
    if (length > MOST_BYTES) throw new Error(`randomblob gives at most ${MOST_BYTES} bytes`)
    return chance.prng.bytes(length)
  })
  return () => sqlite.removeFunction(random)
}

export type { Database, Statement }
