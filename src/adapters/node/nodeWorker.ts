// The same worker on a thread of Node, so that a query that never returns can be ended there too.
import { parentPort, Worker, isMainThread } from 'node:worker_threads'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { WorldClient, type WorkerHandle } from '../worldWorker/client'
import { WorldHost } from '../worldWorker/host'

/** A client whose worker is a thread; its limits are milliseconds. */
export const nodeClient = (limits: { callLimit?: number; batchLimit?: number } = {}): WorldClient => new WorldClient({ spawn, wasm, ...limits })

/** The wasm file of the installed package. */
export const wasm = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'))))

/** Starts a thread that runs this file. */
export function spawn(): WorkerHandle {
  // A thread does not inherit the loader of TypeScript; it is registered there before this file is.
  const boot = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => { register(); return import(${JSON.stringify(import.meta.url)}) })`
  const worker = new Worker(boot, { eval: true })
  return {
    endpoint: nodeEndpoint(worker),
    terminate: () => { void worker.terminate() },
    onFailure: (told) => worker.once('error', (error) => { told(error instanceof Error ? error.message : String(error)) }),
  }
}

if (!isMainThread && parentPort) expose(new WorldHost(), nodeEndpoint(parentPort))
