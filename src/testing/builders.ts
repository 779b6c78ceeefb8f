// Runs of the small shop in any number of trials, valid down to their hashes.
import { newRun, type RunPlan } from '../core/run/manifest'
import type { RunHead, Trial } from '../core/trial/record'
import { callOf, cancelled, episodeOf, miniShop, miniStart, miniTasks, trialOf } from './fixtures/miniShop'

const player = { kind: 'script', id: 'oracle', title: 'Oracle' } as const

/** A valid head: `trials` a task, three tasks. */
export function runHead({ id = 'run-1', name = 'A run', trials = 5, ...more }: Partial<RunPlan> & { trials?: number } = {}): RunHead {
  return newRun({
    id, name, created: '2026-10-26T10:00:00.000Z', app: '0.1.0', kind: 'scripted',
    configuration: { player, trials, steps: 20, seed: 1 },
    manifest: miniTasks.map((task) => ({ world: 'mini', task: task.id, trials })),
    bundles: [miniShop],
    starts: { mini: Object.fromEntries(miniTasks.map((task) => [task.id, miniStart])) },
    grader: 'whole-1',
    ...more,
  })
}

const [cancelPaid, refundLate] = miniTasks as [typeof miniTasks[number], typeof miniTasks[number]]

/** A passed trial of cancel-paid; `more` says what differs. */
export function passed(more: Partial<Trial> = {}): Trial {
  const calls = [callOf(1, 'cancel_order', { order_id: 'ORD-1' }, [cancelled])]
  return structuredClone(trialOf('oracle', cancelPaid, episodeOf(cancelPaid, calls, 'ORD-1 has been cancelled.'), { player, ...more }))
}

/** A failed trial of refund-late: the escalation is missing. */
export function failed(more: Partial<Trial> = {}): Trial {
  return structuredClone(trialOf('null', refundLate, episodeOf(refundLate, [], 'No.'), { player, ...more }))
}

/** A trial of cancel-paid that a failing network ended. */
export function broken(more: Partial<Trial> = {}): Trial {
  return { ...passed(), episode: { turns: [], termination: { kind: 'system_error' } }, outcome: { changes: [] }, grade: null, state: 'system_error', error: 'the network went away', ...more }
}

/** `count` passed trials of cancel-paid, indexes from `from` on. */
export function passedTrials(count: number, from = 0): Trial[] {
  const one = passed()
  return Array.from({ length: count }, (_, i) => ({ ...one, index: from + i }))
}

export async function* inOneChunk<T>(values: T[]): AsyncIterable<T[]> {
  yield values
}

/** All values of a chunked stream. */
export async function all<T>(chunks: AsyncIterable<T[]>): Promise<T[]> {
  const values: T[] = []
  for await (const chunk of chunks) values.push(...chunk)
  return values
}
