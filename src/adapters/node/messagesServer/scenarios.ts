// What a server can do to a client: one scenario for each row of the table of failures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fieldOf } from '../../../core/task/own'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  run: string
  path: string
  body: unknown
  /** Which request of this run to this path it is, from 1. */
  count: number
  came: readonly { path: string; body: unknown }[]
  json(value: unknown, status?: number, headers?: Record<string, string>): void
  error(status: number, type: string, message: string, more?: { code?: string; headers?: Record<string, string> }): void
}

export interface Scenario {
  /** False where no answer has CORS headers. */
  cors?: false
  /** Request headers that its preflight does not allow. */
  refusesHeaders?: readonly string[]
  messages(exchange: Exchange): void | Promise<void>
  /** Instead of the usual list. */
  models?(exchange: Exchange): void | Promise<void>
}

interface MessageFields {
  model?: unknown
  stop_reason?: string | null
  usage?: unknown
}

/** A message of the API; the model is the one that was asked. */
export const message = (body: unknown, content: unknown[], { model = fieldOf(body, 'model'), stop_reason = 'end_turn', usage }: MessageFields = {}) => ({
  id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence: null,
  usage: usage ?? { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 30, cache_read_input_tokens: 40 },
})

const text = (words: string) => ({ type: 'text', text: words })
const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })

/** Answers with a greeting. */
const greets = ({ json, body }: Exchange) => { json(message(body, [text('Good morning.')])) }

/** The first `failures` requests go wrong, the others are answered. */
const atFirst = (wrong: Scenario['messages'], failures = 1): Scenario => ({ messages: (exchange) => (exchange.count <= failures ? wrong(exchange) : greets(exchange)) })
/** Ends with a content and a stop reason. */
const ends = (content: unknown[], stop_reason: string | null): Scenario => ({ messages: ({ json, body }) => { json(message(body, content, { stop_reason })) } })
/** Gives a turn of calls, then a last word. */
const calls = (...content: unknown[]): Scenario => ({ messages: ({ json, body, count }) => { json(count === 1 ? message(body, content, { stop_reason: 'tool_use' }) : message(body, [text('Done.')])) } })
/** Answers every path alike. */
const always = (answer: Scenario['messages'], more: Omit<Scenario, 'messages' | 'models'> = {}): Scenario => ({ ...more, messages: answer, models: answer })

