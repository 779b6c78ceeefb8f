// Calls in words: their arguments, how they ended, and a result no longer than one can read.
import type { Call } from '../../core/agent/episode'
import { moneyOf } from './cells'

export interface Argument {
  name: string
  value: string
  /** The value in dollars, where the name says that it holds cents. */
  money: string | null
}

/** The arguments of a call; an input that is no object is shown whole, without a name. */
export function argumentsOf(input: unknown): Argument[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [{ name: '', value: shown(input), money: null }]
  return Object.entries(input).map(([name, value]) => ({ name, value: shown(value), money: typeof value === 'number' ? moneyOf(name, value) : null }))
}

/** What was called, and where no agent called it, that. */
export const toolOf = ({ by, tool }: Call): string => (by === 'harness' ? 'harness tampers' : tool)

const ARGUMENT = 2_000

function shown(value: unknown): string {
  const text = typeof value === 'string' ? (value === '' || value !== value.trim() ? JSON.stringify(value) : value) : (JSON.stringify(value) ?? 'undefined')
  return text.length > ARGUMENT ? `${text.slice(0, ARGUMENT)} … (${(text.length - ARGUMENT).toLocaleString('en')} more characters)` : text
}

const faults = { error: 'injected error', empty: 'injected empty answer', wrong_row: 'injected wrong row', delay: 'injected delay', lying_receipt: 'injected lying receipt' } as const
const glyphs = { ok: '✓', error: '✗', denied: '⊘' } as const

/** How a call ended, in a glyph and words: "✗ error, injected error". */
export function endOf({ outcome, fault, delayed }: Call): { glyph: string; word: string; tone: 'ok' | 'error' | 'denied' } {
  return { glyph: glyphs[outcome], word: [outcome, ...(fault ? [faults[fault]] : []), ...(delayed === undefined ? [] : [`answered after ${(delayed / 1000).toLocaleString('en', { maximumFractionDigits: 3 })} s`])].join(', '), tone: outcome }
}

const SHORT = 180
const LONG = 100_000

/** A result to be read at once, and the whole of it up to 100,000 characters. */
export function shortened(result: string): { text: string; cut: boolean; whole: string; left: number } {
  const text = result.length > SHORT ? result.slice(0, SHORT - 20) : result
  return { text, cut: result.length > SHORT, whole: laidOut(result.slice(0, LONG)), left: Math.max(0, result.length - LONG) }
}

function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
