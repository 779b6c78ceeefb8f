// Summaries as columns: a hundred thousand of them are read in a twentieth of a second.
import type { Counts, Tokens, TrialSummary } from '../../core/run/store'
import { FAILURES, type Failure } from '../../core/trial/failures/category'

/** One entry a summary in each column; texts stand once, in `words`, and are named by their position there. */
export interface Columns {
  words: string[]
  world: Uint32Array
  task: Uint32Array
  index: Float64Array
  attempt: Float64Array
  state: Uint32Array
  steps: Float64Array
  calls: Float64Array
  changes: Float64Array
  milliseconds: Float64Array
  /** As JSON. */
  dimensions: Uint32Array
  why: Uint32Array
  /** 0: none; else the position plus 1. */
  title: Uint32Array
  practice: Uint8Array
  /** 0: done; else the position plus 1. Absent in what was kept before there was one. */
  stopped?: Uint32Array
  /** Input, output, read from and written to a cache, four a summary; NaN where unknown. */
  tokens?: Float64Array
  /** The same of the requests among them that have the price of long ones. */
  longTokens?: Float64Array
  /** The same two of the model that plays the customer. */
  customerTokens?: Float64Array
  customerLongTokens?: Float64Array
  /** 0: the task holds no attack; 1: it did not succeed; 2: it did. Absent in what was kept before there was one. */
  attacked?: Uint8Array
  /** 0: not looked at; else 1 and, from the second bit on, a bit for each failure. Absent in what was kept before there was one. */
  failures?: Uint16Array
  /** A bit for each failure that a person said is one, and from the ninth on for each that they said is none; absent where nobody said anything. */
  byHand?: Uint16Array
}

const bitsOf = (holds: (failure: Failure) => boolean): number => FAILURES.reduce((bits, failure, i) => (holds(failure) ? bits | (1 << i) : bits), 0)
const failuresIn = (bits: number): Failure[] => FAILURES.filter((_, i) => (bits >> i) & 1)
/** Every set of failures, made once: a hundred thousand summaries share them. */
const SETS = Array.from({ length: 1 << FAILURES.length }, (_, bits) => Object.freeze(failuresIn(bits)) as readonly Failure[])

const handOf = (bits: number): TrialSummary['byHand'] => ({
  ...Object.fromEntries(failuresIn(bits).map((failure) => [failure, true])),
  ...Object.fromEntries(failuresIn(bits >> FAILURES.length).map((failure) => [failure, false])),
})

export function pack(summaries: readonly TrialSummary[]): Columns {
  const positions = new Map<string, number>()
  const word = (text: string): number => {
    const position = positions.get(text) ?? positions.size
    positions.set(text, position)
    return position
  }
  const words = (text: (one: TrialSummary) => string) => Uint32Array.from(summaries, (one) => word(text(one)))
  const numbers = (number: (one: TrialSummary) => number) => Float64Array.from(summaries, number)
  const columns = {
    world: words(({ world }) => world),
    task: words(({ task }) => task),
    index: numbers(({ index }) => index),
    attempt: numbers(({ attempt }) => attempt),
    state: words(({ state }) => state),
    steps: numbers(({ steps }) => steps),
    calls: numbers(({ calls }) => calls),
    changes: numbers(({ changes }) => changes),
    milliseconds: numbers(({ milliseconds }) => milliseconds),
    dimensions: words(({ dimensions }) => JSON.stringify(dimensions)),
    why: words(({ why }) => why),
    title: Uint32Array.from(summaries, ({ title }) => (title === undefined ? 0 : word(title) + 1)),
    practice: Uint8Array.from(summaries, ({ practice }) => (practice ? 1 : 0)),
    attacked: Uint8Array.from(summaries, ({ attacked }) => (attacked === undefined ? 0 : attacked ? 2 : 1)),
    stopped: Uint32Array.from(summaries, ({ stopped }) => (stopped === undefined ? 0 : word(stopped) + 1)),
    failures: Uint16Array.from(summaries, ({ failures }) => (failures ? 1 | (bitsOf((one) => failures.includes(one)) << 1) : 0)),
    ...(summaries.some(({ byHand }) => byHand) ? { byHand: Uint16Array.from(summaries, ({ byHand: hand = {} }) => bitsOf((one) => hand[one] === true) | (bitsOf((one) => hand[one] === false) << FAILURES.length)) } : {}),
    ...fours('tokens', summaries, ({ tokens }) => tokens),
    ...fours('longTokens', summaries, ({ tokens }) => tokens?.long),
    ...fours('customerTokens', summaries, ({ customer_tokens }) => customer_tokens),
    ...fours('customerLongTokens', summaries, ({ customer_tokens }) => customer_tokens?.long),
  }
  return { words: [...positions.keys()], ...columns }
}

