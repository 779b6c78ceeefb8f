// Any valid run: every kind of cell, turn and text that a record may hold.
import fc from 'fast-check'
import type { Block, Call, Turn } from '../core/agent/episode'
import type { Grade } from '../core/grade/check'
import type { Cell } from '../core/task/cell'
import type { Configuration, RunHead, TerminalState, Trial } from '../core/trial/record'
import type { Change } from '../core/world/change'
import { miniShop, miniStart, miniTasks } from './fixtures/miniShop'
import { runHead } from './builders'

/** Leaves a field out as often as it is there. */
const maybe = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] })

/** Any text, half a character and what looks like markup included. */
export const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('\ud83d', '\udc00x', '\u2028', '\u0000', '\uFEFF', '</script>', '__proto__', '"\\'))
/** A text that can be hashed. */
const wholeText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\u2028', '</script>', '"\\', '😀'))
const filled = anyText.map((text) => text || '-')
const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('constructor', 'toString', '', '0')).filter((text) => text !== '__proto__')
/** Text has no minus before a zero. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
const count = fc.nat({ max: 1_000_000 })
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"proto"').replaceAll('-0,', '0,')) as unknown).map(noMinusZero)

function noMinusZero(value: unknown): unknown {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(noMinusZero)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, noMinusZero(one)]))
}

export const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  number,
  fc.integer(),
  anyText,
  fc.record({ int: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
  fc.record({ real: fc.oneof(number, fc.constantFrom('Infinity' as const, '-Infinity' as const)) }),
  fc.record({ blob: fc.uint8Array({ maxLength: 8 }).map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')) }),
)

const row = fc.dictionary(key, anyCell, { maxKeys: 4 })
const place = { table: anyText, key: fc.array(anyCell, { maxLength: 2 }) }
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ op: fc.constant('insert' as const), ...place, after: row }),
  fc.record({ op: fc.constant('update' as const), ...place, before: row, after: row }),
  fc.record({ op: fc.constant('delete' as const), ...place, before: row }),
  fc.record({ op: fc.constant('schema' as const), table: anyText, before: fc.option(anyText), after: fc.option(anyText) }),
)
const changes = fc.array(anyChange, { maxLength: 3 })

const call: fc.Arbitrary<Call> = fc
  .tuple(
    fc.record({ n: fc.integer({ min: 1, max: 99 }), id: anyText, tool: anyText, input: json, outcome: fc.constantFrom('ok', 'error', 'denied'), result: anyText, changes }),
    maybe<Pick<Call, 'fault' | 'by'>>({ fault: fc.constantFrom('error', 'empty', 'wrong_row', 'delay', 'lying_receipt'), by: fc.constant('harness') }),
  )
  .map(([must, may]) => ({ ...must, ...may }) as Call)

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: anyText }),
  fc.record({ type: fc.constant('tool_use' as const), id: anyText, name: anyText, input: json }),
  fc.record({ type: fc.constantFrom('thinking', 'image'), kept: json }),
)
const usage = fc.record({ input_tokens: fc.option(count), output_tokens: fc.option(count), service_tier: anyText })
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc
    .tuple(
      fc.record({ role: fc.constant('agent' as const), content: fc.array(block, { maxLength: 3 }), stop_reason: fc.option(anyText), calls: fc.array(call, { maxLength: 2 }) }),
      maybe({ model: anyText, usage, request_id: fc.option(anyText), milliseconds: number.map(Math.abs), attempts: fc.array(fc.record({ at: anyText, status: fc.option(count) }), { maxLength: 2 }) }),
    )
    .map(([must, may]) => ({ ...must, ...may }) as Turn),
  fc
    .tuple(
      fc.record({ role: fc.constant('customer' as const), text: anyText, by: fc.constantFrom('script', 'facts', 'model', 'person'), confirms: fc.boolean() }),
      maybe({ model: anyText, usage, request_id: fc.option(anyText), milliseconds: number.map(Math.abs), attempts: fc.array(fc.record({ at: anyText, status: fc.option(count) }), { maxLength: 2 }), ends: fc.constant(true) }),
    )
    .map(([must, may]) => ({ ...must, ...may }) as Turn),
  fc.record({ role: fc.constant('event' as const), actor: anyText, changes, text: anyText }),
)

const result = fc.constantFrom('pass', 'fail', 'unknown', 'not_applicable')
const anyGrade: fc.Arbitrary<Grade> = fc.record({
  grader: anyText,
  checks: fc.array(fc.record({ id: anyText, dimension: anyText, result, says: anyText, call: fc.integer({ min: 1, max: 9 }) }), { maxLength: 3 }),
  dimensions: fc.array(fc.record({ id: key, title: anyText, decides: fc.boolean(), result }), { maxLength: 3 }),
  verdict: fc.constantFrom('pass', 'fail', 'inconclusive'),
  end_state: fc.option(fc.nat(3)),
  changes: fc.array(fc.constantFrom('required', 'allowed', 'unexpected', 'bookkeeping'), { maxLength: 3 }),
  missing: fc.array(anyText, { maxLength: 2 }),
}) as fc.Arbitrary<Grade>

const states: TerminalState[] = ['pass', 'fail', 'inconclusive', 'system_error', 'grader_error', 'timeout', 'truncated', 'refusal', 'step_limit', 'stopped', 'missing_output', 'invalid', 'cancelled', 'customer']
const player = fc.record({ kind: fc.constantFrom('script', 'model', 'person'), id: filled, title: filled, mutant: anyText })
const time = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())

/** What one attempt left behind, without its slot. */
const attempt = fc
  .tuple(
    fc.record({
      player, started: time, milliseconds: number.map(Math.abs),
      episode: fc.record({ turns: fc.array(turn, { maxLength: 4 }), termination: fc.record({ kind: fc.constantFrom('done', 'stopped', 'timeout', 'diverged'), detail: anyText }), silent_end: fc.boolean() }),
      outcome: fc.record({ changes }), grade: fc.option(anyGrade), state: fc.constantFrom(...states),
    }),
    maybe({ error: anyText, practice: fc.boolean(), labels: fc.array(fc.record({ by: anyText, label: anyText, note: json }), { maxLength: 2 }), unknown_field: json }),
  )
  .map(([must, may]) => ({ ...must, ...may }))

