// The order of the library.
import type { RunEntry } from './store'

/** Compares by the moment of creation, the latest first; equal ones by id. */
export const newestFirst = (a: RunEntry, b: RunEntry): number => Date.parse(b.created) - Date.parse(a.created) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
