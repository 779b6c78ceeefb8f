// Each state's glyph, word and tone. A tone is a colour by meaning; the glyph and the word always go with it.
import type { Result } from '../../core/grade/check'
import type { MutantFate } from '../../core/prove/proof'
import type { TerminalState } from '../../core/trial/record'

export type Tone = 'pass' | 'fail' | 'unknown' | 'unscored' | 'quiet'

export interface Sign {
  glyph: string
  word: string
  tone: Tone
}

const unscored = (word: string): Sign => ({ glyph: '⚠', word, tone: 'unscored' })

const states: Record<TerminalState, Sign> = {
  pass: { glyph: '✓', word: 'pass', tone: 'pass' },
  fail: { glyph: '✗', word: 'fail', tone: 'fail' },
  inconclusive: { glyph: '?', word: 'inconclusive', tone: 'unknown' },
  system_error: unscored('system error'),
  grader_error: unscored('grader error'),
  timeout: unscored('time-out'),
  truncated: unscored('truncated'),
  refusal: unscored('refusal'),
  step_limit: unscored('step limit'),
  stopped: unscored('stopped'),
  missing_output: unscored('missing output'),
  invalid: unscored('invalid'),
  cancelled: unscored('cancelled'),
  customer: unscored('customer out of role'),
}

const notRun: Sign = { glyph: '○', word: 'not run', tone: 'quiet' }
const nothingToDo: Sign = { glyph: '·', word: 'not written', tone: 'quiet' }

/** The sign of a terminal state; of `none` (the agent has nothing to do here), and of a trial that has not run. */
export function signOfState(state: TerminalState | 'none' | undefined): Sign {
  if (state === undefined) return notRun
  return state === 'none' ? nothingToDo : states[state]
}

const results: Record<Result, Sign> = {
  pass: states.pass,
  fail: states.fail,
  unknown: { glyph: '?', word: 'unknown', tone: 'unknown' },
  not_applicable: { glyph: '–', word: 'not applicable', tone: 'quiet' },
}

export const signOfResult = (result: Result): Sign => results[result]

const fates: Record<MutantFate, Sign> = {
  survived: { glyph: '✗', word: 'survived', tone: 'fail' },
  killed: { glyph: '✓', word: 'killed', tone: 'pass' },
  passed: { glyph: '✓', word: 'passed, as it must', tone: 'pass' },
  accepted: { glyph: '✓', word: 'accepted', tone: 'unscored' },
  allowed: { glyph: '≈', word: 'allowed', tone: 'quiet' },
  equivalent: { glyph: '=', word: 'equivalent', tone: 'quiet' },
}

export const signOfFate = (fate: MutantFate | undefined): Sign => (fate ? fates[fate] : notRun)
