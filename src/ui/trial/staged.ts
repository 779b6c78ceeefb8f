// What the stage shows: an episode, over or not, with the world that it happens in.
import type { Bundle, Task } from '../../core/task/schema'
import type { Trial } from '../../core/trial/record'
import type { Table } from '../../core/world/table'
import type { Moment } from '../../state/moments'

export interface Staged {
  task: Task
  bundle: Bundle
  /** The tables before the first step. */
  start: Table[]
  moments: readonly Moment[]
  /** Absent while the episode is not over. */
  trial: Trial | null
  /** Whether the grade may be seen. */
  graded: boolean
}
