// What every store refuses, in the same words.
import { attemptName } from './slot'
import type { Slot } from './store'

export const noRun = (id: string): Error => new Error(`there is no run ${id} here`)
export const runExists = (id: string): Error => new Error(`a run with the id ${id} is here already`)
export const attemptExists = (attempt: Slot & { attempt: number }): Error => new Error(`${attemptName(attempt)} is here already`)
export const noAttempt = (attempt: Slot & { attempt: number }): Error => new Error(`there is no ${attemptName(attempt)} here`)
