// Summaries and outlines of runs by their states alone, for tests of what is counted.
import type { TrialSummary } from '../core/run/store'
import type { RunOutline } from '../core/run/summary'
import type { TerminalState } from '../core/trial/record'

/** Task → the states of its trials; the world is "w". */
export type States = Record<string, TerminalState[]>

export const summary = (more: Partial<TrialSummary> = {}): TrialSummary => ({
  world: 'w', task: 'a', index: 0, attempt: 1, state: 'pass', steps: 2, calls: 1, changes: 1, milliseconds: 1, dimensions: {}, why: '', ...more,
})

export const summariesOf = (states: States): TrialSummary[] => Object.entries(states).flatMap(([task, all]) => all.map((state, index) => summary({ task, index, state })))

export function outline(states: States, trials: number, more: Partial<RunOutline> = {}): RunOutline {
  return {
    id: 'r', name: 'Run', created: '2026-10-26T10:00:00Z', kind: 'model',
    configuration: { player: { kind: 'model', id: 'm', title: 'Model' }, trials, steps: 20, seed: 1 },
    manifest: Object.keys(states).map((task) => ({ world: 'w', task, trials })),
    ...more,
  }
}
