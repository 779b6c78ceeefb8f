// SQLite for Node: the wasm file of the installed package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Sqlite } from '../../core/world/sqlite'
import { startSqlite } from '../../core/world/startSqlite'

/** Starts the engine from the package's own wasm. */
export function startNodeSqlite(): Promise<Sqlite> {
  return startSqlite(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')))
}
