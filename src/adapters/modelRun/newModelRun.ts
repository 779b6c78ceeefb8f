// A new run by a model: its head, with everything frozen, before the first request.
import { GRADER_VERSION } from '../../core/grade/grade'
import { newRun } from '../../core/run/manifest'
import type { Price } from '../../core/run/prices'
import { own } from '../../core/task/own'
import type { Bundle } from '../../core/task/schema'
import type { RunHead } from '../../core/trial/record'
import { edited, editedHashes, type Edits } from './edits'
import { configurationOf, type RunSettings } from './settings'

export interface ChosenTask {
  world: string
  task: string
}

export interface NewRun {
  app: string
  bundles: readonly Bundle[]
  tasks: readonly ChosenTask[]
  settings: RunSettings
  /** World → what is edited for this run only. */
  edits: Record<string, Edits>
  server: string
  caching: boolean
  /** Those that hold on the server. */
  prices: readonly Price[]
}

/** The worlds that a plan needs, with its edits and only its tasks. */
export function worldsOf({ bundles, tasks, edits }: Pick<NewRun, 'bundles' | 'tasks' | 'edits'>): Bundle[] {
  return bundles.flatMap((bundle) => {
    const chosen = bundle.tasks.filter(({ id }) => tasks.some(({ world, task }) => world === bundle.world.id && task === id))
    return chosen.length > 0 ? [{ ...edited(bundle, own(edits, bundle.world.id) ?? {}), tasks: chosen }] : []
  })
}

/** The head of the run. `created` is UTC, ISO 8601. */
export function newModelRun(plan: NewRun, starts: RunHead['starts'], created: string): RunHead {
  const { app, bundles, settings, server, caching, prices } = plan
  const used = worldsOf(plan)
  const manifest = used.flatMap(({ world, tasks }) => tasks.map(({ id }) => ({ world: world.id, task: id, trials: settings.trials })))
  const slug = settings.model.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'model'
  const titles = used.map(({ world }) => world.title).join(', ')
  return newRun({
    id: `run-${slug}-${created.replace(/\D/g, '')}`,
    name: `${settings.model} on ${titles}: ${manifest.length} ${manifest.length === 1 ? 'task' : 'tasks'} × ${settings.trials}`,
    created, app, kind: 'model',
    configuration: configurationOf(settings, { server, caching, prices, edited: editedHashes(bundles, used) }),
    manifest, bundles: used, starts, grader: GRADER_VERSION,
  })
}
