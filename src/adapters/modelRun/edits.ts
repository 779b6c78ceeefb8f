// Edits for one run: another policy, other descriptions of tools. The world that the run carries is the edited one.
import { worldHashes } from '../../core/run/hashes'
import type { Bundle } from '../../core/task/schema'

/** Of one world: what stands in place of its own texts. */
export interface Edits {
  policy?: string
  /** Tool → its description. */
  tools?: Record<string, string>
}

const changed = (text: string | undefined, own: string): string | null => (text === undefined || text.trim() === '' || text === own ? null : text)

/** The world with the edits; the same one where they change nothing. An empty text leaves the world's own. */
export function edited(bundle: Bundle, { policy, tools = {} }: Edits): Bundle {
  const instructions = changed(policy, bundle.policy)
  const described = bundle.tools.map((tool) => {
    const description = changed(Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined, tool.description)
    return description === null ? tool : { ...tool, description }
  })
  const same = instructions === null && described.every((tool, at) => tool === bundle.tools[at])
  return same ? bundle : { ...bundle, policy: instructions ?? bundle.policy, tools: described }
}

/** World → the hashes of what differs from the worlds as they ship. */
export function editedHashes(shipped: readonly Bundle[], used: readonly Bundle[]): Record<string, { policy?: string; tools?: string }> {
  const pairs = used.flatMap((bundle) => {
    const own = shipped.find(({ world }) => world.id === bundle.world.id)
    if (!own || own === bundle) return []
    const [before, after] = [worldHashes(own), worldHashes(bundle)]
    const differing = { ...(before.policy === after.policy ? {} : { policy: after.policy }), ...(before.tools === after.tools ? {} : { tools: after.tools }) }
    return Object.keys(differing).length > 0 ? [[bundle.world.id, differing] as const] : []
  })
  return Object.fromEntries(pairs)
}
