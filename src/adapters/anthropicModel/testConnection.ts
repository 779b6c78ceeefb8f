// Testing a connection: the list of models, or in one sentence why it cannot be had.
import { EFFORTS, type Api, type ListedModel } from './api'
import type { Connection } from './connection'
import { diagnose } from './diagnose'
import { failureSays, seconds } from './says'
import { deadline } from './time'

export type ConnectionTest = { ok: true; models: ListedModel[] } | { ok: false; says: string }

const LIMIT = 20_000

/** The client for a connection, its code loaded when it is first needed. Throws one sentence where that does not arrive. */
export async function openApi(connection: Connection): Promise<Api> {
  let client: typeof import('./client')
  try {
    client = await import('./client')
  } catch {
    throw new Error('The code that talks to the API could not be loaded from this page\'s server; reload the page.')
  }
  return client.createApi(connection)
}

/** Asks for the models. Never throws. */
export async function testConnection(connection: Connection, cancel: AbortSignal = new AbortController().signal): Promise<ConnectionTest> {
  let api: Api
  try {
    api = await openApi(connection)
  } catch (error) {
    return { ok: false, says: error instanceof Error ? error.message : String(error) }
  }
  const limit = deadline(cancel, LIMIT)
  const listed = await api.listModels(limit.signal)
  limit.done()
  if (listed.ok) return { ok: true, models: listed.value.flatMap((model) => readModel(model) ?? []) }
  if (limit.passed()) return { ok: false, says: `${api.origin} did not answer within ${seconds(LIMIT)}.` }
  return { ok: false, says: listed.failure.kind === 'connection' ? await diagnose(api, cancel) : failureSays(listed.failure, api) }
}

/** A model of the list; null where it has no id. Whatever a server leaves out is unknown. */
export function readModel(model: unknown): ListedModel | null {
  const id = field(model, 'id')
  if (typeof id !== 'string' || id === '') return null
  const title = field(model, 'display_name')
  const capabilities = field(model, 'capabilities')
  const effort = field(capabilities, 'effort')
  const types = field(field(capabilities, 'thinking'), 'types')
  return {
    id,
    title: typeof title === 'string' && title !== '' ? title : id,
    maxTokens: count(field(model, 'max_tokens')),
    contextTokens: count(field(model, 'max_input_tokens')),
    effort: supported(effort) === null ? null : EFFORTS.filter((level) => supported(effort) === true && supported(field(effort, level)) === true),
    adaptiveThinking: supported(field(types, 'adaptive')),
    thinkingCanBeOff: supported(field(types, 'disabled')),
  }
}

const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined)
const count = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null)

function supported(value: unknown): boolean | null {
  const says = field(value, 'supported')
  return typeof says === 'boolean' ? says : null
}
