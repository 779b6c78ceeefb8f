// The route: the address in the hash as state. Links change it; so does an explicit action, without a new history entry.
import { createContext } from 'svelte'
import { readAddress, writeAddress, type Address } from './address'

export class Route {
  #address = $state.raw<Address>(readAddress(location.hash))

  /** Where the page is. */
  get address(): Address {
    return this.#address
  }

  /** Follows the address bar until the returned function is called. */
  listen(): () => void {
    const read = () => {
      this.#address = readAddress(location.hash)
    }
    addEventListener('hashchange', read)
    addEventListener('popstate', read)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('popstate', read)
    }
  }

  /** Writes a parameter's new value into the address bar; the entry in the history stays the same one. */
  replace(address: Address): void {
    history.replaceState(history.state, '', writeAddress(address))
    this.#address = address
  }

  /** Goes to another page, as a link would. */
  go(address: Address): void {
    location.hash = writeAddress(address)
  }
}

const [getRoute, setRoute] = createContext<Route>()
export { getRoute, setRoute }
