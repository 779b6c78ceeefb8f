// A store with the published counts beside what it keeps: they come with the app, and are written nowhere.
import { runExists } from '../core/run/refusals'
import type { RunEntry, RunStore, Slot, TrialSummary } from '../core/run/store'
import type { Label, RunHead, Trial } from '../core/trial/record'

interface Published {
  heads: readonly RunHead[]
  entries: readonly RunEntry[]
}

export class WithPublished implements RunStore {
  readonly durable: boolean
  readonly #store: RunStore
  readonly #app: string
  #published: Promise<Published> | undefined

  constructor(store: RunStore, app: string) {
    this.#store = store
    this.#app = app
    this.durable = store.durable
  }

  /** Read when they are first asked for: the start page needs none of them. */
  #shelf(): Promise<Published> {
    this.#published ??= Promise.all([import('../core/run/published'), import('../core/run/summary')]).then(([{ publishedRuns }, { entryOf }]) => {
      const heads = publishedRuns(this.#app)
      return { heads, entries: heads.map((head) => ({ ...entryOf(head, []), fixed: true as const })) }
    })
    this.#published.catch(() => (this.#published = undefined))
    return this.#published
  }

  async #fixed(id: string): Promise<RunHead | null> {
    return (await this.#shelf()).heads.find((head) => head.id === id) ?? null
  }

  async #refuse(id: string): Promise<void> {
    const head = await this.#fixed(id)
    if (head) throw new Error(`${head.name} comes with the app and stays as it is`)
  }

  /** The published ones come last. */
  async list(): Promise<RunEntry[]> {
    const [mine, { entries }] = await Promise.all([this.#store.list(), this.#shelf()])
    const here = new Set(mine.map(({ id }) => id))
    return [...mine, ...entries.filter(({ id }) => !here.has(id))]
  }

  async head(id: string): Promise<RunHead | null> {
    return (await this.#store.head(id)) ?? this.#fixed(id)
  }

  summaries(id: string): Promise<TrialSummary[]> {
    return this.#store.summaries(id)
  }

  trial(id: string, slot: Slot, attempt?: number): Promise<Trial | null> {
    return this.#store.trial(id, slot, attempt)
  }

  trials(id: string): AsyncIterable<Trial[]> {
    return this.#store.trials(id)
  }

  async put(head: RunHead, trials: readonly Trial[]): Promise<void> {
    if (await this.#fixed(head.id)) throw runExists(head.id)
    await this.#store.put(head, trials)
  }

  async append(id: string, trials: readonly Trial[]): Promise<void> {
    await this.#refuse(id)
    await this.#store.append(id, trials)
  }

  async label(id: string, slot: Slot, attempt: number, labels: readonly Label[]): Promise<void> {
    await this.#refuse(id)
    await this.#store.label(id, slot, attempt, labels)
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#refuse(id)
    await this.#store.rename(id, name)
  }

  async remove(id: string): Promise<void> {
    await this.#refuse(id)
    await this.#store.remove(id)
  }

  /** Of a published run: it is here already. */
  async restore(id: string): Promise<void> {
    if (!(await this.#fixed(id))) await this.#store.restore(id)
  }

  removed(): Promise<string[]> {
    return this.#store.removed()
  }

  purge(ids: readonly string[]): Promise<void> {
    return this.#store.purge(ids)
  }

  async erase(id: string): Promise<void> {
    await this.#refuse(id)
    await this.#store.erase(id)
  }
}
