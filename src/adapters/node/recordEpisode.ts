// One episode of a scripted agent, played in Node and cut down to what it takes to show it.
import { runJob } from '../../core/prove/scripted'
import type { AgentId } from '../../core/prove/proof'
import { SqliteWorld } from '../../core/world/sqliteWorld'
import type { Recorded } from '../taskFiles/recorded'
import { startNodeSqlite } from './sqlite'
import { readWorldFolder } from './worldFolder'

/** Throws where the world is not sound or the agent has nothing to do in the task. The same world gives the same bytes. */
export async function recordEpisode(folder: string, taskId: string, agent: AgentId): Promise<Recorded> {
  const parsed = readWorldFolder(folder)
  if (!parsed.ok) throw new Error(parsed.problems.map(({ path, says }) => `${path}: ${says}`).join('\n'))
  const bundle = parsed.value
  const task = bundle.tasks.find(({ id }) => id === taskId)
  const world = new SqliteWorld(await startNodeSqlite(), bundle)
  const clock = { now: () => Date.parse(bundle.world.today), steady: () => 0 }
  const trial = await runJob(world, bundle, { task: taskId, index: 0, agent }, clock)
  if (!task || !trial) throw new Error(`${agent} has nothing to do in ${taskId}`)
  const { operators: _, failures: __, ...rest } = bundle.world
  return { bundle: { ...bundle, world: { ...rest, operators: [] }, schema: '', seed: '', sql: {}, tasks: [task] }, task, start: await world.start(taskId), trial }
}
