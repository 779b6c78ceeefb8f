// A trial that a person played, kept as a run of its own.
import { GRADER_VERSION } from '../core/grade/grade'
import { manifestOf, newRun } from '../core/run/manifest'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import type { Table } from '../core/world/table'
import { PERSON_SEED, PERSON_STEPS } from './person'

/** Keeps the trial; returns the id of its run. Throws where the store does. */
export async function keepPersonTrial(store: RunStore, app: string, trial: Trial, bundle: Bundle, start: Table[], controls: readonly string[] = []): Promise<string> {
  const { world } = bundle
  const task = bundle.tasks.find(({ id }) => id === trial.task)
  const id = `you-${trial.task}-${trial.started.replace(/\D/g, '')}`.slice(0, 128)
  const head = newRun({
    id,
    name: `You on “${task?.title ?? trial.task}”`,
    created: new Date().toISOString(),
    app,
    kind: 'person',
    configuration: { player: trial.player, trials: 1, steps: PERSON_STEPS, seed: PERSON_SEED, ...(controls.length > 0 ? { controls: { [world.id]: [...controls].sort() } } : {}) },
    manifest: manifestOf([bundle], trial.index + 1).filter((planned) => planned.task === trial.task),
    bundles: [bundle],
    starts: { [world.id]: { [trial.task]: start } },
    grader: GRADER_VERSION,
  })
  await store.put(head, [trial])
  return id
}
