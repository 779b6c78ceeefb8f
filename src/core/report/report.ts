// The report: from a run's records to every number that a page, a chart, an export or the command line shows.
import { horizon, type Horizon, type NoHorizon } from '../stats/horizon'
import { reliability, type Attrition, type KFigure } from '../stats/reliability'
import { worstTasks } from '../stats/tasks'
import { counting } from '../run/slot'
import type { TrialSummary } from '../run/store'
import { isReplay, REPLAY, type RunOutline } from '../run/summary'
import { fieldOf } from '../task/own'
import type { Bundle } from '../task/schema'
import { controlsFor } from '../trial/conditions'
import type { RunHead } from '../trial/record'
import { attackOf, type Attack } from './attack'
import { catalogue } from './catalogue'
import { costOf, customersCost, pricesIn, type Cost, type CustomersCost, type Prices } from './cost'
import { dimensionRates, type DimensionRate } from './dimensions'
import { failuresIn, type Failures } from './failures'
import type { Flow } from './flow'
import { quantities, type Quantities } from './quantities'
import type { ProofFacts } from './proofFacts'
import { passRate, type PassRate } from './rate'
import { rowsOf, type TaskRow } from './rows'
import { allSlices, type Slices } from './slices'
import { runWarnings, type Warning } from './warnings'
import { worthOf, type Worth } from './worth'

export interface ReportOptions {
  /** What becomes of unscored trials; unless told: dropped where there are none, else the bounds. */
  attrition?: Attrition | undefined
  /** Whole worlds at hand: for runs that do not hold their own, and to tell whether a run spans one. */
  worlds?: readonly Bundle[] | undefined
  /** Proofs by the whole grader of exactly the worlds that the report uses (`worldsOf`): what null, liar and escalator get. */
  proofs?: readonly ProofFacts[] | undefined
  prices?: Prices | undefined
  /** Of the bootstrap. */
  resamples?: number | undefined
  seed?: number | undefined
}

export interface Report {
  run: { id: string; name: string; kind: RunHead['kind']; created: string; player: string; configuration_hash?: string; label: string | null; source: string | null }
  /** Whether trials are known, or only passes a task. */
  known: 'trials' | 'counts'
  /** What becomes of the unscored in `hat`, `at` and the headline. */
  attrition: Attrition
  flow: Flow
  /** pass@1 over all tasks. */
  total: PassRate
  tasks: TaskRow[]
  /** pass^k and pass@k for k = 1 to the most planned trials of a task; `tasks` in them are positions in `tasks` here. */
  hat: KFigure[]
  at: KFigure[]
  slices: Slices[]
  /** All that share the lowest rate. */
  worst: TaskRow[]
  /** Trials that failed because they used up a budget that the task makes a requirement. */
  exhausted: number
  /** Where tasks hold an injected instruction. */
  attack: Attack | null
  dimensions: DimensionRate[]
  /** Why trials failed; `null` where none did, or only counts are known. */
  failures: Failures | null
  quantities: Quantities
  /** The agent's. */
  cost: Cost | null
  customers_cost: CustomersCost | null
  worth: Worth
  horizon: Horizon | NoHorizon
  warnings: Warning[]
  /** How the run was read, a sentence each. */
  notes: string[]
}

type Head = RunOutline & Partial<Pick<RunHead, 'worlds' | 'configuration_hash'>>

/** Everything there is to show of a run. Summaries in any order; a run of counts has none. */
export function report(head: Head, summaries: readonly TrialSummary[], options: ReportOptions = {}): Report {
  const { reference } = head
  const worlds = worldsOf(head, options.worlds ?? [])
  const proofs = options.proofs ?? []
  const trials = head.counts ? [] : counting(summaries)
  const { rows, total: flow } = rowsOf(head, head.counts ? [] : summaries, trials, catalogue({ worlds, reference, proofs }))
  const attrition = options.attrition ?? (flow.scored === flow.planned ? 'drop' : 'bounds')
  const total = passRate(rows)
  const seed = options.seed ?? 1
  const curve = { intervals: shownIntervals(rows), seed, ...(options.resamples === undefined ? {} : { resamples: options.resamples }) }
  const run = { id: head.id, name: head.name, kind: head.kind, created: head.created, player: head.configuration.player.title, ...(head.configuration_hash === undefined ? {} : { configuration_hash: head.configuration_hash }), label: labelOf(head), source: reference?.source ?? null }
  const results = { run, total, tasks: rows }
  const prices = options.prices ?? pricesIn(head.configuration['prices'])
  return {
    run,
    known: head.counts ? 'counts' : 'trials',
    attrition, flow, total, tasks: rows,
    hat: reliability('hat', rows, attrition, curve) ?? [],
    at: reliability('at', rows, attrition, curve) ?? [],
    slices: allSlices(rows),
    worst: worstTasks(rows),
    exhausted: trials.filter(({ state, stopped }) => state === 'fail' && stopped === 'step_limit').length,
    attack: attackOf(trials),
    dimensions: dimensionRates(trials, worlds, reference),
    failures: failuresIn(trials),
    quantities: quantities(trials),
    cost: reference?.cost_per_success !== undefined ? { per_success: reference.cost_per_success, known: flow.scored, of: flow.scored, from: 'published' } : prices && costOf(summaries, flow.passed, prices),
    customers_cost: customersCost(summaries, pricesIn(fieldOf(head.configuration['customers'], 'prices'))),
    worth: worthOf(rows, { worlds, whole: options.worlds ?? [], proofs, reference: reference !== undefined, controlled: new Set(worlds.map(({ world }) => world.id).filter((id) => controlsFor(head.configuration, id).length > 0)) }),
    horizon: horizon(rows.flatMap(({ minutes, passed, scored }) => (minutes === undefined ? [] : [{ minutes, passed, scored }])), { seed }),
    warnings: runWarnings(results),
    notes: reference?.notes ?? [],
  }
}

/** The worlds that a report of the run uses. Its own come first: they are the tasks as they were. */
export function worldsOf(head: Pick<Head, 'worlds' | 'manifest'>, atHand: readonly Bundle[]): Bundle[] {
  const mine = head.worlds ?? []
  const wanted = new Set(head.manifest.map(({ world }) => world))
  return [...mine, ...atHand.filter(({ world }) => wanted.has(world.id) && !mine.some((one) => one.world.id === world.id))]
}

/** What a run must be called wherever it is shown; `null` for one that is nothing but itself. */
const labelOf = (head: Head): string | null => head.reference?.label ?? (isReplay(head) ? REPLAY : head.kind === 'synthetic' ? 'synthetic' : head.kind === 'reference' ? 'reference' : null)

const ROUND = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1000]

/** Intervals for every k would take seconds where k goes to the hundreds: round ones, and the last that all tasks reach. */
function shownIntervals(rows: readonly TaskRow[]): ReadonlySet<number> {
  const planned = rows.map((row) => row.planned).filter((one) => one > 0)
  const reach = planned.reduce((least, one) => Math.min(least, one), Infinity)
  const room = Math.max(1, Math.min(16, Math.floor(1000 / Math.max(1, planned.length))))
  return new Set([...ROUND.filter((k) => k < reach).slice(0, room), reach])
}
