// SQLite for Node: the wasm file of the installed package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startSqlite, type Sqlite } from '../../core/world/sqlite'

/** Starts the engine from the package's own wasm. */
export function startNodeSqlite(): Promise<Sqlite> {
  return startSqlite(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')))
}
