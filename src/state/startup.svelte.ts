// Startup: the page is drawn at once, and what it needs from outside arrives in its own time.
import { createContext } from 'svelte'
import { Library, sentence } from './library.svelte'
import type { Notices } from './notices.svelte'
import type { Services } from './services'

/** What has arrived, and the state built on it, kept for the whole visit. */
export interface Ready {
  services: Services
  library: Library
}

export class Startup {
  #ready = $state.raw<Ready>()
  #trouble = $state('')

  constructor(services: Services | Promise<Services>, notices: Notices) {
    const take = (arrived: Services) => {
      this.#ready = { services: arrived, library: new Library(arrived, notices) }
    }
    if (services instanceof Promise) services.then(take, (error: unknown) => (this.#trouble = sentence(error)))
    else take(services)
  }

  get ready(): Ready | undefined {
    return this.#ready
  }

  /** Why nothing arrived, as a sentence; '' where it did, or still may. */
  get trouble(): string {
    return this.#trouble
  }
}

const [getStartup, setStartup] = createContext<Startup>()
export { getStartup, setStartup }
