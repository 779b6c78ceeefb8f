// The report's own sentences.
import { headline } from '../../core/report/words'
import type { Report } from '../../core/report/report'
import type { RunHead } from '../../core/trial/record'
import { REPLAY } from '../../core/run/summary'

/** "Passed 91 of 115, 79 %, 71–86 %; clustered by task 65–93 %." */
export function headSentence(report: Parameters<typeof headline>[0]): string {
  const text = headline(report)
  return `${/^\d/.test(text) ? `Passed ${text}` : text.charAt(0).toUpperCase() + text.slice(1)}.`
}

/** What kind of run it is, where that must be said wherever it is shown; '' where the name says it all. */
export function kindText({ run }: Pick<Report, 'run'>): string {
  if (run.kind === 'synthetic') return 'Synthetic: a flaky script, not a model. It measures the statistics, and says nothing about any agent.'
  if (run.kind === 'reference') return `${capital(run.label ?? 'reference')}: played and counted elsewhere. Source: ${run.source ?? 'not told'}.`
  if (run.label === REPLAY) return 'A replay: every result is one that another run has on record. A trial whose calls were others has diverged, and is invalid.'
  if (run.kind === 'mutants') return 'Deliberate faults: most of these must fail. A fault that only a dimension beside the verdict catches passes here; the proof counts it as killed.'
  if (run.kind === 'scripted') return 'Played by a script, which passes and fails what it is made to.'
  return run.kind === 'person' ? 'Played by a person.' : ''
}

/** Only what has a plain capital gets one: τ-bench keeps its name. */
export const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** "23 tasks of Shop" from a run's own worlds, or the names that its manifest has. */
export const worldNames = ({ worlds, manifest }: Pick<RunHead, 'worlds' | 'manifest'>): string =>
  [...new Set(manifest.map(({ world }) => worlds.find((one) => one.world.id === world)?.world.title ?? world))].join(', ')
