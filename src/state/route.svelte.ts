// The route: address and view in the hash as state. Links change it; so does an explicit action, without a new history entry.
import { createContext } from 'svelte'
import { readAddress, writeAddress, type Address } from './address'
import { readView, withView, type View } from './view'

export class Route {
  #address = $state.raw<Address>(readAddress(location.hash))
  #view = $state.raw<View>(readView(location.hash))

  /** Where the page is. */
  get address(): Address {
    return this.#address
  }

  /** How it is shown. */
  get view(): View {
    return this.#view
  }

  /** Follows the address bar until the returned function is called. */
  listen(): () => void {
    const read = () => {
      this.#address = readAddress(location.hash)
      const view = readView(location.hash)
      // What was opened in a frame stays in it.
      this.#view = this.#view.embed ? { ...view, embed: true } : view
    }
    addEventListener('hashchange', read)
    addEventListener('popstate', read)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('popstate', read)
    }
  }

  /** Writes a parameter's new value into the address bar, never into an embed's; the entry in the history stays the same one. */
  replace(address: Address, view: View = this.#view): void {
    if (!view.embed) history.replaceState(history.state, '', withView(writeAddress(address), view))
    this.#address = address
    this.#view = view
  }

  /** Goes to another page, as a link would; an embed shows it without a new address. */
  go(address: Address): void {
    if (this.#view.embed) this.#address = address
    else location.hash = writeAddress(address)
  }
}

const [getRoute, setRoute] = createContext<Route>()
export { getRoute, setRoute }
