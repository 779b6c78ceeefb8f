// The worlds that ship with the app, built into it from tasks/.
import { bundleOfFiles } from '../../core/task/files'
import { Invalid } from '../../core/task/problem'
import type { Bundle } from '../../core/task/schema'

const files = import.meta.glob<string>(['../../../tasks/**/*.json', '../../../tasks/**/*.sql', '../../../tasks/**/*.md'], { eager: true, query: '?raw', import: 'default' })

/** Every shipped world. Throws `Invalid` where one is not sound, which the tests see before a user does. */
export function shippedBundles(): Bundle[] {
  const worlds = new Map<string, Record<string, string>>()
  for (const [path, text] of Object.entries(files)) {
    const [world = '', ...rest] = path.split('/tasks/').slice(1).join('/tasks/').split('/')
    worlds.set(world, { ...worlds.get(world), [rest.join('/')]: text })
  }
  return [...worlds].map(([world, folder]) => {
    const parsed = bundleOfFiles(folder)
    if (!parsed.ok) throw new Invalid(parsed.problems.map((problem) => ({ ...problem, path: `tasks/${world}/${problem.path}` })))
    return parsed.value
  })
}
