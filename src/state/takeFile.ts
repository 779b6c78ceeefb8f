// What is dropped or chosen finds its place: a run in the library, a world among the catalogues.
import type { WorldSource } from '../adapters/worldFiles'
import type { Notices } from './notices.svelte'
import { formatOf, takeWorld } from './ownWorlds'
import type { Route } from './route.svelte'
import type { Ready } from './startup.svelte'

/** Takes a file in and shows what came of it. One that does not say what it is, is a world where the worlds are shown. */
export async function takeFile(ready: Ready, notices: Notices, route: Route, file: File): Promise<void> {
  const format = await formatOf(file)
  if (format === 'world' || (format === null && route.address.page === 'tasks')) return bringWorld(ready, notices, route, { file })
  const id = await ready.library.import(file)
  if (id) route.go({ page: 'run', id })
}

/** Takes a world in, and shows it, or what is wrong with it. */
export async function bringWorld({ services }: Pick<Ready, 'services'>, notices: Notices, route: Route, source: WorldSource): Promise<void> {
  const taken = await takeWorld(services, notices, source)
  if (taken) route.go({ page: 'tasks', world: taken.world.id })
  else if (route.address.page !== 'tasks') route.go({ page: 'tasks' })
}
