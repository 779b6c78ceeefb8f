// The client: the SDK, cut down to two resources, without its retries, and with its errors turned into values. Loaded lazily.
import { BaseAnthropic, type ClientOptions } from '@anthropic-ai/sdk/client'
import type { APIPromise } from '@anthropic-ai/sdk/core/api-promise'
import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk/core/error'
import { Messages } from '@anthropic-ai/sdk/resources/messages/messages'
import { Models } from '@anthropic-ai/sdk/resources/models'
import type { Api, Failure, Outcome } from './api'
import { originOf, type Connection } from './connection'
import { redactor, wordsRedactor } from './redact'

/** The adapter has its own deadline; this one only keeps the SDK from refusing long requests. */
const HOUR = 3_600_000
/** More of a foreign answer tells a reader nothing. */
const EXCERPT = 300

class SmallClient extends BaseAnthropic {
  readonly messages = new Messages(this)
  readonly models = new Models(this)

  // No credentials but the ones that were entered.
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false
  }
}

export function createApi(connection: Connection): Api {
  const { key, base } = connection
  const redact = redactor(key)
  const client = new SmallClient(clientOptions(connection))
  const ask = async (request: () => APIPromise<unknown>, signal: AbortSignal): Promise<Outcome<unknown>> => {
    if (signal.aborted) return { ok: false, failure: { kind: 'aborted' } }
    let status: number | null = null
    try {
      const asked = request()
      // The status is wanted even where the body then breaks off.
      const response = await asked.asResponse()
      status = response.status
      const value: unknown = await asked
      if (typeof value === 'string' || value === undefined || value === null) return { ok: false, failure: { kind: 'foreign', status, says: excerpt(redact(value ?? '')) } }
      return { ok: true, value, status, requestId: response.headers.get('request-id') }
    } catch (error) {
      return { ok: false, failure: failureOf(error, status, signal, redact) }
    }
  }
  return {
    origin: originOf(base),
    base,
    redact,
    redactWords: wordsRedactor(key),
    send: (params, signal) => ask(() => client.messages.create(params, { signal }), signal),
    listModels: async (signal) => {
      const listed = await ask(() => client.get('/v1/models', { query: { limit: 1000 }, signal }), signal)
      if (!listed.ok) return listed
      const { value, ...rest } = listed
      if (typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)) return { ...rest, value: value.data }
      return { ok: false, failure: { kind: 'foreign', status: rest.status, says: excerpt(redact(JSON.stringify(value))) } }
    },
    retrieveModel: (id, signal) => ask(() => client.models.retrieve(id, {}, { signal }), signal),
  }
}

function clientOptions({ base, key, scheme, ownHeaders }: Connection): ClientOptions {
  const bearer = key !== '' && scheme === 'bearer'
  return {
    baseURL: base,
    apiKey: bearer ? key : null,
    authToken: null,
    webhookKey: null,
    // In a worker too, where its absence would not be an error and would drop the header that opts in.
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: HOUR,
    // Its logs print prompts.
    logLevel: 'off',
    openTelemetry: false,
    // A redirect to another origin would take an x-api-key with it.
    fetchOptions: { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
    defaultHeaders: {
      ...(bearer ? {} : { Authorization: null }),
      ...(key !== '' && scheme === 'x-api-key' ? { 'x-api-key': key } : { 'x-api-key': null }),
      ...(ownHeaders ? {} : { 'anthropic-version': null, 'anthropic-dangerous-direct-browser-access': null }),
    },
  }
}

/** By class and type, never by the words of a message: browsers differ in them. */
function failureOf(error: unknown, status: number | null, signal: AbortSignal, redact: (text: string) => string): Failure {
  if (signal.aborted || error instanceof APIUserAbortError) return { kind: 'aborted' }
  if (error instanceof APIConnectionError) return { kind: 'connection' }
  if (error instanceof APIError) {
    const { headers } = error as { headers: Headers | undefined }
    return {
      kind: 'status',
      status: typeof error.status === 'number' ? error.status : 0,
      type: redacted(error.type, redact),
      code: redacted(error.errorCode, redact),
      says: excerpt(redact(typeof error.apiMessage === 'string' ? error.apiMessage : error.message)),
      retryAfter: retryAfterOf(headers),
    }
  }
  return { kind: 'body', status, error: error instanceof Error ? error.name : 'unknown' }
}

const redacted = (value: unknown, redact: (text: string) => string): string | null => (typeof value === 'string' ? excerpt(redact(value)) : null)

/** Milliseconds to wait, from the headers that a page is allowed to read; null where none says. */
function retryAfterOf(headers: Headers | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds
  const text = headers?.get('retry-after') ?? ''
  const seconds = Number(text)
  if (text !== '' && seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return (line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line).toWellFormed()
}
