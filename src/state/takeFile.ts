// What is dropped or chosen finds its place: a run in the library, a world among the catalogues, a selection of tasks on the run page.
import type { WorldSource } from '../adapters/worldFiles'
import { sentence } from './library.svelte'
import type { Notices } from './notices.svelte'
import { formatOf, takeWorld } from './ownWorlds'
import type { Route } from './route.svelte'
import type { Ready } from './startup.svelte'

/** Takes a file in and shows what came of it. One that does not say what it is, is a world where the worlds are shown. */
export async function takeFile(ready: Ready, notices: Notices, route: Route, file: File): Promise<void> {
  const format = await formatOf(file)
  if (format === 'world' || (format === null && route.address.page === 'tasks')) return bringWorld(ready, notices, route, { file })
  if (format === 'selection') return bringSelection(ready, notices, route, file)
  const id = await ready.library.import(file)
  if (id) route.go({ page: 'run', id })
}

/** Takes a world in, and shows it, or what is wrong with it. */
export async function bringWorld({ services }: Pick<Ready, 'services'>, notices: Notices, route: Route, source: WorldSource): Promise<void> {
  const taken = await takeWorld(services, notices, source)
  if (taken) route.go({ page: 'tasks', world: taken.world.id })
  else if (route.address.page !== 'tasks') route.go({ page: 'tasks' })
}

/** Takes a selection of tasks in and chooses it, or says what is wrong with it, and then nothing has changed. */
export async function bringSelection({ services }: Pick<Ready, 'services'>, notices: Notices, route: Route, file: Blob): Promise<void> {
  try {
    const [{ setup }, { namesOf, readSelection }] = await Promise.all([services.live(), import('../adapters/modelRun/selectionFile')])
    const read = await readSelection(file, setup.bundles)
    if (!read.ok) return notices.show(read.problem, 'trouble')
    const { selection, missing } = read
    const name = setup.selections.bring(selection)
    setup.take(selection.tasks)
    const count = selection.tasks.length
    if (missing.length === 0) notices.show(`“${name}” is chosen: ${count} ${count === 1 ? 'task' : 'tasks'}.`)
    else notices.show(`“${name}” is chosen with ${count} of its ${count + missing.length} tasks. Not here: ${namesOf(missing)}.`, 'trouble')
    if (route.address.page !== 'start') route.go({ page: 'start' })
  } catch (error) {
    notices.show(`The selection was not imported: ${sentence(error)}`, 'trouble')
  }
}
