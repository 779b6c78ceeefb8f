// A tool whose answer a fault holds back: a model waits for it by the wall clock.
import type { Wait } from '../anthropicModel/messagesModel'
import { realTime, waitUntil, type Time } from '../anthropicModel/time'

/** Lets so many milliseconds pass, or fewer where the signal is aborted; tells when the wait begins, and with null when it is over. */
export function lateAnswer(signal: AbortSignal, onWait?: (wait: Wait | null) => void, time: Time = realTime): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    const until = time.now() + milliseconds
    onWait?.({ reason: 'A tool answers late.', until, late: true })
    await waitUntil(until, signal, time)
    onWait?.(null)
  }
}
