// The worker in a browser: inlined, so that it is bound by the page's policy, and handed the bytes of SQLite.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'
import { WorldClient } from './client'
import HostWorker from './worker?worker&inline'

/** A client whose worker runs in this page; its limits are milliseconds. */
export function browserClient(limits: { callLimit?: number; batchLimit?: number } = {}): WorldClient {
  return new WorldClient({
    ...limits,
    wasm: fetchSqlite,
    address: address(),
    spawn: () => {
      const worker = new HostWorker()
      return {
        endpoint: worker,
        terminate: () => worker.terminate(),
        onFailure: (told) => worker.addEventListener('error', (event) => told(event.message || 'it did not start')),
      }
    },
  })
}

const address = () => new URL(wasmUrl, document.baseURI).href

/** The wasm file; throws one sentence that names its address where it does not arrive as one. */
async function fetchSqlite(): Promise<Uint8Array> {
  const from = address()
  let response: Response
  try {
    response = await fetch(from)
  } catch {
    throw new Error(`The database engine could not be loaded from ${from}: the request was blocked or the network is away.`)
  }
  if (!response.ok) throw new Error(`The database engine could not be loaded from ${from}: the server answered ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) throw new Error(`The database engine could not be loaded from ${from}: what came is not a WebAssembly file.`)
  return bytes
}
