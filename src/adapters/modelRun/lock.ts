// One tab plays a run: a lock of the browser, held for as long as the run is played.

export type Lock = { state: 'held'; release(): void } | { state: 'taken' } | { state: 'unknown'; release(): void }

const nameOf = (run: string): string => `aftermath-run-${run}`

/** Takes the lock of a run, or says that another tab has it; `unknown` where this browser has no locks. Never throws. */
export function lockRun(run: string): Promise<Lock> {
  return new Promise((resolve) => {
    const unknown = () => resolve({ state: 'unknown', release: () => undefined })
    try {
      navigator.locks.request(nameOf(run), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve({ state: 'taken' })
        return new Promise<void>((release) => resolve({ state: 'held', release }))
      }).catch(unknown)
    } catch {
      unknown()
    }
  })
}

/** Whether some tab plays the run; null where nobody can say. Never throws. */
export async function isPlayed(run: string): Promise<boolean | null> {
  try {
    return ((await navigator.locks.query()).held ?? []).some(({ name }) => name === nameOf(run))
  } catch {
    return null
  }
}
