// Whether a run that has the right form also agrees with itself: plan, worlds, trials, hashes.
import type { RunHead, Trial } from '../trial/record'
import { configurationHash, worldHashes } from './hashes'
import { attemptKey, attemptName, slotKey } from './slot'

const taskKey = (world: string, task: string) => JSON.stringify([world, task])

/** The first contradiction within a run's head, as a sentence, or null. */
export function headContradiction(head: RunHead): string | null {
  return inWorlds(head) ?? inManifest(head) ?? inCounts(head) ?? inHashes(head)
}

function inWorlds({ worlds }: RunHead): string | null {
  const ids = worlds.map(({ world }) => world.id)
  const world = repeated(ids)
  if (world !== null) return `The run holds the world ${world} twice.`
  for (const bundle of worlds) {
    const task = repeated(bundle.tasks.map(({ id }) => id))
    if (task !== null) return `The run holds the task ${bundle.world.id}/${task} twice.`
  }
  return null
}

function inManifest({ manifest, worlds, starts, counts, kind }: RunHead): string | null {
  const planned = repeated(manifest.map(({ world, task }) => `${world}/${task}`))
  if (planned !== null) return `The run's manifest names ${planned} twice.`
  // Published counts and another benchmark's results stand for worlds that are not at hand.
  if (counts || (kind === 'reference' && worlds.length === 0)) return null
  const known = new Set(worlds.flatMap((bundle) => bundle.tasks.map(({ id }) => taskKey(bundle.world.id, id))))
  for (const { world, task } of manifest) {
    if (!known.has(taskKey(world, task))) return `The run's manifest names ${world}/${task}, which is missing from its worlds.`
    const ofWorld = Object.hasOwn(starts, world) ? starts[world] : undefined
    if (!ofWorld || !Object.hasOwn(ofWorld, task)) return `The run's manifest names ${world}/${task}, which is missing from its starts.`
  }
  return null
}

function inCounts({ counts, manifest }: RunHead): string | null {
  if (!counts) return null
  const twice = repeated(counts.map(({ world, task }) => `${world}/${task}`))
  if (twice !== null) return `The run counts ${twice} twice.`
  const planned = new Set(manifest.map(({ world, task }) => taskKey(world, task)))
  for (const { world, task, trials, passes } of counts) {
    if (!planned.has(taskKey(world, task))) return `The run counts ${world}/${task}, which its manifest does not name.`
    if (passes > trials) return `The run counts ${passes} passes of ${trials} trials of ${world}/${task}.`
  }
  return null
}

function inHashes({ configuration, configuration_hash, hashes, worlds }: RunHead): string | null {
  try {
    if (configurationHash(configuration) !== configuration_hash) return 'The file was altered: the configuration does not fit its hash.'
    for (const bundle of worlds) {
      const { id } = bundle.world
      const told = Object.hasOwn(hashes.worlds, id) ? hashes.worlds[id] : undefined
      if (!told) return `The run has no hash of its world ${id}.`
      const found = worldHashes(bundle)
      if (found.world !== told.world) return `The file was altered: the world ${id} does not fit its hash.`
      if (found.tools !== told.tools) return `The file was altered: the tools of ${id} do not fit their hash.`
      if (found.policy !== told.policy) return `The file was altered: the policy of ${id} does not fit its hash.`
      for (const [task, hash] of Object.entries(found.tasks)) {
        if (!Object.hasOwn(told.tasks, task)) return `The run has no hash of its task ${id}/${task}.`
        if (told.tasks[task] !== hash) return `The file was altered: the task ${id}/${task} does not fit its hash.`
      }
    }
    return null
  } catch (error) {
    return `The hashes of the run cannot be checked: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** The first trial that the run has no place for, as a sentence, or null. */
export function trialContradiction(head: RunHead, trials: readonly Trial[]): string | null {
  if (head.counts && trials.length > 0) return 'The run holds both trials and counts; it can only be one of them.'
  const planned = new Map(head.manifest.map((one) => [taskKey(one.world, one.task), one.trials]))
  const seen = new Set<string>()
  const scored = new Map<string, number>()
  for (const trial of trials) {
    const { world, task, index } = trial
    const count = planned.get(taskKey(world, task))
    if (count === undefined) return `The run holds a trial of ${world}/${task}, which its manifest does not name.`
    if (index >= count) return `The run holds ${attemptName(trial)}; its manifest has ${count} ${count === 1 ? 'trial' : 'trials'} of that task.`
    const key = attemptKey(trial)
    if (seen.has(key)) return `The run holds ${attemptName(trial)} twice.`
    seen.add(key)
    if (isScored(trial)) scored.set(slotKey(trial), Math.min(trial.attempt, scored.get(slotKey(trial)) ?? Infinity))
  }
  for (const trial of trials) {
    if (!trial.practice && trial.attempt > (scored.get(slotKey(trial)) ?? Infinity)) return `The run holds ${attemptName(trial)}, although an earlier attempt was scored; a scored trial is never run again.`
  }
  return null
}

const isScored = ({ state, practice }: Trial): boolean => !practice && (state === 'pass' || state === 'fail')

/** The first value that stands a second time, or null. */
function repeated(values: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) return value
    seen.add(value)
  }
  return null
}