/** Trials of the small shop in any order, with later attempts only where the earlier ones were not scored. */
export const anyTrials = (planned: number): fc.Arbitrary<Trial[]> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...miniTasks.map(({ id }) => id)), fc.nat(planned - 1), fc.array(attempt, { minLength: 1, maxLength: 3 })), { maxLength: 4, selector: ([task, index]) => `${task} ${index}` })
    .map((slots) => slots.flatMap(([task, index, attempts]) => attempts.map((one, i) => ({
      world: 'mini', task, index, attempt: i + 1, ...one,
      ...(i < attempts.length - 1 ? { state: 'system_error' as const } : {}),
    }) as Trial)))
    .chain((trials) => fc.shuffledSubarray(trials, { minLength: trials.length }))

export const anyHead: fc.Arbitrary<RunHead> = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/), name: filled, created: time, app: anyText,
    kind: fc.constantFrom('scripted', 'model', 'person', 'mutants', 'synthetic', 'reference'),
    configuration: fc.record({ player: fc.record({ kind: fc.constant('script' as const), id: wholeText.map((text) => `x${text}`), title: wholeText.map((text) => `x${text}`) }), trials: fc.constant(3), steps: fc.integer({ min: 1, max: 99 }), seed: count, prompt: wholeText }),
    policy: wholeText.map((text) => `x${text}`),
    row: fc.array(anyCell, { minLength: 1, maxLength: 1 }),
    unknown_field: json,
  })
  .map(({ policy, row: cells, unknown_field, configuration, ...rest }) => ({
    ...runHead({
      ...rest, configuration: configuration as Configuration, trials: 3, bundles: [{ ...miniShop, policy }],
      starts: { mini: Object.fromEntries(miniTasks.map((task) => [task.id, [...miniStart, { name: 'more', columns: ['c'], key: [], rows: [cells], rowids: [1] }]])) },
    } as Parameters<typeof runHead>[0]),
    unknown_field,
  }))

export interface AnyRun { head: RunHead; trials: Trial[] }
export const anyRun: fc.Arbitrary<AnyRun> = fc.record({ head: anyHead, trials: anyTrials(3) })
