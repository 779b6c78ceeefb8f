// The head of a new run: what is planned, under which configuration, and everything it takes to do it again.
import type { Bundle } from '../task/schema'
import type { Configuration, RunHead } from '../trial/record'
import { configurationHash, hashesOf } from './hashes'

export type Manifest = RunHead['manifest']

/** Every task of these worlds, `trials` times each. */
export const manifestOf = (bundles: readonly Bundle[], trials: number): Manifest =>
  bundles.flatMap(({ world, tasks }) => tasks.map((task) => ({ world: world.id, task: task.id, trials })))

export interface RunPlan {
  /** Letters, digits, ".", "_" and "-", 128 at most. */
  id: string
  name: string
  /** UTC, ISO 8601, ending in Z. */
  created: string
  /** The version of the app. */
  app: string
  kind: RunHead['kind']
  configuration: Configuration
  manifest: Manifest
  /** At least the worlds that the manifest names, with all of its tasks. */
  bundles: readonly Bundle[]
  /** World → task → its tables before the first step; at least for the tasks of the manifest. */
  starts: RunHead['starts']
  /** The version of the grader. */
  grader: string
}

/**
 * The head of a run. Worlds and starting tables are cut down to the tasks of the manifest.
 * Throws where the manifest names a task that the worlds or the starting tables do not have.
 */
export function newRun(plan: RunPlan): RunHead {
  const { id, name, created, app, kind, configuration, manifest, grader } = plan
  const planned = new Map<string, Set<string>>()
  for (const { world, task } of manifest) planned.set(world, (planned.get(world) ?? new Set()).add(task))
  const worlds = plan.bundles.flatMap((bundle) => {
    const tasks = bundle.tasks.filter((task) => planned.get(bundle.world.id)?.has(task.id))
    return tasks.length > 0 ? [{ ...bundle, tasks }] : []
  })
  const starts: RunHead['starts'] = {}
  for (const [world, tasks] of planned) {
    const bundle = worlds.find((one) => one.world.id === world)
    const ofWorld: RunHead['starts'][string] = {}
    for (const task of tasks) {
      if (!bundle?.tasks.some((one) => one.id === task)) throw new Error(`the manifest names ${world}/${task}, which is not among the worlds`)
      const tables = own(own(plan.starts, world), task)
      if (!tables) throw new Error(`the starting tables of ${world}/${task} are missing`)
      ofWorld[task] = tables
    }
    starts[world] = ofWorld
  }
  return {
    format: 'aftermath/run', version: 1, id, name, created, app, kind,
    configuration, configuration_hash: configurationHash(configuration),
    manifest: manifest.map(({ world, task, trials }) => ({ world, task, trials })),
    hashes: hashesOf(worlds, grader), worlds, starts,
  }
}

/** A task may be called "constructor". */
const own = <T>(record: Record<string, T> | undefined, key: string): T | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined)
