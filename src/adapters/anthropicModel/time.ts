// Time for requests: waiting by the wall clock, and deadlines, both in time in a hidden page, too.
import { after } from './alarm'

export interface Time {
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 to 1, 1 excluded. */
  random(): number
}

export const realTime: Time = { now: () => Date.now(), random: () => Math.random() }

/** A machine that slept wakes its timers with what was left of them, so the clock is asked this often. */
const LOOK = 1000

/** Resolves at a moment of the wall clock: true, or false at once where the signal is aborted. */
export function waitUntil(moment: number, signal: AbortSignal, time: Time): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    let silence = () => undefined as void
    const stop = () => { silence(); resolve(false) }
    const look = () => {
      const left = moment - time.now()
      if (left > 0) {
        silence = after(Math.min(left, LOOK), look)
        return
      }
      signal.removeEventListener('abort', stop)
      resolve(true)
    }
    signal.addEventListener('abort', stop, { once: true })
    look()
  })
}

/** A signal that is aborted with the caller's or after so many milliseconds, whichever comes first. `done` ends the timer. */
export function deadline(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; passed(): boolean; done(): void } {
  const late = new AbortController()
  const until = Date.now() + milliseconds
  let silence = () => undefined as void
  const look = () => {
    const left = until - Date.now()
    if (left > 0) silence = after(left, look)
    else late.abort(new DOMException('the deadline has passed', 'TimeoutError'))
  }
  look()
  return {
    signal: AbortSignal.any([signal, late.signal]),
    passed: () => late.signal.aborted,
    done: () => { silence() },
  }
}

/** Resolves with the promise, or false at once where the signal is aborted first. */
export function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const stop = () => { resolve(false) }
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(() => { signal.removeEventListener('abort', stop); resolve(true) })
  })
}