/** Four numbers a summary under a name; nothing where no summary has them. */
const fours = (name: keyof Columns, summaries: readonly TrialSummary[], counts: (one: TrialSummary) => Counts | undefined): Partial<Columns> =>
  summaries.some(counts) ? { [name]: Float64Array.from(summaries.map(counts).flatMap((c) => (c ? [c.input, c.output, c.cache_read, c.cache_write] : [NaN, NaN, NaN, NaN]))) } : {}

function four(column: Float64Array | undefined, at: number): Counts | undefined {
  const [input = NaN, output = 0, cache_read = 0, cache_write = 0] = column?.subarray(at * 4, at * 4 + 4) ?? []
  return Number.isNaN(input) ? undefined : { input, output, cache_read, cache_write }
}

function tokensIn(all: Float64Array | undefined, long: Float64Array | undefined, at: number): Tokens | undefined {
  const [counts, apart] = [four(all, at), four(long, at)]
  return counts && apart ? { ...counts, long: apart } : counts
}

/** The summaries in the order in which they were packed. */
export function unpack(columns: Columns): TrialSummary[] {
  const text = (column: Uint32Array, at: number): string => columns.words[column[at] ?? 0] ?? ''
  const number = (column: Float64Array, at: number): number => column[at] ?? 0
  return Array.from(columns.world, (_, at) => {
    const title = columns.title[at] ?? 0
    const stopped = columns.stopped?.[at] ?? 0
    const attacked = columns.attacked?.[at] ?? 0
    const failures = columns.failures?.[at] ?? 0
    const hand = columns.byHand?.[at] ?? 0
    const tokens = tokensIn(columns.tokens, columns.longTokens, at)
    const customer_tokens = tokensIn(columns.customerTokens, columns.customerLongTokens, at)
    return {
      world: text(columns.world, at),
      task: text(columns.task, at),
      index: number(columns.index, at),
      attempt: number(columns.attempt, at),
      state: text(columns.state, at) as TrialSummary['state'],
      steps: number(columns.steps, at),
      calls: number(columns.calls, at),
      changes: number(columns.changes, at),
      milliseconds: number(columns.milliseconds, at),
      dimensions: JSON.parse(text(columns.dimensions, at)) as TrialSummary['dimensions'],
      why: text(columns.why, at),
      ...(title > 0 ? { title: columns.words[title - 1] ?? '' } : {}),
      ...(columns.practice[at] ? { practice: true } : {}),
      ...(stopped > 0 ? { stopped: columns.words[stopped - 1] as NonNullable<TrialSummary['stopped']> } : {}),
      ...(failures > 0 ? { failures: SETS[failures >> 1] ?? [] } : {}),
      ...(hand > 0 ? { byHand: handOf(hand) ?? {} } : {}),
      ...(attacked > 0 ? { attacked: attacked === 2 } : {}),
      ...(tokens ? { tokens } : {}),
      ...(customer_tokens ? { customer_tokens } : {}),
    }
  })
}
