// Which tasks of the catalogues are shown.
import type { Bundle, Task } from '../../core/task/schema'

export interface Wanted {
  world?: string
  text?: string
  tier?: string
  kind?: string
}

export interface Found {
  bundle: Bundle
  tasks: Task[]
}

/** The worlds with the tasks that fit; a world without any is left out. Words are looked for in id, title, why and tags. */
export function findTasks(bundles: readonly Bundle[], { world, text = '', tier, kind }: Wanted): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const fits = (task: Task) => {
    const said = [task.id, task.title, task.why, ...(task.tags ?? [])].join(' ').toLowerCase()
    return words.every((word) => said.includes(word)) && (!tier || task.tier === tier) && (!kind || task.kind === kind)
  }
  return bundles.filter((bundle) => !world || bundle.world.id === world).map((bundle) => ({ bundle, tasks: bundle.tasks.filter(fits) })).filter(({ tasks }) => tasks.length > 0)
}
