// What a task allowed, as a phrase: "An escalation, nothing else."
import type { Grade } from '../../core/grade/check'
import { patternInWords } from '../../core/grade/words'
import type { Task, World } from '../../core/task/schema'

/** The accepted end state that the episode reached, else every one: what it requires, then what it also allows. */
export function allowedText(task: Task, grade: Grade | null, world: World): string {
  const states = [task.expect].flat()
  const reached = grade?.end_state === null || grade === null ? states : states.slice(grade.end_state, grade.end_state + 1)
  const texts = reached.map(({ must, may = [] }) => {
    const required = must.map((pattern) => patternInWords(pattern, world))
    const also = [...new Set(may.map((pattern) => patternInWords(pattern, world)))]
    if (required.length === 0 && also.length === 0) return 'nothing'
    const first = required.length === 0 ? 'nothing' : required.join(' and ')
    if (also.length === 0) return `${first}, nothing else`
    return required.join() === also.join() ? `${first}, or more than one` : `${first}; also, if it likes, ${also.join(' and ')}`
  })
  const text = texts.join('; or ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
