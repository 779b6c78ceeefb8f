// What differs between two versions of a world, part by part.
import type { Bundle } from '../task/schema'
import { worldHashes } from './hashes'

const tasksText = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** The parts that differ, as phrases: "its policy", "2 tasks", "1 task more". None where both are the same. Throws where a text is not well-formed Unicode. */
export function worldChanges(before: Bundle, after: Bundle): string[] {
  const [was, is] = [worldHashes(before), worldHashes(after)]
  const had = (id: string) => Object.hasOwn(was.tasks, id)
  const has = (id: string) => Object.hasOwn(is.tasks, id)
  const altered = Object.keys(is.tasks).filter((id) => had(id) && was.tasks[id] !== is.tasks[id]).length
  const added = Object.keys(is.tasks).filter((id) => !had(id)).length
  const gone = Object.keys(was.tasks).filter((id) => !has(id)).length
  return [
    ...(was.world === is.world ? [] : ['its description, tables or seed']),
    ...(was.tools === is.tools ? [] : ['its tools']),
    ...(was.policy === is.policy ? [] : ['its policy']),
    ...(altered === 0 ? [] : [tasksText(altered)]),
    ...(added === 0 ? [] : [`${tasksText(added)} more`]),
    ...(gone === 0 ? [] : [`${tasksText(gone)} fewer`]),
  ]
}
