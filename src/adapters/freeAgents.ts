// What anyone passes for free on exactly one world: read from the proof that was kept, or played now.
import { agentPlayer } from '../core/prove/scripted'
import { idleStates, playFree } from '../core/report/playFree'
import { FREE_AGENTS, isSameWorld, proofFacts, type ProofFacts } from '../core/report/proofFacts'
import type { RunStore } from '../core/run/store'
import { contentHash } from '../core/task/canonical'
import type { Bundle } from '../core/task/schema'
import { proofRunId } from './proofRun'
import type { Prover } from './prover'
import type { WorldClient } from './worldWorker/client'

export class FreeAgents {
  readonly #store: RunStore
  readonly #app: string
  readonly #atHand: () => readonly Bundle[]
  /** What was played in this visit on worlds that are not at hand, or under structural controls, by their content. */
  readonly #made = new Map<string, ProofFacts>()

  constructor(store: RunStore, app: string, atHand: () => readonly Bundle[]) {
    this.#store = store
    this.#app = app
    this.#atHand = atHand
  }

  /** What was proven before of exactly this world, from the runs that keep the proof; `null` where anything is missing. */
  async known(bundle: Bundle, controls: readonly string[] = []): Promise<ProofFacts | null> {
    const made = this.#made.get(contentHash([bundle, controls]))
    if (made) return made
    // The proof's runs were played without any.
    if (controls.length > 0) return null
    const whole = this.#wholeOf(bundle) ?? bundle
    const states = idleStates(whole)
    for (const agent of FREE_AGENTS) {
      const kept = await this.#store.summaries(proofRunId(this.#app, whole, agent, agentPlayer(agent)))
      states.push(...kept.map(({ task, state }) => ({ agent, task, state })))
    }
    const facts = proofFacts(bundle, states)
    return facts.tasks.every(({ cells }) => cells.length === FREE_AGENTS.length) ? facts : null
  }

  /**
   * Plays the agents now. On a world that is here their trials are kept as the proof's runs; on another version of it,
   * which only a run holds, or under structural controls, they are not. Throws `Invalid` where the world does not load, and the signal's reason where it
   * ends the play.
   */
  async prove(bundle: Bundle, controls: readonly string[], { client, prover }: { client: WorldClient; prover: Prover }, onProgress: (done: number, of: number) => void, signal: AbortSignal): Promise<ProofFacts> {
    const whole = controls.length > 0 ? undefined : this.#wholeOf(bundle)
    if (!whole) {
      const stage = { load: client.load.bind(client), forget: client.forget.bind(client), run: (...of: Parameters<typeof client.run>) => client.run(of[0], of[1], of[2], signal) }
      const facts = await playFree(stage, bundle, controls, onProgress)
      signal.throwIfAborted()
      this.#made.set(contentHash([bundle, controls]), facts)
      return facts
    }
    const states = idleStates(whole)
    await prover.proveFree(whole.world.id, ({ agent, trials }) => {
      if (agent !== 'mutants') states.push(...trials.map(({ task, state }) => ({ agent, task, state })))
      onProgress(states.length, FREE_AGENTS.length * whole.tasks.length)
    }, signal)
    return proofFacts(bundle, states)
  }

  /** The world at hand that is exactly this one, with all of its tasks. */
  #wholeOf(bundle: Bundle): Bundle | undefined {
    return this.#atHand().find((whole) => isSameWorld(whole, bundle))
  }
}
