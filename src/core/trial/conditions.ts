// What a run was played under, read back from its configuration: which structural controls were on, and which texts were edited for it.
import type { Configuration } from './record'

/** World → the structural controls that were switched on; none where the configuration names none. */
export function controlsIn({ controls }: Configuration): Record<string, string[]> {
  if (typeof controls !== 'object' || controls === null || Array.isArray(controls)) return {}
  return Object.fromEntries(Object.entries(controls).map(([world, on]: [string, unknown]) => [world, Array.isArray(on) ? on.filter((id): id is string => typeof id === 'string') : []]))
}

/** The controls that were switched on in one world. */
export function controlsFor(configuration: Configuration, world: string): string[] {
  const all = controlsIn(configuration)
  return Object.hasOwn(all, world) ? (all[world] ?? []) : []
}

/** Which of a world's texts were edited for the run. */
export function editedIn({ edited }: Configuration, world: string): { policy: boolean; tools: boolean } {
  const own: unknown = typeof edited === 'object' && edited !== null && Object.hasOwn(edited, world) ? Reflect.get(edited, world) : undefined
  const has = (part: string) => typeof own === 'object' && own !== null && Object.hasOwn(own, part)
  return { policy: has('policy'), tools: has('tools') }
}
