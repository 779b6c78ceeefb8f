// A synthetic run: the flaky agent on a whole world, played in the worker and kept batch by batch.
import { flakyPlan, type FlakyOptions } from '../core/prove/flaky'
import { SCRIPT_STEPS } from '../core/prove/scripted'
import { GRADER_VERSION } from '../core/grade/grade'
import { newRun } from '../core/run/manifest'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'
import type { Prover } from './prover'
import type { WorldClient } from './worldWorker/client'

/** The most trials of a task. */
export const MOST_TRIALS = 1_000

/**
 * Plays and keeps it; returns the run's id. While one batch is kept the next is played, and no further one. Where the
 * signal ends it, what was played stays, and the rest of its trials stand as never run.
 */
export async function makeSynthetic(
  { client, prover, store, app }: { client: WorldClient; prover: Prover; store: RunStore; app: string },
  bundle: Bundle,
  options: FlakyOptions,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const world = bundle.world.id
  const mutants = await prover.mutants(world)
  signal.throwIfAborted()
  const { jobs, configuration, manifest } = flakyPlan(bundle, mutants, SCRIPT_STEPS, options)
  const created = new Date().toISOString()
  const id = `synthetic-${world}-${created.replace(/\D/g, '')}`.slice(0, 128)
  const head = newRun({
    id,
    name: `${configuration.player.title} on ${bundle.world.title}, seed ${options.seed} (synthetic)`,
    created, app, kind: 'synthetic', configuration, manifest,
    bundles: [bundle],
    starts: { [world]: await client.starts(world) },
    grader: GRADER_VERSION,
  })
  await store.put(head, [])
  let done = 0
  onProgress(done, jobs.length)
  await client.run(world, jobs, async (trials) => {
    await store.append(id, trials)
    done += trials.length
    onProgress(done, jobs.length)
  }, signal)
  return id
}
