// What came back: read as a message of the Messages API, or refused; and whether the model is the one that was asked.
import type { Block, Usage } from '../../core/agent/episode'

export interface ServedMessage {
  content: Block[]
  stop_reason: string | null
  model: string | null
  usage: Usage | undefined
}

/** The message, or null where the answer is not one. Its blocks are kept as they came. */
export function readMessage(body: unknown): ServedMessage | null {
  if (!isRecord(body)) return null
  const { content, stop_reason: reason, model, usage } = body
  if (!Array.isArray(content) || !content.every(isBlock)) return null
  return { content, stop_reason: typeof reason === 'string' ? reason : null, model: typeof model === 'string' ? model : null, usage: readUsage(usage) }
}

/** A tool call without a name and an id cannot be answered. */
function isBlock(value: unknown): value is Block {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false
  return value['type'] !== 'tool_use' || (typeof value['id'] === 'string' && typeof value['name'] === 'string')
}

/** Counts that are not whole numbers are unknown, never 0. Fields that nobody knows are kept. */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined
  const count = (value: unknown): number | null => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null)
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read, ...rest } = usage
  return {
    ...rest,
    input_tokens: count(usage['input_tokens']),
    output_tokens: count(usage['output_tokens']),
    ...(written === undefined ? {} : { cache_creation_input_tokens: count(written) }),
    ...(read === undefined ? {} : { cache_read_input_tokens: count(read) }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A model's own name, or that name with its date. */
export const isSameModel = (asked: string, served: string): boolean => served === asked || (served.startsWith(`${asked}-`) && /^\d{8}$/.test(served.slice(asked.length + 1)))

/** The id that a model's description gives. */
export const idOf = (body: unknown): string | null => (isRecord(body) && typeof body['id'] === 'string' ? body['id'] : null)
