// Notices: short sentences that appear once, with at most one action, and what a screen reader is told.
import { plainText } from '../core/task/visible'
import { createContext } from 'svelte'

export interface Notice {
  id: number
  text: string
  kind: 'done' | 'trouble'
  action?: { label: string; run: () => void; /** Called where the notice goes without it. */ lapsed?: () => void }
  /** A later notice about the same takes its place. */
  about?: string
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
    this.#spoken = plainText(text)
  }

  /** Shows a notice, in the place of one about the same, or of the same trouble; trouble stays until it is dismissed. */
  show(text: string, kind: Notice['kind'] = 'done', action?: Notice['action'], about?: string): void {
    const id = this.#next++
    const shown = plainText(text)
    const again = (notice: Notice) => kind === 'trouble' && notice.kind === kind && notice.text === shown && !notice.action && !action
    for (const notice of this.#list) if ((about !== undefined && notice.about === about) || again(notice)) this.dismiss(notice.id)
    this.#list = [...this.#list, { id, text: shown, kind, ...(action && { action }), ...(about !== undefined && { about }) }]
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
