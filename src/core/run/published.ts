// The published counts of the shop's catalogue as reference runs: passes a task, without trajectories.
import type { Player, Reference, RunHead } from '../trial/record'
import { configurationHash } from './hashes'
import published from './published.json'

interface PublishedRun {
  id: string
  model: string
  effort?: string
  /** Tasks that were not passed every time. */
  passes: Record<string, number | undefined>
  cost_per_success: string
  process?: NonNullable<Reference['process']>
}

/** The three runs, valid records each; `app` is the version of the app that shows them. */
export function publishedRuns(app: string): RunHead[] {
  const { world, trials, tasks, label, source } = published
  return (published.runs as PublishedRun[]).map(({ id, model, effort, passes, cost_per_success, process }) => {
    const title = effort === undefined ? model : `${model}, ${effort} effort`
    const player: Player = { kind: 'model', id: model, title }
    // What a record needs and the publication does not tell stands under `unstated`.
    const configuration = { player, trials, steps: 20, seed: 0, unstated: ['steps', 'seed'], ...(effort === undefined ? {} : { effort }) }
    return {
      format: 'aftermath/run', version: 1, id, name: `${title} (${label})`,
      // The catalogue's own day: the publication gives none.
      created: '2026-10-26T00:00:00Z', app, kind: 'reference',
      configuration, configuration_hash: configurationHash(configuration),
      manifest: tasks.map((task) => ({ world, task, trials })),
      hashes: { grader: label, worlds: {} }, worlds: [], starts: {},
      reference: { label, source, cost_per_success, ...(process ? { process } : {}) },
      counts: tasks.map((task) => ({ world, task, trials, passes: passes[task] ?? trials })),
    }
  })
}
