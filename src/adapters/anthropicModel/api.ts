// Api: the port to one server of the Messages API, with every way in which a request can end as a value.
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages'

export type MessageParams = MessageCreateParamsNonStreaming

/** How a request failed. Texts in it are the server's own, without the key. */
export type Failure =
  /** The caller's signal. */
  | { kind: 'aborted' }
  /** No answer that the page may read: the network, CORS, a permission, or a server that is not there. */
  | { kind: 'connection' }
  /** The answer broke off or was no JSON. */
  | { kind: 'body'; status: number | null; error: string }
  | { kind: 'status'; status: number; type: string | null; code: string | null; says: string; retryAfter: number | null }
  /** Answered, and not as a Messages API does. */
  | { kind: 'foreign'; status: number; says: string }

export type Outcome<T> = { ok: true; value: T; requestId: string | null; status: number } | { ok: false; failure: Failure }

/** A model as the server lists it; null where the server does not say. */
export interface ListedModel {
  id: string
  title: string
  maxTokens: number | null
  contextTokens: number | null
  /** The levels of effort it takes, from low to max; empty where it takes none. */
  effort: Effort[] | null
  /** Whether it decides itself how much to think, and whether thinking can be switched off. */
  adaptiveThinking: boolean | null
  thinkingCanBeOff: boolean | null
}

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

export interface Api {
  /** Its address and the key-free name of it, for sentences. */
  readonly origin: string
  readonly base: string
  redact(text: string): string
  /** The redactor for what a model said. */
  redactWords(text: string): string
  send(params: MessageParams, signal: AbortSignal): Promise<Outcome<unknown>>
  listModels(signal: AbortSignal): Promise<Outcome<unknown[]>>
  /** What an alias stands for. */
  retrieveModel(id: string, signal: AbortSignal): Promise<Outcome<unknown>>
}
