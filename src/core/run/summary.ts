// What the library shows of a run, and all of a run's head that is small.
import type { RunHead } from '../trial/record'
import { counting } from './slot'
import type { RunEntry, TrialSummary } from './store'

/** What summaries and the library read of a run's head: all of it that is small. */
export type RunOutline = Pick<RunHead, 'id' | 'name' | 'created' | 'kind' | 'configuration' | 'manifest' | 'counts' | 'reference'>

export const outlineOf = ({ id, name, created, kind, configuration, manifest, counts, reference }: RunHead): RunOutline => ({
  id, name, created, kind, configuration, manifest, ...(counts ? { counts } : {}), ...(reference ? { reference } : {}),
})

/** What a run of replays is called: its results are those that another run has on record. */
export const REPLAY = 'replay'
export const isReplay = ({ configuration }: Pick<RunHead, 'configuration'>): boolean => configuration['replay_of'] !== undefined

/** The library's entry of a run: planned trials, and the states of the attempts that count. */
export function entryOf(head: RunOutline, summaries: readonly TrialSummary[]): RunEntry {
  const states: RunEntry['states'] = {}
  for (const { state } of counting(summaries)) states[state] = (states[state] ?? 0) + 1
  const { id, name, created, kind, manifest, configuration } = head
  return {
    id, name, created, kind,
    player: configuration.player.title,
    worlds: [...new Set(manifest.map(({ world }) => world))],
    tasks: manifest.length,
    planned: manifest.reduce((sum, { trials }) => sum + trials, 0),
    states: head.counts ? countedStates(head.counts) : states,
    ...(head.reference ? { label: head.reference.label } : isReplay(head) ? { label: REPLAY } : {}),
  }
}

/** The states of a run of which only passes a task are known; what did not pass, failed. */
function countedStates(counts: NonNullable<RunHead['counts']>): RunEntry['states'] {
  const passes = counts.reduce((sum, one) => sum + one.passes, 0)
  const trials = counts.reduce((sum, one) => sum + one.trials, 0)
  return { ...(passes > 0 ? { pass: passes } : {}), ...(trials > passes ? { fail: trials - passes } : {}) }
}
