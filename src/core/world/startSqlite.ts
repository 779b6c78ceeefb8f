// SQLite started: sql.js from wasm bytes handed in, proven by a self-test.
import initSqlJs from 'sql.js'
import { closeDatabase, memoryDatabase, type Sqlite } from './sqlite'

export const SQLITE_VERSION = '3.54.1'

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
