// A server of the Messages API on this machine: what it does stands in the base URL's path, /s/<scenario>/<run>.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { MODELS } from './models'
import { SCENARIOS, type Exchange, type Scenario } from './scenarios'

/** One request as it came. */
export interface Received {
  method: string
  /** After /s/<scenario>/<run>. */
  path: string
  headers: Record<string, string>
  /** Parsed; null where there was none. */
  body: unknown
  at: number
}

export interface MessagesServer {
  /** http://127.0.0.1:port */
  origin: string
  /** The base URL of a scenario; `run` keeps its requests apart from those of others. */
  base(scenario: string, run: string): string
  /** What came for a run, preflights left out, in its order. */
  received(run: string): readonly Received[]
  close(): Promise<void>
}

export interface ServerOptions {
  /** 0 for any that is free. */
  port?: number
  /** Further scenarios, by name. */
  scenarios?: Readonly<Record<string, Scenario>>
}

const PATH = /^\/s\/([a-z0-9-]+)\/([A-Za-z0-9._-]+)(\/v1\/.*)$/

/** Starts it on 127.0.0.1, and on nothing else. Rejects where the port is taken. */
export async function startMessagesServer({ port = 0, scenarios = {} }: ServerOptions = {}): Promise<MessagesServer> {
  const runs = new Map<string, Received[]>()
  const known: Readonly<Record<string, Scenario>> = { ...SCENARIOS, ...scenarios }
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(response, 500, 'api_error', error instanceof Error ? error.message : String(error))
      else response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', run = '', path = ''] = PATH.exec(new URL(request.url ?? '/', 'http://localhost').pathname) ?? []
    const scenario = Object.hasOwn(known, name) ? known[name] : undefined
    if (scenario?.cors !== false) allow(request, response, scenario?.refusesHeaders ?? [])
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    if (!scenario) return sendError(response, 404, 'not_found_error', `there is no scenario at ${request.url ?? ''}`)
    const body = await bodyOf(request)
    const came = runs.get(run) ?? []
    runs.set(run, came)
    came.push({ method: request.method ?? '', path, headers: headersOf(request), body, at: Date.now() })
    const count = came.filter((one) => one.path === path).length
    const exchange: Exchange = { request, response, run, path, body, count, came, json: (value, status, headers) => { sendJson(response, value, status, headers) }, error: (status, type, message, more) => { sendError(response, status, type, message, more) } }
    if (path === '/v1/messages') return scenario.messages(exchange)
    if (scenario.models) return scenario.models(exchange)
    if (path === '/v1/models') return sendJson(response, { data: MODELS, has_more: false, first_id: MODELS[0]?.id ?? null, last_id: MODELS.at(-1)?.id ?? null })
    const model = MODELS.find(({ id }) => path === `/v1/models/${id}`)
    if (model) return sendJson(response, model)
    return sendError(response, 404, 'not_found_error', `there is no ${path}`)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => { resolve() })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    base: (scenario, run) => `${origin}/s/${scenario}/${run}`,
    received: (run) => runs.get(run) ?? [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** CORS as a server answers that allows browsers; without the headers that it refuses. */
function allow(request: IncomingMessage, response: ServerResponse, refused: readonly string[]): void {
  const asked = (request.headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim()).filter((name) => !refused.includes(name))
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-headers', asked.join(', '))
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS')
  response.setHeader('access-control-allow-private-network', 'true')
  response.setHeader('access-control-expose-headers', 'request-id, retry-after, retry-after-ms')
}

const headersOf = (request: IncomingMessage): Record<string, string> => Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? null : (JSON.parse(text) as unknown)
}

let requests = 0

function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${String((requests += 1)).padStart(6, '0')}`, ...headers })
  response.end(JSON.stringify(value))
}

function sendError(response: ServerResponse, status: number, type: string, message: string, more: { code?: string; headers?: Record<string, string> } = {}): void {
  sendJson(response, { type: 'error', error: { type, message, ...(more.code ? { details: { error_code: more.code } } : {}) }, request_id: null }, status, more.headers)
}
