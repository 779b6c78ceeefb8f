// The episode that the start page opens with, and comes with the page itself: no engine, no file, no storage is needed to show it.
import data from 'virtual:recorded-episode'
import type { Bundle, Task } from '../../core/task/schema'
import type { Trial } from '../../core/trial/record'
import type { Table } from '../../core/world/table'

/** An episode, its task, and of its world what it takes to show it: no SQL, and no other task. */
export interface Recorded {
  bundle: Bundle
  task: Task
  start: Table[]
  trial: Trial
}

/** Written by the build out of the very types it is read as. */
export const recorded = data as Recorded
