// A world as a folder of files, made into a bundle.
import { parseBundle, type Parsed } from './parse'
import type { Problem } from './problem'
import type { Bundle } from './schema'

/** Makes a bundle of a world's files: path within the folder, with "/", → text. Other files are passed over. */
export function bundleOfFiles(files: Readonly<Record<string, string>>): Parsed<Bundle> {
  const problems: Problem[] = []
  const text = (path: string): string => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined
    if (content === undefined) problems.push({ path, says: 'the file is missing' })
    return content ?? ''
  }
  const json = (path: string): unknown => {
    const content = text(path)
    if (problems.some((problem) => problem.path === path)) return null
    try {
      const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) delete (value as { $schema?: unknown }).$schema
      return value
    } catch (error) {
      problems.push({ path, says: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` })
      return null
    }
  }
  const named = (folder: string, ending: string) => Object.keys(files).filter((path) => path.startsWith(folder) && path.endsWith(ending) && !path.slice(folder.length).includes('/')).sort()
  const taskPaths = named('tasks/', '.json')
  const input = {
    format: 'aftermath/world',
    version: 1,
    world: json('world.json'),
    schema: text('schema.sql'),
    seed: files['seed.sql'] ?? '',
    policy: text('policy.md').trim(),
    tools: json('tools.json'),
    sql: Object.fromEntries(named('tools/', '.sql').map((path) => [path.slice('tools/'.length, -'.sql'.length), text(path)])),
    tasks: taskPaths.map((path) => json(path)),
  }
  if (taskPaths.length === 0) problems.push({ path: 'tasks', says: 'there are no tasks: each is one file tasks/<id>.json' })
  for (const [i, path] of taskPaths.entries()) {
    const id = (input.tasks[i] as { id?: unknown } | null)?.id
    if (typeof id === 'string' && path !== `tasks/${id}.json`) problems.push({ path, says: `its id is "${id}": a task's file bears its id` })
  }
  if (problems.length > 0) return { ok: false, problems }
  return parseBundle(input)
}