const reset: Scenario['messages'] = async ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"id":"msg_1","type":"message"')
  await sleep(50)
  response.destroy()
}
const cut: Scenario['messages'] = ({ response }) => { response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"msg_1","type":"mess') }
const stalls: Scenario['messages'] = ({ response }) => { response.writeHead(200, { 'content-type': 'application/json' }); response.write('{"id":"msg_1",') }
const html: Scenario['messages'] = ({ response }) => { response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title><p>It works!') }
const silent: Scenario['messages'] = () => undefined

/** The key as servers put it into errors: in words, in JSON, in an address, in part. */
function echoed({ request }: Exchange): string {
  const key = (request.headers['x-api-key'] ?? request.headers.authorization?.replace('Bearer ', '') ?? '').toString()
  return `bad key ${key} in ${JSON.stringify({ key })}, ?key=${encodeURIComponent(key)}, beginning ${key.slice(0, 12)}, ending ${key.slice(-10)}`
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'ok': { messages: greets },
  'two-tools': calls(text('Let me look.'), use('toolu_1', 'look', { id: 1 }), use('toolu_2', 'look', { id: 2 })),

  'wait-an-hour': { messages: ({ error }) => { error(429, 'rate_limit_error', 'Too many requests.', { headers: { 'retry-after': '3600' } }) } },
  'wait-a-moment': atFirst(({ error }) => { error(429, 'rate_limit_error', 'Too many requests.', { headers: { 'retry-after': '1' } }) }),
  'spend-limit': { messages: ({ error }) => { error(429, 'rate_limit_error', 'The spend limit is reached.', { code: 'enforced_spend_limit_reached', headers: { 'retry-after': '1' } }) } },
  'overloaded-twice': atFirst(({ error }) => { error(529, 'overloaded_error', 'Overloaded.') }, 2),
  'always-500': { messages: ({ error }) => { error(500, 'api_error', 'Something broke.') } },
  'bad-request': { messages: ({ error }) => { error(400, 'invalid_request_error', 'max_tokens: too many.') } },
  'no-such-model': { messages: ({ error }) => { error(404, 'not_found_error', 'model: nobody') } },
  'bad-key': always(({ error }) => { error(401, 'authentication_error', 'invalid x-api-key') }),
  'no-cors': always(({ error }) => { error(401, 'authentication_error', 'invalid x-api-key') }, { cors: false }),
  'no-browsers': always(({ error }) => { error(401, 'authentication_error', 'CORS requests are not allowed for this Organization') }),
  'picky-headers': { refusesHeaders: ['anthropic-version', 'anthropic-dangerous-direct-browser-access'], messages: greets },
  'elsewhere': { messages: ({ response, run }) => { response.writeHead(307, { location: `/s/ok/${run}-redirected/v1/messages` }).end() } },

  'reset-once': atFirst(reset),
  'reset-always': { messages: reset },
  'cut-once': atFirst(cut),
  'html': always(html),
  'no-headers': always(silent),
  'stalls': { messages: stalls },
  'stalls-once': atFirst(stalls),
  'other-json': always(({ json }) => { json({ object: 'chat.completion', choices: [] }) }),

  'cut-in-a-call': ends([text('Refunding.'), use('toolu_1', 'look', {})], 'max_tokens'),
  'ended-with-a-call': { messages: ({ json, body, count }) => { json(count === 1 ? message(body, [text('Hm.'), use('toolu_1', 'look', { id: 1 })]) : message(body, [text('Bye.')])) } },
  'odd-inputs': calls(use('toolu_1', 'look', 'a string'), use('toolu_2', 'look', { id: 'one' }), use('toolu_3', 'constructor', {}), use('toolu_4', 'look', null)),
  'refuses': ends([], 'refusal'),
  'pauses': ends([text('One moment.')], 'pause_turn'),
  'context-full': ends([text('I')], 'model_context_window_exceeded'),
  'no-reason': ends([text('Hm.')], null),
  'new-reason': ends([text('Hm.')], 'taking_a_walk'),
  'says-nothing': ends([], 'end_turn'),

  'other-model': { messages: ({ json, body }) => { json(message(body, [text('Hello.')], { model: 'claude-opus-5' })) } },
  'dated-model': { messages: ({ json, body }) => { json(message(body, [text('Hello.')], { model: `${String(fieldOf(body, 'model'))}-20261001` })) } },
  'alias': {
    messages: ({ json, body }) => { json(message(body, [text('Hello.')], { model: 'claude-sonnet-5-5-20261001' })) },
    models: ({ json }) => { json({ type: 'model', id: 'claude-sonnet-5-5', display_name: 'Sonnet' }) },
  },
  'lone-surrogate': {
    messages: ({ json, response, body, count, error }) => {
      if (count > 1) return JSON.stringify(body).includes('\\ud83d') ? error(400, 'invalid_request_error', 'a lone surrogate') : json(message(body, [text('Fine.')]))
      // JSON.stringify would write the pair; the half is what a cut through an emoji leaves.
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message(body, [text('Look: HALF'), use('toolu_1', 'look', { id: 1 })], { stop_reason: 'tool_use' })).replace('HALF', '\\ud83d'))
    },
  },
  'sparse-usage': { messages: ({ json, body }) => { json(message(body, [text('Hello.')], { usage: { input_tokens: 7, output_tokens: 3 } })) } },
  'odd-usage': { messages: ({ json, body }) => { json(message(body, [text('Hello.')], { usage: { input_tokens: '7', output_tokens: -3, cache_read_input_tokens: null } })) } },
  'thinks': {
    messages: ({ json, body, count }) => {
      json(count === 1
        ? message(body, [{ type: 'thinking', thinking: 'Mm.', signature: 'c2ln' }, { type: 'redacted_thinking', data: 'eA==' }, text(''), use('toolu_1', 'look', { id: 1 })], { stop_reason: 'tool_use' })
        : message(body, [text('Done.')]))
    },
  },

  'echoes-the-key': always((exchange) => { exchange.error(400, 'invalid_request_error', echoed(exchange)) }),
  'echoes-the-key-500': always((exchange) => { exchange.error(500, 'api_error', echoed(exchange)) }),
  'says-the-key': { messages: (exchange) => { exchange.json(message(exchange.body, [text(echoed(exchange))])) } },
  'html-with-the-key': always((exchange) => { exchange.response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${echoed(exchange)}`) }),
}
