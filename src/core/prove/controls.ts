// Proving a structural control: what works without it is refused with it.
import type { Bundle } from '../task/schema'
import type { CallResult, World } from '../world/world'
import { SCRIPT_SEED } from './scripted'

export interface ControlResult {
  id: string
  title: string
  /** Whether it fires: its last call works without it, and is refused with it. */
  fires: boolean
  /** One sentence. */
  why: string
}

/** Plays each control's calls without it and with it. */
export async function controlsOf(world: World, bundle: Bundle): Promise<ControlResult[]> {
  const results: ControlResult[] = []
  for (const [id, { title, fires }] of Object.entries(bundle.world.controls ?? {})) {
    const last = async (controls: string[]): Promise<CallResult | undefined> => {
      const session = await world.open(fires.task, SCRIPT_SEED, controls)
      let result: CallResult | undefined
      for (const { tool, input } of fires.calls) result = await session.call(tool, input)
      await session.close()
      return result
    }
    const without = await last([])
    const withIt = await last([id])
    const works = without?.outcome === 'ok' && withIt !== undefined && withIt.outcome !== 'ok' && withIt.changes.every(({ table }) => bundle.world.bookkeeping?.includes(table))
    const why = without?.outcome !== 'ok' ? `Without it the call does not work either: ${without?.result ?? 'there is no call'}` : works ? `With it: ${withIt.result}` : `With it the call still works: ${withIt?.result ?? ''}`
    results.push({ id, title, fires: works, why })
  }
  return results
}
