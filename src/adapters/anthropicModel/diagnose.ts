// Why a connection failed: browsers tell a page nothing, so the page looks for itself. No key is sent here.
import type { Api } from './api'

const PROBE_MILLISECONDS = 5000

/** One sentence about a server that gave no answer that the page may read. */
export async function diagnose(api: Api, signal: AbortSignal): Promise<string> {
  if (typeof navigator !== 'undefined' && navigator.onLine === false && !isLocal(api.origin)) return `The browser is offline, so ${api.origin} cannot be reached.`
  // A request that asks for no permission to read succeeds wherever somebody answers.
  const answered = await probe(api.base, signal)
  if (answered) return `${api.origin} answered, but without the CORS headers that let a page read it: it does not allow calls from this page, or it refused the request before it came to that.`
  const local = isLocal(api.origin) && !isLocalPage()
  if (local && await localNetworkIs('denied')) return `The browser does not let this page reach servers on this machine; allow "local network access" for it in the site settings.`
  if (local) return `${api.origin} cannot be reached: start the server, and if the browser asks whether this page may reach devices on the local network, allow it.`
  return `${api.origin} cannot be reached: the address may be wrong, the server not running, or the network away.`
}

async function probe(base: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(`${base}/v1/models`, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MILLISECONDS)]) })
    return true
  } catch {
    return false
  }
}

const LOCAL = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|[^./]+\.local)(:\d+)?$/
const isLocal = (origin: string): boolean => LOCAL.test(origin)
const isLocalPage = (): boolean => typeof location === 'undefined' || isLocal(location.origin)

async function localNetworkIs(wanted: PermissionState): Promise<boolean> {
  for (const name of ['loopback-network', 'local-network', 'local-network-access']) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      if (state === wanted) return true
    } catch {
      // A browser that does not know the permission does not ask for it.
    }
  }
  return false
}
