// What a failed request comes to, in one sentence. What the server said stands in it without the key.
import type { Api, Failure } from './api'
import { outOfMoney } from './retry'

export const seconds = (milliseconds: number): string => {
  const count = Math.ceil(milliseconds / 1000)
  return `${count.toLocaleString('en')} ${count === 1 ? 'second' : 'seconds'}`
}

/** An organisation whose keys may not be used from a browser: the status and type are those of a bad key, so its words decide. */
const forbidsBrowsers = (failure: Failure): boolean => failure.kind === 'status' && (failure.status === 401 || failure.status === 403) && /\bCORS\b/.test(failure.says)

const quoted = (says: string): string => (says === '' ? '' : `: ${/[.!?…]$/.test(says) ? says : `${says}.`}`)

/** One sentence for a failure. A connection that failed needs `diagnose` to say more. */
export function failureSays(failure: Failure, api: Api): string {
  switch (failure.kind) {
    case 'aborted': return 'The request was cancelled.'
    case 'connection': return `${api.origin} gave no answer that this page may read.`
    case 'body': return `The answer of ${api.origin} broke off before it was whole (${failure.error}).`
    case 'foreign': return `What answers at ${api.base} is not a Messages API${failure.says === '' ? '.' : quoted(failure.says)}`
    case 'status': {
      const { status, type, says } = failure
      const name = `${status}${type === null ? '' : ` ${type}`}`
      if (forbidsBrowsers(failure)) return `The organisation of this key does not allow calls from browsers (${name}); its administrators can, or use another key.`
      if (outOfMoney(failure)) return `A spending limit of the account is reached (${name})${quoted(says) || '.'}`
      if (status === 401) return `${api.origin} does not accept the key (${name})${quoted(says) || '.'}`
      if (status === 403) return `The key is not permitted to do this (${name})${quoted(says) || '.'}`
      if (status === 404 && type !== 'not_found_error') return `What answers at ${api.base} is not a Messages API (404).`
      return `${api.origin} answered ${name}${quoted(says) || '.'}`
    }
  }
}

/** Whether no request with this key, to this server, for this model can succeed until somebody changes something. */
export function hopeless(failure: Failure): boolean {
  return failure.kind === 'foreign' || (failure.kind === 'status' && (outOfMoney(failure) || [401, 402, 403, 404].includes(failure.status)))
}
