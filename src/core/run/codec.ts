// A run as text, and text as a run: nothing is kept of a file before all of it has been checked.
import { problemText } from '../task/problem'
import { validate } from '../task/validate'
import { shown } from '../task/shown'
import type { RunHead, Trial } from '../trial/record'
import { headContradiction, trialContradiction } from './consistency'
import { parseJson } from './jsonText'
import { strangeIn } from '../task/strange'
import { falseVerdict } from './verdicts'

/** Characters that are handed on at once. */
const PIECE = 1 << 20

/**
 * A run as JSON, in pieces of about a million characters: a field of its head a line, a trial a line. Lone surrogates
 * are escaped, so the pieces are well-formed; −0 is written as 0.
 */
export async function* encodeRun(head: RunHead, chunks: AsyncIterable<readonly Trial[]>): AsyncIterable<string> {
  const fields = Object.entries(head).filter(([key, value]) => key !== 'trials' && value !== undefined)
  let piece = `{\n${fields.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}`
  let before = ',\n"trials": [\n'
  for await (const trials of chunks) {
    for (const trial of trials) {
      piece += before + JSON.stringify(trial)
      before = ',\n'
      if (piece.length >= PIECE) {
        yield piece
        piece = ''
      }
    }
  }
  const none = before !== ',\n'
  yield `${piece}${none ? (head.counts ? '' : ',\n"trials": []') : '\n]'}\n}\n`
}

export type ReadRun = { ok: true; head: RunHead; trials: Trial[] } | { ok: false; problem: string }

/** A run's text read and checked as a whole: the run, or the first thing that is wrong with it in one sentence. */
export function readRun(text: string): ReadRun {
  const steps = readRunInSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same with a pause offered after every trial, so that a page that reads a large file can stay awake. */
export function* readRunInSteps(text: string): Generator<undefined, ReadRun> {
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  yield
  const { value } = parsed
  const other = notThisFormat(value)
  if (other !== null) return refused(other)
  const strange = strangeIn(value)
  if (strange) return refused(`The run is not valid: ${problemText(strange)}.`)
  yield
  const { trials = [], ...head } = value as { trials?: unknown }
  const [wrong] = validate('run', head)
  if (wrong) return refused(`The run is not valid: ${problemText(wrong)}.`)
  if (!Array.isArray(trials)) return refused(`The run is not valid: trials: must be a list; found ${shown(trials)}.`)
  for (const [position, trial] of trials.entries()) {
    const [problem] = validate('trial', trial, `trials[${position}]`)
    if (problem) return refused(`The run is not valid: ${problemText(problem)}.`)
    yield
  }
  const run = { head: head as RunHead, trials: trials as Trial[] }
  const contradiction = headContradiction(run.head) ?? trialContradiction(run.head, run.trials)
  if (contradiction !== null) return refused(contradiction)
  for (const trial of run.trials) {
    const untrue = falseVerdict(run.head, trial)
    if (untrue !== null) return refused(untrue)
    yield
  }
  return { ok: true, ...run }
}

const refused = (problem: string): ReadRun => ({ ok: false, problem })

/** What a value is instead of a run of this version, or null. */
function notThisFormat(value: unknown): string | null {
  if (Array.isArray(value)) return `This JSON is not a run: it is a list of ${value.length}.`
  if (typeof value !== 'object' || value === null) return `This JSON is not a run: it is the value ${shown(value)}.`
  const { format, version } = value as { format?: unknown; version?: unknown }
  if (format === 'aftermath/world') return 'This is a world, not a run.'
  if (format === 'aftermath/monitor') return 'This is a monitor, not a run: open it on the Monitor page of a run.'
  if (format === undefined) return `This JSON is not a run: it has no "format", but ${fieldsOf(value)}.`
  if (format !== 'aftermath/run') return `This JSON is not a run: its format is ${shown(format)}.`
  if (typeof version === 'number' && version > 1) return `This run was made by a newer version of Aftermath: its format has version ${version}, and this one reads version 1.`
  if (version !== 1) return `The run is not valid: version: must be 1; found ${shown(version)}.`
  return null
}

function fieldsOf(value: object): string {
  const keys = Object.keys(value)
  const named = keys.slice(0, 5).map((key) => shown(key, 40)).join(', ')
  return keys.length === 0 ? 'nothing at all' : keys.length > 5 ? `${named} and more` : named
}
