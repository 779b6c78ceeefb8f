// The person's own worlds, as they are found when the page opens.
import type { WorldStore } from '../core/run/worldStore'
import type { Bundle } from '../core/task/schema'

/** Those that still parse, and in one sentence which do not; never rejects. Nothing that is kept is altered. */
export async function keptWorlds(store: WorldStore, shipped: readonly Bundle[]): Promise<{ kept: Bundle[]; trouble: string | null }> {
  try {
    const values = await store.list()
    if (values.length === 0) return { kept: [], trouble: null }
    const { readKept } = await import('./worldFiles')
    const taken = new Set(shipped.map(({ world }) => world.id))
    const kept: Bundle[] = []
    const troubles: string[] = []
    for (const value of values) {
      const parsed = readKept(value)
      if (!parsed.ok) troubles.push(`A world of yours can no longer be read: ${parsed.problems[0]?.path} ${parsed.problems[0]?.says}.`)
      else if (taken.has(parsed.value.world.id)) troubles.push(`Your world ${parsed.value.world.id} is left out: a shipped one has its id now.`)
      else kept.push(parsed.value)
    }
    return { kept, trouble: troubles.length > 0 ? troubles.join(' ') : null }
  } catch (error) {
    return { kept: [], trouble: `Your own worlds could not be read: ${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)}.` }
  }
}
