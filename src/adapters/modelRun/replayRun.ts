// A run that keeps what a model replayed: paid for, and so never lost.
import { GRADER_VERSION } from '../../core/grade/grade'
import { newRun, type Manifest } from '../../core/run/manifest'
import type { RunHead } from '../../core/trial/record'
import { configurationOf, type RunSettings, type Surroundings } from './settings'

/** The head of a run of replays of another run's records; `created` is UTC, ISO 8601. No customer is played anew in it. */
export function replayRun(source: RunHead, manifest: Manifest, settings: RunSettings, around: Omit<Surroundings, 'edited'> & { app: string }, created: string): RunHead {
  const { app, ...surroundings } = around
  const { customers: _, ...rest } = settings
  const slug = settings.model.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'model'
  const trials = Math.max(1, ...manifest.map((one) => one.trials))
  return newRun({
    id: `replay-${slug}-${created.replace(/\D/g, '')}`,
    name: `${settings.model} replays ${source.name}`,
    created, app, kind: 'model',
    configuration: { ...configurationOf({ ...rest, trials, controls: {} }, { ...surroundings, edited: {} }), replay_of: source.id },
    manifest, bundles: source.worlds, starts: source.starts, grader: GRADER_VERSION,
  })
}
