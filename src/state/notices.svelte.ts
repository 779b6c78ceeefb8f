// Notices: short sentences that appear once, with at most one action, and what a screen reader is told.
import { createContext } from 'svelte'

export interface Notice {
  id: number
  text: string
  kind: 'done' | 'trouble'
  action?: { label: string; run: () => void }
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
    this.#list = this.#list.filter((notice) => notice.id !== id)
  }
}

const [getNotices, setNotices] = createContext<Notices>()
export { getNotices, setNotices }
