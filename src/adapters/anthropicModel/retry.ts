// Retries: which failures are worth another request, and how long to wait before it.
import type { Failure } from './api'

export interface RetryPlan {
  /** Requests for one turn at most, the first included. */
  attempts: number
  /** Milliseconds of the first wait and of the longest, before jitter. */
  first: number
  longest: number
  /** A server that asks for a longer wait than this (milliseconds) is not waited for. */
  patience: number
}

export const RETRY: RetryPlan = { attempts: 5, first: 1000, longest: 30_000, patience: 60_000 }

/** What servers say when money has run out: waiting does not help. */
const OUT_OF_MONEY = /(^|_)(spend_limit_reached|billing_error|budget_exceeded|insufficient_quota)$/

export const outOfMoney = (failure: Failure): boolean => failure.kind === 'status' && [failure.code, failure.type].some((word) => word !== null && OUT_OF_MONEY.test(word))

export function worthRetrying(failure: Failure): boolean {
  switch (failure.kind) {
    case 'connection':
    case 'body': return true
    case 'status': return !outOfMoney(failure) && (failure.status === 408 || failure.status === 409 || failure.status === 429 || failure.status >= 500)
    case 'aborted':
    case 'foreign': return false
  }
}

/** Milliseconds before the next attempt; `attempt` counts those made, `random` is from 0 to 1. Never sooner than the server asks. */
export function backOff(attempt: number, asked: number | null, plan: RetryPlan, random: number): number {
  const longest = Math.min(plan.longest, plan.first * 2 ** (attempt - 1))
  // Half of it is chance, so that requests that failed together do not come back together.
  const jittered = Math.round(longest * (0.5 + random / 2))
  return asked === null ? jittered : Math.max(asked, 0) + Math.round(random * plan.first / 2)
}
