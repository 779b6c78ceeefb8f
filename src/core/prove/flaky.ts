// flaky(p, seed): the oracle, and with probability p one of its mutants; runs of any size to measure, without a key.
import { chance, pick, seedOf, seeded } from '../stats/random'
import type { ScriptStep } from '../agent/script'
import type { Manifest } from '../run/manifest'
import type { Bundle } from '../task/schema'
import type { Configuration, Player } from '../trial/record'
import type { MutantSpec } from './mutants'

export interface FlakyOptions {
  /** Probability of a fault, 0 … 1. */
  p: number
  seed: number
  /** Trials a task. */
  trials: number
}

/** What a flaky trial plays: the oracle's script where there is no other. */
export interface FlakyTurn {
  p: number
  mutant?: { id: string; script: ScriptStep[] }
}

export const flakyPlayer = ({ p, mutant }: FlakyTurn): Player => ({ kind: 'script', id: 'flaky', title: `Flaky, ${Number((100 * p).toFixed(2))} %`, ...(mutant ? { mutant: mutant.id } : {}) })

/** The mutants that fail a trial: those that a deciding dimension must catch. A harmless difference is no fault. */
export function faultsOf(bundle: Bundle, mutants: readonly MutantSpec[], task: string): MutantSpec[] {
  const deciding = new Set(bundle.world.dimensions.filter(({ decides }) => decides).map(({ id }) => id))
  const harmless = new Set(bundle.world.operators.filter(({ expect }) => expect === 'pass').map(({ id }) => id))
  return mutants.filter((one) => one.task === task && deciding.has(one.dimension) && !harmless.has(one.operator))
}

/** What it plays in one slot; hangs on seed, task and index alone, not on what was played before. */
export function flakyTurn(faults: readonly MutantSpec[], { p, seed }: Pick<FlakyOptions, 'p' | 'seed'>, task: string, index: number): FlakyTurn {
  const random = seeded(seedOf(JSON.stringify([seed, task, index])))
  const slips = chance(random) < p
  const fault = faults[pick(random, faults.length)]
  return slips && fault ? { p, mutant: { id: fault.id, script: fault.script } } : { p }
}

export interface FlakyPlan {
  jobs: { task: string; index: number; flaky: FlakyTurn }[]
  configuration: Configuration
  manifest: Manifest
}

/** Everything that a synthetic run of a world plays, index by index; its head is `newRun`'s with kind "synthetic". */
export function flakyPlan(bundle: Bundle, mutants: readonly MutantSpec[], steps: number, { p, seed, trials }: FlakyOptions): FlakyPlan {
  const faults = new Map(bundle.tasks.map(({ id }) => [id, faultsOf(bundle, mutants, id)]))
  const jobs = Array.from({ length: trials }, (_, index) => bundle.tasks.map(({ id }) => ({ task: id, index, flaky: flakyTurn(faults.get(id) ?? [], { p, seed }, id, index) }))).flat()
  return {
    jobs,
    configuration: { player: flakyPlayer({ p }), trials, steps, seed, p },
    manifest: bundle.tasks.map(({ id }) => ({ world: bundle.world.id, task: id, trials })),
  }
}
