// Proving: one world's proof while it runs and afterwards. The trials are kept here, so that another grader needs no new run.
import type { ProofBatch } from '../adapters/prover'
import type { GraderId } from '../core/grade/graders'
import type { ControlResult } from '../core/prove/controls'
import type { MutantSpec } from '../core/prove/mutants'
import { AGENTS, type AgentId, type WorldProof } from '../core/prove/proof'
import { proveWorld } from '../core/prove/prove'
import type { Bundle } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import type { Services } from './services'

type ProofServices = Pick<Services, 'prove' | 'mutants' | 'controls'>
type Phase = 'idle' | 'running' | 'done' | 'stopped' | 'broken'

export class Proving {
  readonly bundle: Bundle
  #services: ProofServices
  #phase = $state<Phase>('idle')
  #trouble = $state('')
  #specs = $state.raw<MutantSpec[]>()
  #controls = $state.raw<ControlResult[]>()
  #trials = $state.raw<Partial<Record<AgentId | 'mutants', ReadonlyMap<string, Trial>>>>({})
  #runs = $state.raw<Partial<Record<AgentId | 'mutants', string>>>({})
  #abort = new AbortController()

  constructor(services: ProofServices, bundle: Bundle) {
    this.#services = services
    this.bundle = bundle
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Why it broke, as a sentence; '' where it did not. */
  get trouble(): string {
    return this.#trouble
  }

  /** What the trials so far prove under a grader. */
  proof(grader: GraderId): WorldProof {
    const trials = Object.fromEntries(AGENTS.map((agent) => [agent, byTask(this.#trials[agent])]))
    return proveWorld({ bundle: this.bundle, trials, mutants: this.#specs, mutantTrials: this.#trials.mutants ?? new Map(), controls: this.#controls, grader })
  }

  /** The run that keeps a column's trials; absent until its first batch is there. */
  runOf(column: AgentId | 'mutants'): string | undefined {
    return this.#runs[column]
  }

  trialOf(column: AgentId | 'mutants', task: string, index = 0): Trial | undefined {
    return this.#trials[column]?.get(`${task}/${index}`)
  }

  /** Runs everything from the beginning; a second call while it runs does nothing. */
  async run(): Promise<void> {
    if (this.#phase === 'running') return
    this.#phase = 'running'
    this.#trouble = ''
    this.#trials = {}
    this.#runs = {}
    const { signal } = (this.#abort = new AbortController())
    try {
      const { id } = this.bundle.world
      const specs = this.#services.mutants(id).then((found) => (this.#specs = found))
      await Promise.all([this.#services.prove(id, (batch) => this.#take(batch), signal), specs])
      this.#controls = await this.#services.controls(id)
      this.#phase = signal.aborted ? 'stopped' : 'done'
    } catch (error) {
      this.#phase = signal.aborted ? 'stopped' : 'broken'
      if (!signal.aborted) this.#trouble = error instanceof Error ? error.message : String(error)
    }
  }

  stop(): void {
    this.#abort.abort()
  }

  #take({ agent, run, trials }: ProofBatch): void {
    this.#trials = { ...this.#trials, [agent]: new Map([...(this.#trials[agent] ?? []), ...trials.map((trial) => [`${trial.task}/${trial.index}`, trial] as const)]) }
    this.#runs = { ...this.#runs, [agent]: run }
  }
}

const byTask = (trials: ReadonlyMap<string, Trial> = new Map()) => new Map([...trials.values()].map((trial) => [trial.task, trial]))

/** The proofs of this visit, one a world, so that leaving the page loses nothing. */
export class Provings {
  #all = new Map<string, Proving>()
  #services: ProofServices

  constructor(services: ProofServices) {
    this.#services = services
  }

  of(bundle: Bundle): Proving {
    const known = this.#all.get(bundle.world.id)
    if (known?.bundle === bundle) return known
    // Another world has its id now.
    known?.stop()
    const proving = new Proving(this.#services, bundle)
    this.#all.set(bundle.world.id, proving)
    return proving
  }
}

const visits = new WeakMap<ProofServices, Provings>()

/** The proofs of this visit, made when they are first asked for: the start page does not carry them. */
export function provingsOf(services: ProofServices): Provings {
  const known = visits.get(services) ?? new Provings(services)
  visits.set(services, known)
  return known
}
