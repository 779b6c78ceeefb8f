// What a list of trials can be cut down to: one failure, or what cannot be told.
import { FAILURES } from '../trial/failures/category'

export const FAILURE_SHOWS = [...FAILURES, 'uncategorised', 'not_looked_at'] as const
export type FailureShow = (typeof FAILURE_SHOWS)[number]
