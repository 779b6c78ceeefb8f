// Tasks × trials: a code a cell, so that 100,000 of them are one array, and how the keys move among them.
import { plainText } from '../../core/task/visible'
import { taskKey } from '../../core/report/catalogue'
import type { TaskRow } from '../../core/report/rows'
import type { TrialSummary } from '../../core/run/store'
import type { RunHead, TerminalState } from '../../core/trial/record'
import { given } from '../../core/stats/interval'
import type { Sort } from '../../state/address'
import { signOfState, type Sign } from '../words/states'

const STATES = ['pass', 'fail', 'inconclusive', 'system_error', 'grader_error', 'timeout', 'truncated', 'refusal', 'step_limit', 'stopped', 'missing_output', 'invalid', 'cancelled', 'customer'] as const satisfies readonly TerminalState[]
const CODES = new Map<TerminalState, number>(STATES.map((state, i) => [state, i + 1]))

/** Planned, and not run. */
export const NOT_RUN = 0
/** Being played at this moment. */
export const RUNNING = STATES.length + 1
/** No such trial was planned of this task. */
export const NO_CELL = 255

const running: Sign = { glyph: '▸', word: 'running', tone: 'quiet' }

export const signOfCode = (code: number): Sign => (code === RUNNING ? running : signOfState(STATES[code - 1]))

export interface GridRow {
  row: TaskRow
  /** A code a trial. */
  codes: Uint8Array
  /** Where the trial stands among the summaries, counted from 1; 0 where there is none. */
  places: Int32Array
}

export interface Grid {
  rows: GridRow[]
  columns: number
  /** Whether trials can be opened: where only counts are known there are none, and their order is not known either. */
  trials: boolean
}

/** The last attempt of each slot counts; practice does not. */
export function gridOf(rows: readonly TaskRow[], summaries: readonly TrialSummary[], counts: RunHead['counts']): Grid {
  const lengths = rows.map(({ planned }) => planned)
  const byWorld = new Map<string, Map<string, number>>()
  rows.forEach(({ world, task }, place) => {
    const ofWorld = byWorld.get(world) ?? new Map<string, number>()
    byWorld.set(world, ofWorld.set(task, place))
  })
  const placeOf = ({ world, task }: { world: string; task: string }) => byWorld.get(world)?.get(task)
  for (const one of summaries) {
    const place = placeOf(one)
    if (place !== undefined && !one.practice && one.index >= (lengths[place] ?? 0)) lengths[place] = one.index + 1
  }
  const columns = lengths.reduce((most, one) => Math.max(most, one), 0)
  const grid = rows.map((row, place): GridRow => ({ row, codes: new Uint8Array(columns).fill(NO_CELL).fill(NOT_RUN, 0, lengths[place]), places: new Int32Array(counts ? 0 : columns) }))
  if (counts) {
    for (const { world, task, trials, passes } of counts) grid[placeOf({ world, task }) ?? -1]?.codes.fill(CODES.get('pass') ?? 0, 0, passes).fill(CODES.get('fail') ?? 0, passes, trials)
  } else {
    summaries.forEach((one, at) => {
      if (one.practice) return
      const row = grid[placeOf(one) ?? -1]
      if (!row) return
      const before = summaries[(row.places[one.index] ?? 0) - 1]
      if (before && before.attempt > one.attempt) return
      row.codes[one.index] = CODES.get(one.state) ?? NOT_RUN
      row.places[one.index] = at + 1
    })
  }
  return { rows: grid, columns, trials: counts === undefined }
}

const unsteady = ({ flakiness }: TaskRow): number => (given(flakiness) ? flakiness : -1)
const rateOf = ({ rate }: TaskRow): number => rate.rate ?? -1

/** Worst first by rate, least steady first by flakiness; equal ones stay in the order of the catalogue. */
export function sorted(rows: readonly GridRow[], sort: Sort): GridRow[] {
  const compare: Record<Sort, (a: GridRow, b: GridRow) => number> = {
    catalogue: () => 0,
    rate: (a, b) => rateOf(a.row) - rateOf(b.row),
    flakiness: (a, b) => unsteady(b.row) - unsteady(a.row),
    name: (a, b) => a.row.task.localeCompare(b.row.task, 'en', { numeric: true }),
  }
  return [...rows].sort(compare[sort])
}

export interface At {
  row: number
  column: number
}

/** Where a key leads; null where it does not move. A page is ten rows. */
export function moved(key: string, { row, column }: At, rows: number, columns: number): At | null {
  const to = {
    ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
    Home: [row, 0], End: [row, columns - 1], PageUp: [row - 10, column], PageDown: [row + 10, column],
  }[key]
  if (!to) return null
  const within = (value: number | undefined, length: number) => Math.max(0, Math.min(length - 1, value ?? 0))
  return { row: within(to[0], rows), column: within(to[1], columns) }
}

/** "cancel-paid, trial 3: fail". */
export function cellText({ row, codes }: GridRow, column: number, trials: boolean): string {
  const code = codes[column] ?? NO_CELL
  const task = plainText(row.task)
  if (code === NO_CELL) return `${task}: no trial ${column + 1} was planned`
  return trials ? `${task}, trial ${column + 1}: ${signOfCode(code).word}` : `${task}: ${signOfCode(code).word}`
}

/** A key for a row that stays its own whatever the order. */
export const rowKey = ({ row }: GridRow): string => taskKey(row.world, row.task)

/** Above so many cells, pixels instead of nodes. */
export const MOST_NODES = 2_000
