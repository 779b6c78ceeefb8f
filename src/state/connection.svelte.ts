// The connection as the page shows it: which server, whether there is a key, and what testing it came to. The key itself is never here.
import type { ListedModel } from '../adapters/anthropicModel/api'
import { Session, type Connection, type KeyStorage } from '../adapters/anthropicModel/connection'
import type { HeaderScheme, PresetId } from '../adapters/anthropicModel/presets'
import { testConnection } from '../adapters/anthropicModel/testConnection'

/** What the page may reach, and how that is chosen. */
export interface Reach {
  /** The origin that can be reached now; null where none can. */
  origin: string | null
  /** Chooses another one, which reloads the page; or says why not. */
  choose(origin: string | null): string | null
}

type Test = { state: 'none' } | { state: 'asking' } | { state: 'failed'; says: string } | { state: 'good' }

export class ConnectionState {
  readonly #session: Session
  readonly #reach: Reach
  #changes = $state(0)
  #trouble = $state('')
  #keyTrouble = $state('')
  #test = $state.raw<Test>({ state: 'none' })
  #models = $state.raw<ListedModel[]>([])

  constructor(storage: () => KeyStorage, reach: Reach) {
    this.#session = new Session(storage)
    this.#reach = reach
  }

  get preset(): PresetId { return this.#now.preset }
  get base(): string { return this.#now.base }
  get origin(): string { return this.#now.origin }
  get scheme(): HeaderScheme { return this.#now.scheme }
  get hasKey(): boolean { return this.#now.hasKey }
  get remembers(): boolean { return this.#now.remembers }
  get caching(): boolean { return this.#now.connection.caching }
  /** Whether the page may reach the server that is chosen. */
  get allowed(): boolean { return this.#now.origin === this.#reach.origin }
  /** Whether all is there that a call needs. */
  get ready(): boolean { return this.allowed && this.#now.ready }
  get trouble(): string { return this.#trouble }
  get keyTrouble(): string { return this.#keyTrouble }
  get test(): Test { return this.#test }
  /** What the server lists; none before it was asked. */
  get models(): readonly ListedModel[] { return this.#models }

  /** For whoever opens a client: holds the key. */
  connection(): Connection { return this.#session.connection }

  /** Chooses the server; the page is loaded again where it may not reach it yet. */
  choose(preset: PresetId, base: string, scheme: HeaderScheme): void {
    this.#trouble = this.#session.choose(preset, base, { scheme }) ?? ''
    if (this.#trouble === '') {
      this.#test = { state: 'none' }
      this.#models = []
      this.#trouble = this.#reach.choose(this.#session.origin) ?? ''
    }
    this.#changes += 1
  }

  /** Takes the key; false where it cannot be one, and then the sentence stands in `keyTrouble`. */
  enterKey(entered: string): boolean {
    this.#keyTrouble = this.#session.enterKey(entered) ?? ''
    this.#test = { state: 'none' }
    this.#changes += 1
    return this.#keyTrouble === ''
  }

  remember(keep: boolean): void {
    this.#keyTrouble = this.#session.remember(keep) ? '' : 'This browser does not let the page keep anything: the key stays in memory.'
    this.#changes += 1
  }

  forgetKey(): void {
    this.#session.forgetKey()
    this.#keyTrouble = ''
    this.#test = { state: 'none' }
    this.#changes += 1
  }

  /** Asks the server for its models. */
  async ask(): Promise<void> {
    this.#test = { state: 'asking' }
    const tested = await testConnection(this.#session.connection)
    if (tested.ok) this.#models = tested.models
    this.#test = tested.ok ? { state: 'good' } : { state: 'failed', says: tested.says }
  }

  /** The session, read again whenever something has changed. */
  get #now(): Session {
    void this.#changes
    return this.#session
  }
}
