// Playing outside of a proof: a world for the person, and one scripted trial to be watched.
import type { Asker } from '../core/grade/sqlChecks'
import { runJob } from '../core/prove/scripted'
import type { AgentId } from '../core/prove/proof'
import type { Trial } from '../core/trial/record'
import type { Table } from '../core/world/table'
import type { World } from '../core/world/world'
import type { LoadedWorlds } from './loadedWorlds'
import type { WorldClient } from './worldWorker/client'

const clock = { now: () => Date.now(), steady: () => performance.now() }

export class Player {
  readonly #client: WorldClient
  readonly #worlds: LoadedWorlds

  constructor(client: WorldClient, worlds: LoadedWorlds) {
    this.#client = client
    this.#worlds = worlds
  }

  /** A loaded world behind the port, and who asks a finished episode of it. Throws one sentence where it does not load. */
  async world(id: string): Promise<{ world: World; asker: Asker }> {
    await this.#worlds.load(id)
    return { world: this.#client.world(id), asker: this.#client }
  }

  /** One trial of a scripted agent and the tables before it; null where the agent has nothing to do there. */
  async watch(id: string, task: string, agent: AgentId, controls: readonly string[]): Promise<{ trial: Trial; start: Table[] } | null> {
    const { world, asker } = await this.world(id)
    const trial = await runJob(world, this.#worlds.bundle(id), { task, index: 0, agent, controls }, { ...clock, asker })
    return trial && { trial, start: await world.start(task) }
  }
}
