// Playing outside of a proof: a world for the person, and one scripted trial to be watched.
import type { Asker } from '../core/grade/sqlChecks'
import { runJob } from '../core/prove/scripted'
import type { AgentId } from '../core/prove/proof'
import { Invalid } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import type { Table } from '../core/world/table'
import type { World } from '../core/world/world'
import type { WorldClient } from './worldWorker/client'

const clock = { now: () => Date.now(), steady: () => performance.now() }

export class Player {
  readonly #client: WorldClient
  readonly #bundles: readonly Bundle[]
  readonly #loaded = new Map<string, Promise<void>>()

  constructor(client: WorldClient, bundles: readonly Bundle[]) {
    this.#client = client
    this.#bundles = bundles
  }

  #bundle(id: string): Bundle {
    const bundle = this.#bundles.find(({ world }) => world.id === id)
    if (!bundle) throw new Error(`There is no world ${id}.`)
    return bundle
  }

  #load(id: string): Promise<void> {
    let loading = this.#loaded.get(id)
    if (!loading) {
      loading = this.#client.load(this.#bundle(id)).then((problems) => {
        if (problems.length > 0) throw new Invalid(problems)
      })
      loading.catch(() => this.#loaded.delete(id))
      this.#loaded.set(id, loading)
    }
    return loading
  }

  /** A loaded world behind the port, and who asks a finished episode of it. Throws one sentence where it does not load. */
  async world(id: string): Promise<{ world: World; asker: Asker }> {
    await this.#load(id)
    return { world: this.#client.world(id), asker: this.#client }
  }

  /** One trial of a scripted agent and the tables before it; null where the agent has nothing to do there. */
  async watch(id: string, task: string, agent: AgentId): Promise<{ trial: Trial; start: Table[] } | null> {
    const { world, asker } = await this.world(id)
    const trial = await runJob(world, this.#bundle(id), { task, index: 0, agent }, { ...clock, asker })
    return trial && { trial, start: await world.start(task) }
  }
}
