// Events: the moments at which a task's environment moves, counted by the agent's calls.
import type { TaskEvent } from '../task/schema'

/** Which events are due around the agent's calls; each happens once. */
export class DueEvents {
  readonly #waiting: TaskEvent[]
  readonly #calls = new Map<string, number>()

  constructor(events: readonly TaskEvent[]) {
    this.#waiting = [...events]
  }

  /** Counts a call that is about to be made, and returns what happens right before it. */
  before(tool: string): TaskEvent[] {
    const nth = (this.#calls.get(tool) ?? 0) + 1
    this.#calls.set(tool, nth)
    return this.#take(({ before }) => before?.tool === tool && before.nth === nth)
  }

  /** What happens right after the call that was counted last. */
  after(tool: string): TaskEvent[] {
    const nth = this.#calls.get(tool)
    return this.#take(({ after }) => after?.tool === tool && after.nth === nth)
  }

  #take(due: (event: TaskEvent) => boolean): TaskEvent[] {
    const taken = this.#waiting.filter(due)
    for (const event of taken) this.#waiting.splice(this.#waiting.indexOf(event), 1)
    return taken
  }
}
