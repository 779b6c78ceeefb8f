// An alarm that a hidden page hears in time: a worker keeps it, because a hidden page's own timers may come a minute late.

const SOURCE = 'onmessage = ({ data }) => setTimeout(postMessage, data.milliseconds, data.id)'

let worker: Worker | null | undefined
let last = 0
const waiting = new Map<number, () => void>()

/** The worker; null where there are none, and then the page's own timers have to do. */
function keeper(): Worker | null {
  if (worker !== undefined) return worker
  try {
    worker = new Worker(URL.createObjectURL(new Blob([SOURCE], { type: 'text/javascript' })))
    worker.onmessage = ({ data }) => { ring(Number(data)) }
    worker.onerror = () => {
      worker = null
      // Whatever waits looks at the clock when it is woken, so that too early does no harm.
      for (const id of [...waiting.keys()]) ring(id)
    }
  } catch {
    worker = null
  }
  return worker
}

function ring(id: number): void {
  const call = waiting.get(id)
  waiting.delete(id)
  call?.()
}

/** Calls after about so many milliseconds, hidden or not; sooner only where the worker breaks. Returns what takes it back. */
export function after(milliseconds: number, call: () => void): () => void {
  const kept = keeper()
  if (!kept) {
    const timer = setTimeout(call, milliseconds)
    return () => { clearTimeout(timer) }
  }
  const id = (last += 1)
  waiting.set(id, call)
  kept.postMessage({ id, milliseconds })
  return () => { waiting.delete(id) }
}
