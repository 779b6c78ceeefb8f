// Light or dark: the system's choice until the person makes one.
import { MediaQuery } from 'svelte/reactivity'

const place = 'aftermath.theme'
type Scheme = 'light' | 'dark'

// Storage may be forbidden (private mode, an embedded page); then the choice lasts as long as the page.
function remembered(): Scheme | null {
  try {
    const value = localStorage.getItem(place)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

export class Theme {
  #system = new MediaQuery('prefers-color-scheme: dark', false)
  #chosen = $state<Scheme | null>(remembered())

  /** What is to be seen now. */
  readonly scheme = $derived<Scheme>(this.#chosen ?? (this.#system.current ? 'dark' : 'light'))

  /** The person's choice, or null where the system decides. */
  get chosen(): Scheme | null {
    return this.#chosen
  }

  toggle(): void {
    this.#chosen = this.scheme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem(place, this.#chosen)
    } catch {
      return
    }
  }
}
