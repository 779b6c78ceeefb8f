// The model behind the Messages API: one turn in, one message out, with its own retries and deadline, every request recorded.
import type { Attempt } from '../../core/agent/episode'
import { abortedBy, Stopped, type AgentView, type CancelSignal, type Model, type ModelTurn } from '../../core/agent/model'
import { costOf, type Price } from '../../core/run/prices'
import type { Gate, Reservation, Settlement } from '../../core/run/budget'
import type { Api, Failure, MessageParams, Outcome } from './api'
import { diagnose } from './diagnose'
import { paramsOf, type ModelSettings } from './params'
import { mapTexts } from './redact'
import { backOff, RETRY, worthRetrying, type RetryPlan } from './retry'
import { failureSays, hopeless, seconds } from './says'
import { idOf, isSameModel, readMessage, type ServedMessage } from './served'
import { deadline, realTime, unlessAborted, waitUntil, type Time } from './time'

/** Why nothing is sent at the moment, and until when (milliseconds since 1970; null where nobody can say). */
export interface Wait {
  reason: string
  until: number | null
  /** Not the model's server is waited for, but a tool whose answer comes late. */
  late?: true
}

export interface ModelOptions extends ModelSettings {
  api: Api
  caching: boolean
  /** Milliseconds that one request may take, from the moment it is sent. */
  requestLimit: number
  /** Asked before every request, those that repeat one included. */
  gate?: Gate | undefined
  /** By which each answered request's cost is put on record. */
  prices?: readonly Price[] | undefined
  retry?: Partial<RetryPlan> | undefined
  time?: Time | undefined
  /** Told when a wait begins, and with null when it is over. */
  onWait?: ((wait: Wait | null) => void) | undefined
  /** Told where no further request can succeed until somebody changes something: a bad key, no money, no such API. */
  onHopeless?: ((says: string) => void) | undefined
}

/** Waiting for the answer has its own deadline, so this end is one of them. */
type Ended = { outcome: Outcome<unknown>; late: boolean; milliseconds: number }

/** A connection that fails sooner than this (milliseconds) never reached a model that could have been paid for. */
const TOO_SOON = 1000

/** A model for one trial, or for several that need not be told apart by `onWait`. Signals that it is handed should be AbortSignals: only they end a wait at once. */
export function messagesModel(options: ModelOptions): Model {
  return { next: (view, signal) => new Turn(options, signal).take(view) }
}

/** One turn: its requests until one is answered or none may follow. */
class Turn {
  readonly #options: ModelOptions
  readonly #cancel: CancelSignal | undefined
  readonly #signal: AbortSignal
  readonly #time: Time
  readonly #plan: RetryPlan
  readonly #attempts: Attempt[] = []

  constructor(options: ModelOptions, cancel: CancelSignal | undefined) {
    this.#options = options
    this.#cancel = cancel
    this.#signal = cancel instanceof AbortSignal ? cancel : new AbortController().signal
    this.#time = options.time ?? realTime
    this.#plan = { ...RETRY, ...options.retry }
  }

