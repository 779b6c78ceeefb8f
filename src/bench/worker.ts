// The timed worker: one trial's world work, and a whole trial, with nothing between the clock and the work.
import { expose } from 'comlink'
import { startSqlite } from '../core/world/startSqlite'
import { SqliteWorld } from '../core/world/sqliteWorld'
import { runJob } from '../core/prove/scripted'
import type { Bundle } from '../core/task/schema'
import { median, medianMicroseconds, workOf } from './work'

const clock = { now: () => Date.now(), steady: () => performance.now() }
const ROUNDS = 9
const REPEAT = 40

export const bench = {
  /** Median microseconds a trial: the world's work alone, and the whole trial with loop, grade and record. */
  async time(wasm: Uint8Array, bundle: Bundle): Promise<{ world: number; whole: number }> {
    const world = new SqliteWorld(await startSqlite(wasm), bundle)
    const work = workOf(bundle)
    const worldWork = medianMicroseconds(ROUNDS, work.length * REPEAT, () => {
      for (const { task, calls } of work) for (let i = 0; i < REPEAT; i += 1) {
        const session = world.openNow(task.id, 1)
        for (const { tool, input } of calls) session.callNow(tool, input)
        session.closeNow()
      }
    })
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const from = performance.now()
      for (const { task } of work) for (let i = 0; i < REPEAT; i += 1) await runJob(world, bundle, { task: task.id, index: i, agent: 'oracle' }, clock)
      if (round > 0) times.push(((performance.now() - from) * 1000) / (work.length * REPEAT))
    }
    return { world: worldWork, whole: median(times) }
  },
}

expose(bench)
