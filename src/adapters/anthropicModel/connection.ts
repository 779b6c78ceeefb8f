// Connection: which server is talked to and with which key. Both are cleaned here, at entry; nothing here talks.
import { presetOf, type HeaderScheme, type PresetId } from './presets'
import { redactor } from './redact'

/** A value, or why there is none in one sentence. */
export type Cleaned = { ok: true; value: string } | { ok: false; says: string }

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

const refused = (says: string): Cleaned => ({ ok: false, says })

/**
 * A base URL in the one form the rest relies on: origin and path, without a slash at its end and without /v1.
 * Refused: credentials, a query, a fragment, any scheme but https (http only for this machine).
 */
export function cleanBaseUrl(entered: string): Cleaned {
  const text = entered.trim()
  if (text === '') return refused('Enter the address of the API, beginning with https:// (or http://localhost).')
  if (/\s/.test(text)) return refused('The address contains a space.')
  // "localhost:1234" would be read as a scheme of that name.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return refused('The address has to begin with https:// (or http:// for a server on this machine).')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return refused('This is not an address.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused(`The address has to begin with https://, not ${url.protocol}//.`)
  if (url.username !== '' || url.password !== '') return refused('The address contains a user name or password; enter the key in its own field.')
  if (text.includes('?')) return refused('The address contains a query (everything from the "?"); leave it out.')
  if (text.includes('#')) return refused('The address contains a fragment (everything from the "#"); leave it out.')
  // A content security policy has no way to name an IPv6 address, so the page could never reach it.
  if (url.hostname.startsWith('[')) return refused('A page cannot be allowed to reach an IPv6 address; for this machine, enter http://localhost or http://127.0.0.1.')
  if (!/^[a-z0-9._-]+$/.test(url.hostname)) return refused('This is not the name of a server.')
  if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) return refused('Only a server on this machine (localhost, 127.0.0.1) may be called over http://; use https://, or the key could be read on its way.')
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '').replace(/\/v1(\/(messages|models))?$/, '')
  return { ok: true, value: `${url.origin}${path}` }
}

/** A key without the blanks around it. One that no header can carry is refused, and where it goes wrong is named. */
export function cleanKey(entered: string): Cleaned {
  const text = entered.trim()
  const before = entered.length - entered.trimStart().length
  const at = [...text].findIndex((character) => character < '!' || character > '~')
  if (at < 0) return { ok: true, value: text }
  const character = [...text][at] ?? ''
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const what = /\s/.test(character) ? 'a space or a line break' : /[\p{Cf}\p{Cc}]/u.test(character) ? `invisible (U+${code})` : `not a plain letter, digit or sign (U+${code})`
  return refused(`Character ${before + at + 1} of the key is ${what}; copy the key again.`)
}

/** What a client needs to talk to one server. */
export interface Connection {
  preset: PresetId
  /** As `cleanBaseUrl` gives it. */
  base: string
  scheme: HeaderScheme
  ownHeaders: boolean
  caching: boolean
  /** As `cleanKey` gives it; '' where there is none. */
  key: string
}

export const originOf = (base: string): string => new URL(base).origin

/** The part of a Storage that is used; every call of it may throw. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const CONNECTION = 'aftermath.connection'
const KEY = 'aftermath.key'

/**
 * The connection of this tab. The key stays in memory, or in the tab's session storage if the person asked for that,
 * and belongs to the origin that it was entered for: another origin forgets it.
 */
export class Session {
  readonly #storage: () => KeyStorage
  #preset: PresetId = 'anthropic'
  #base = presetOf('anthropic').base
  #scheme: HeaderScheme = 'bearer'
  #caching = true
  #key = ''
  #remembers = false

  /** `storage` is asked anew each time: reading `sessionStorage` itself may throw. */
  constructor(storage: () => KeyStorage) {
    this.#storage = storage
    this.#restore()
  }