  async take(view: AgentView): Promise<ModelTurn> {
    const { api, caching } = this.#options
    const params = paramsOf(view, this.#options, caching)
    const input = inputAtMost(params)
    for (;;) {
      const reservation = await this.#reserve(input, params.max_tokens)
      const at = new Date(this.#time.now()).toISOString()
      const { outcome, late, milliseconds } = await this.#send(params)
      const message = outcome.ok ? readMessage(outcome.value) : null
      if (outcome.ok && message) {
        reservation?.settle(message.usage ?? 'unknown')
        this.#attempts.push({ at, status: outcome.status })
        return this.#checked(message, outcome.requestId, milliseconds)
      }
      const failure: Failure = outcome.ok ? { kind: 'foreign', status: outcome.status, says: '' } : outcome.failure
      reservation?.settle(settlementOf(failure, milliseconds))
      const says = late ? `${api.origin} did not answer within ${seconds(this.#options.requestLimit)}.` : failureSays(failure, api)
      this.#attempts.push({ at, status: 'status' in failure ? failure.status : null, error: says })
      this.#unlessAborted()
      await this.#beforeNext(failure, late, says)
    }
  }

  async #send(params: MessageParams): Promise<Ended> {
    const from = performance.now()
    const limit = deadline(this.#signal, this.#options.requestLimit)
    try {
      const outcome = await this.#options.api.send(params, limit.signal)
      return { outcome, late: !outcome.ok && limit.passed(), milliseconds: Math.round((performance.now() - from) * 10) / 10 }
    } finally {
      limit.done()
    }
  }

  /** Waits before the next request, or throws where none may follow. */
  async #beforeNext(failure: Failure, late: boolean, says: string): Promise<void> {
    const { api, onHopeless, onWait } = this.#options
    const made = this.#attempts.length
    if (!late && !worthRetrying(failure)) {
      if (hopeless(failure)) onHopeless?.(says)
      throw this.#stopped('system_error', says)
    }
    const asked = failure.kind === 'status' ? failure.retryAfter : null
    if (asked !== null && asked > this.#plan.patience) throw this.#stopped('system_error', `${says} It asks to wait ${seconds(asked)} before the next request, longer than the ${seconds(this.#plan.patience)} that are waited.`)
    if (made >= this.#plan.attempts) {
      const why = failure.kind === 'connection' && !late ? await diagnose(api, this.#signal) : says
      this.#unlessAborted()
      throw this.#stopped('system_error', made === 1 ? why : `${why} That was attempt ${made} of ${made}.`)
    }
    const until = this.#time.now() + backOff(made, asked, this.#plan, this.#time.random())
    onWait?.({ reason: says, until })
    try {
      await waitUntil(until, this.#signal, this.#time)
    } finally {
      onWait?.(null)
    }
  }

  /** What the budget puts aside for the next request, once it does. Throws where it never will, or where there is no time left. */
  async #reserve(input: number, output: number): Promise<Reservation | undefined> {
    const { gate, model, onWait } = this.#options
    for (;;) {
      this.#unlessAborted()
      const reserved = gate?.reserve({ model, input, output })
      if (reserved === undefined) return undefined
      if (reserved.state === 'granted') return reserved.reservation
      if (reserved.state === 'refused') throw this.#stopped('cancelled', reserved.says)
      onWait?.({ reason: 'The rest of the budget is put aside for requests that are under way.', until: null })
      try {
        await unlessAborted(reserved.until, this.#signal)
      } finally {
        onWait?.(null)
      }
    }
  }

  async #checked(message: ServedMessage, requestId: string | null, milliseconds: number): Promise<ModelTurn> {
    const { api, model, prices = [] } = this.#options
    const nanodollars = message.usage === undefined ? null : costOf(prices, model, message.usage)
    const turn: ModelTurn = mapTexts({
      content: message.content,
      stop_reason: message.stop_reason,
      ...(message.model === null ? {} : { model: message.model }),
      ...(message.usage === undefined ? {} : { usage: message.usage }),
      ...(nanodollars === null ? {} : { nanodollars }),
      request_id: requestId,
      milliseconds,
      attempts: this.#attempts,
    }, (text) => api.redactWords(text))
    if (message.model !== null && (isSameModel(model, message.model) || isSameModel(await this.#meaning(), message.model))) return turn
    this.#unlessAborted()
    const served = message.model === null ? 'The answer does not say which model gave it' : `${api.redact(message.model)} answered`
    throw new Stopped({ kind: 'wrong_model', detail: `${served}; ${model} was asked.` }, turn)
  }

  /** What the name of the model stands for, where it is an alias; else the name. */
  async #meaning(): Promise<string> {
    const { api, model } = this.#options
    const known = meanings.get(api)?.get(model)
    if (known !== undefined) return known
    const reservation = await this.#reserve(0, 0)
    const limit = deadline(this.#signal, this.#options.requestLimit)
    const found = await api.retrieveModel(model, limit.signal)
    limit.done()
    reservation?.settle('unbilled')
    const id = found.ok ? idOf(found.value) : null
    if (id === null) return model
    meanings.set(api, (meanings.get(api) ?? new Map<string, string>()).set(model, id))
    return id
  }

  #unlessAborted(): void {
    const signal = this.#cancel
    if (signal?.aborted) throw new Stopped({ ...abortedBy(signal), ...this.#tried() })
  }

  #stopped(kind: 'system_error' | 'cancelled', detail: string): Stopped {
    return new Stopped({ kind, detail, ...this.#tried() })
  }

  #tried(): { attempts?: Attempt[] } {
    return this.#attempts.length > 0 ? { attempts: this.#attempts } : {}
  }
}

/** What aliases stand for, asked once a server. */
const meanings = new WeakMap<Api, Map<string, string>>()

function settlementOf(failure: Failure, milliseconds: number): Settlement {
  switch (failure.kind) {
    case 'status':
    case 'foreign': return 'unbilled'
    case 'connection': return milliseconds < TOO_SOON ? 'unbilled' : 'unknown'
    case 'body':
    case 'aborted': return 'unknown'
  }
}

/** Two bytes a token is more than any text in any language comes to, save for noise. */
const BYTES_A_TOKEN = 2
/** What the API adds to a prompt by itself, tools described included. */
const ADDED_TOKENS = 1000

/** Tokens of input at most, by the length of the request. */
export const inputAtMost = (params: MessageParams): number => Math.ceil(new TextEncoder().encode(JSON.stringify(params)).length / BYTES_A_TOKEN) + ADDED_TOKENS
