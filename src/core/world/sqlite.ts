// SQLite: sql.js started from wasm bytes handed in, proven by a self-test, with databases that truly are in memory.
import initSqlJs, { type Database, type SqlJsStatic, type Statement } from 'sql.js'
import type { Prng } from './chance'

export const SQLITE_VERSION = '3.54.1'

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

/** Starts the engine. Throws one sentence where the bytes are not the SQLite that this build is made for. */
export async function startSqlite(wasm: ArrayBuffer | Uint8Array): Promise<Sqlite> {
  const bytes = wasm instanceof Uint8Array ? wasm : new Uint8Array(wasm)
  if (bytes.length < 4 || bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    throw new Error('the database engine is not a WebAssembly file')
  }
  const sqlite = (await initSqlJs({ wasmBinary: bytes as unknown as ArrayBuffer })) as Sqlite
  selfTest(sqlite)
  return sqlite
}

/** The facts this engine's build has to have; a different one is refused at the start, not found out by a wrong diff. */
function selfTest(sqlite: Sqlite): void {
  const db = memoryDatabase(sqlite)
  const one = (sql: string) => String(db.exec(sql)[0]?.values[0]?.[0])
  const version = one('SELECT sqlite_version()')
  if (version !== SQLITE_VERSION) throw new Error(`the database engine is SQLite ${version}; this build needs ${SQLITE_VERSION}`)
  db.exec('PRAGMA foreign_keys = ON; CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a); BEGIN; INSERT INTO a VALUES (1); SAVEPOINT s; INSERT INTO a VALUES (9007199254740993); ROLLBACK TO s; RELEASE s')
  const facts = [one('SELECT count(*) FROM a'), one('SELECT quote(1.0)'), one('SELECT json_quote(char(0))'), one('PRAGMA foreign_keys'), one("SELECT file = '' FROM pragma_database_list")]
  closeDatabase(db)
  if (facts.join() !== '1,1.0,"\\u0000",1,1') throw new Error(`the database engine failed its self-test (${facts.join()})`)
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
