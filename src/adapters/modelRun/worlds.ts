// The worlds of one run, in a worker of their own: an edited world never takes the place of the shipped one.
import { Invalid } from '../../core/task/problem'
import type { Bundle } from '../../core/task/schema'
import type { RunHead } from '../../core/trial/record'
import type { WorldClient } from '../worldWorker/client'

/** A client with these worlds loaded. Throws one sentence where one does not load; the worker is then ended. */
export async function openWorlds(bundles: readonly Bundle[]): Promise<WorldClient> {
  const { browserClient } = await import('../worldWorker/browser')
  const client = browserClient()
  try {
    for (const bundle of bundles) {
      // Operators make mutants, which no model is: with the tasks of one run alone they need not fit.
      const problems = await client.load({ ...bundle, world: { ...bundle.world, operators: [] } })
      if (problems.length > 0) throw new Invalid(problems)
    }
    return client
  } catch (error) {
    await client.close()
    throw error
  }
}

/** World → task → its tables before the first step. */
export async function startsOf(client: WorldClient, bundles: readonly Bundle[]): Promise<RunHead['starts']> {
  const starts: RunHead['starts'] = {}
  for (const { world } of bundles) starts[world.id] = await client.starts(world.id)
  return starts
}
