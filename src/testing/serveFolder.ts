// Serves a folder under a sub-path, as a static host would.
import { createServer } from 'node:http'
import sirv from 'sirv'

const SUB_PATH = '/some/sub/path'

export interface Served {
  /** Where it is served, with a slash at its end. */
  address: string
  close(): Promise<void>
}

/** Serves `folder` on a free port of this machine, and on nothing else. */
export async function serveFolder(folder: string): Promise<Served> {
  const files = sirv(folder, { etag: true })
  const server = createServer((request, response) => {
    const notFound = () => {
      response.writeHead(404).end()
    }
    if (!request.url?.startsWith(`${SUB_PATH}/`)) return notFound()
    request.url = request.url.slice(SUB_PATH.length)
    files(request, response, notFound)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  return {
    address: `http://127.0.0.1:${address.port}${SUB_PATH}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
