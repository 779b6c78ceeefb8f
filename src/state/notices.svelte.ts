// Notices: short sentences that appear once, with at most one action, and what a screen reader is told.
import { createContext } from 'svelte'

export interface Notice {
  id: number
  text: string
  kind: 'done' | 'trouble'
  action?: { label: string; run: () => void; /** Called where the notice goes without it. */ lapsed?: () => void }
}

/** A notice without trouble goes after this many milliseconds. */
const LASTS = 12_000

export class Notices {
  #list = $state.raw<Notice[]>([])
  #spoken = $state('')
  #next = 1

  get list(): readonly Notice[] {
    return this.#list
  }

  /** What the live region says. */
  get spoken(): string {
    return this.#spoken
  }

  /** Says something to a screen reader, without showing anything. */
  speak(text: string): void {
    this.#spoken = text
  }

  /** Shows a notice; trouble stays until it is dismissed. */
  show(text: string, kind: Notice['kind'] = 'done', action?: Notice['action']): void {
    const id = this.#next++
    this.#list = [...this.#list, { id, text, kind, ...(action && { action }) }]
    if (kind === 'done') setTimeout(() => this.dismiss(id), LASTS)
  }

  dismiss(id: number): void {
    this.#take(id)?.action?.lapsed?.()
  }

  /** Does what the notice offers, and takes it away. */
  act(id: number): void {
    this.#take(id)?.action?.run()
  }

  #take(id: number): Notice | undefined {
    const found = this.#list.find((notice) => notice.id === id)
    this.#list = this.#list.filter((notice) => notice !== found)
    return found
  }
}

const [getNotices, setNotices] = createContext<Notices>()
export { getNotices, setNotices }
