// Light or dark: the system's choice until the person makes one.
import { MediaQuery } from 'svelte/reactivity'
import { recall, remember } from './remembered'

type Scheme = 'light' | 'dark'

function remembered(): Scheme | null {
  const value = recall('theme')
  return value === 'light' || value === 'dark' ? value : null
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
    remember('theme', this.#chosen)
  }
}
