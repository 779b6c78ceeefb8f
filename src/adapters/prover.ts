// Proving a world: its scripted agents and mutants played in the worker, each agent's trials kept as one run.
import { GRADER_VERSION } from '../core/grade/grade'
import type { ControlResult } from '../core/prove/controls'
import type { MutantSpec } from '../core/prove/mutants'
import { AGENTS, type AgentId } from '../core/prove/proof'
import { FREE_AGENTS } from '../core/report/proofFacts'
import { agentPlayer, SCRIPT_SEED, SCRIPT_STEPS, type ScriptJob } from '../core/prove/scripted'
import { manifestOf, newRun } from '../core/run/manifest'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'
import type { Player, RunHead, Trial } from '../core/trial/record'
import type { LoadedWorlds } from './loadedWorlds'
import { proofRunId } from './proofRun'
import type { WorldClient } from './worldWorker/client'

/** Trials just finished, and the run that keeps them. */
export interface ProofBatch {
  agent: AgentId | 'mutants'
  run: string
  trials: Trial[]
}

export class Prover {
  readonly #client: WorldClient
  readonly #store: RunStore
  readonly #app: string
  readonly #worlds: LoadedWorlds
  readonly #mutants = new Map<Bundle, Promise<MutantSpec[]>>()

  constructor(client: WorldClient, store: RunStore, worlds: LoadedWorlds, app: string) {
    this.#client = client
    this.#store = store
    this.#app = app
    this.#worlds = worlds
  }

  /** Every mutant of a world, made once a visit. */
  mutants(world: string): Promise<MutantSpec[]> {
    return remembered(this.#mutants, this.#worlds.bundle(world), async () => {
      await this.#worlds.load(world)
      return this.#client.mutants(world)
    })
  }

  /** Whether each structural control of a world fires. */
  async controls(world: string): Promise<ControlResult[]> {
    await this.#worlds.load(world)
    return this.#client.controls(world)
  }

  /**
   * Plays every scripted agent, then every mutant, and tells of each batch. What was played whole is kept as a run whose
   * id follows from its content: proving the same world again adds nothing. Throws the signal's reason where it ends the proof.
   */
  async prove(world: string, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void> {
    const bundle = await this.#worlds.load(world)
    const starts = this.#starts(world)
    await this.#agents(AGENTS, bundle, starts, onBatch, signal)
    const mutants = await this.mutants(world)
    const jobs = mutants.map((mutant): ScriptJob => ({ task: mutant.task, index: mutant.index, mutant }))
    await this.#play(bundle, 'mutants', { kind: 'script', id: 'mutant', title: 'Mutants' }, jobs, starts, onBatch, signal)
  }

  /** The same of the agents alone that show what a score is worth. */
  async proveFree(world: string, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void> {
    const bundle = await this.#worlds.load(world)
    await this.#agents(FREE_AGENTS, bundle, this.#starts(world), onBatch, signal)
  }

  /** Waited for only where a run is kept: where none is, its failure is nobody's. */
  #starts(world: string): Promise<RunHead['starts'][string]> {
    const starts = this.#client.starts(world)
    starts.catch(() => undefined)
    return starts
  }

  async #agents(agents: readonly AgentId[], bundle: Bundle, starts: Promise<RunHead['starts'][string]>, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void> {
    for (const agent of agents) {
      const jobs = bundle.tasks.map((task): ScriptJob => ({ task: task.id, index: 0, agent }))
      await this.#play(bundle, agent, agentPlayer(agent), jobs, starts, onBatch, signal)
    }
  }

  async #play(bundle: Bundle, agent: AgentId | 'mutants', player: Player, jobs: readonly ScriptJob[], starts: Promise<RunHead['starts'][string]>, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void> {
    const world = bundle.world.id
    const id = proofRunId(this.#app, bundle, agent, player)
    const trials: Trial[] = []
    await this.#client.run(world, jobs, (batch) => {
      trials.push(...batch)
      onBatch({ agent, run: id, trials: batch })
    }, signal)
    signal.throwIfAborted()
    if (trials.length === 0 || (await this.#store.head(id))) return
    const most = new Map<string, number>()
    for (const { task } of trials) most.set(task, (most.get(task) ?? 0) + 1)
    const head = newRun({
      id,
      name: agent === 'mutants' ? `Mutants of ${bundle.world.title}` : `${player.title} on ${bundle.world.title}`,
      created: new Date().toISOString(),
      app: this.#app,
      kind: agent === 'mutants' ? 'mutants' : 'scripted',
      configuration: { player, trials: Math.max(...most.values()), steps: SCRIPT_STEPS, seed: SCRIPT_SEED },
      manifest: manifestOf([bundle], 1).filter(({ task }) => most.has(task)).map((planned) => ({ ...planned, trials: most.get(planned.task) ?? 0 })),
      bundles: [bundle],
      starts: { [world]: await starts },
      grader: GRADER_VERSION,
    })
    await this.#store.put(head, trials)
  }
}

/** What was asked for once; a failure is not remembered. */
function remembered<K, T>(known: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  let made = known.get(key)
  if (!made) {
    made = make().catch((error: unknown) => {
      known.delete(key)
      throw error
    })
    known.set(key, made)
  }
  return made
}
