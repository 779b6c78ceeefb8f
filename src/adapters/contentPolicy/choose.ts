// Choosing the one origin that the page may reach besides its own: kept for this tab, in force after a reload.
import { reachable } from './boot'
import { allowedOrigin, ORIGIN_KEY } from './narrow'

/** The origin that calls can be made to now; null where none is. */
export const reachableOrigin = (): string | null => reachable

/**
 * Chooses an origin (null: none) and reloads the page where that changes what it may reach. Returns null, or in one
 * sentence why it could not be chosen. Whatever is not kept by then is lost with the reload: ask first while a run is on.
 */
export function chooseOrigin(origin: string | null, reload: () => void = () => { location.reload() }): string | null {
  if (origin !== null && allowedOrigin(origin) === null) return `${origin} cannot be reached from a page: it has to begin with https://, or be on this machine.`
  try {
    if (origin === null) sessionStorage.removeItem(ORIGIN_KEY)
    else sessionStorage.setItem(ORIGIN_KEY, origin)
  } catch {
    return 'The browser lets this page keep nothing (it may be embedded in another site), so that no address can be chosen: open it in a tab of its own.'
  }
  if (origin !== reachable) reload()
  return null
}
