// The second stage of the page's policy: of all that the first one allows, this page and the one origin that was chosen.

/** Where the chosen origin is kept, in this tab's session storage. */
export const ORIGIN_KEY = 'aftermath.origin'

/** An origin as a policy may name it: https, or http on this machine, and nothing else in the text; else null. */
export function allowedOrigin(text: string | null): string | null {
  if (text === null) return null
  try {
    const { origin, protocol, hostname } = new URL(text)
    if (origin !== text || !/^[a-z0-9._-]+$/.test(hostname)) return null
    return protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')) ? origin : null
  } catch {
    return null
  }
}

/** The policy that narrows: of the page itself, and of the origin where one is allowed. */
export const narrowPolicy = (origin: string | null): string => `connect-src 'self'${origin === null ? '' : ` ${origin}`}`

/** The origin that this tab has chosen; null where none is, or where storage refuses. */
export function chosenOrigin(): string | null {
  try {
    return allowedOrigin(sessionStorage.getItem(ORIGIN_KEY))
  } catch {
    return null
  }
}