  get preset(): PresetId { return this.#preset }
  get base(): string { return this.#base }
  get origin(): string { return originOf(this.#base) }
  get scheme(): HeaderScheme { return this.#scheme }
  get hasKey(): boolean { return this.#key !== '' }
  /** Whether the key is kept in this tab's session storage. */
  get remembers(): boolean { return this.#remembers }
  /** Whether all is there that a call needs. */
  get ready(): boolean { return this.hasKey || !presetOf(this.#preset).needsKey }
  /** Takes the key out of a text, wherever it stands in it. */
  get redact(): (text: string) => string { return redactor(this.#key) }

  get connection(): Connection {
    return { preset: this.#preset, base: this.#base, scheme: this.#scheme, ownHeaders: presetOf(this.#preset).ownHeaders, caching: this.#caching, key: this.#key }
  }

  /** Chooses a server; null, or why not in one sentence, and then nothing has changed. */
  choose(preset: PresetId, base: string, more: { scheme?: HeaderScheme; caching?: boolean } = {}): string | null {
    const cleaned = cleanBaseUrl(base)
    if (!cleaned.ok) return cleaned.says
    if (originOf(cleaned.value) !== this.origin) this.forgetKey()
    this.#preset = preset
    this.#base = cleaned.value
    this.#scheme = more.scheme ?? presetOf(preset).scheme
    this.#caching = more.caching ?? presetOf(preset).caching
    this.#write(CONNECTION, JSON.stringify({ preset, base: this.#base, scheme: this.#scheme, caching: this.#caching }))
    return null
  }

  /** Takes a key for the present origin; null, or why not in one sentence, and then nothing has changed. */
  enterKey(entered: string): string | null {
    const cleaned = cleanKey(entered)
    if (!cleaned.ok) return cleaned.says
    this.#key = cleaned.value
    if (this.#remembers) this.#write(KEY, JSON.stringify({ origin: this.origin, key: this.#key }))
    return null
  }

  /** Keeps the key in this tab's session storage, or no longer. False where the storage refuses. */
  remember(keep: boolean): boolean {
    if (!keep) {
      this.#remembers = false
      this.#erase(KEY)
      return true
    }
    this.#remembers = this.#write(KEY, JSON.stringify({ origin: this.origin, key: this.#key }))
    return this.#remembers
  }

  forgetKey(): void {
    this.#key = ''
    this.#erase(KEY)
  }

  #restore(): void {
    const chosen = this.#read(CONNECTION)
    const { preset, base, scheme, caching } = chosen
    if (isPresetId(preset) && typeof base === 'string') {
      const cleaned = cleanBaseUrl(base)
      if (cleaned.ok) {
        this.#preset = preset
        this.#base = cleaned.value
        this.#scheme = scheme === 'bearer' || scheme === 'x-api-key' ? scheme : presetOf(preset).scheme
        this.#caching = typeof caching === 'boolean' ? caching : presetOf(preset).caching
      }
    }
    const { origin, key } = this.#read(KEY)
    if (typeof key !== 'string') return
    const cleaned = cleanKey(key)
    if (origin !== this.origin || !cleaned.ok) return this.#erase(KEY)
    this.#key = cleaned.value
    this.#remembers = true
  }

  #read(name: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(this.#storage().getItem(name) ?? 'null')
      return typeof value === 'object' && value !== null ? { ...value } : {}
    } catch {
      return {}
    }
  }

  #write(name: string, value: string): boolean {
    try {
      this.#storage().setItem(name, value)
      return true
    } catch {
      return false
    }
  }

  #erase(name: string): void {
    try {
      this.#storage().removeItem(name)
    } catch {
      // Where nothing can be removed, nothing was kept.
    }
  }
}

const isPresetId = (value: unknown): value is PresetId => typeof value === 'string' && ['anthropic', 'ollama', 'llamacpp', 'lmstudio', 'litellm', 'custom'].includes(value)
