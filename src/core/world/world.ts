// World: the port behind which the back office runs, here or in a worker.
import type { Change } from './change'
import type { Table } from './table'
import type { Fault } from '../task/schema'


/** What one call came to. */
export interface CallResult {
  outcome: 'ok' | 'error' | 'denied'
  /** What the agent reads: JSON where the outcome is ok, else a sentence. */
  result: string
  changes: Change[]
  fault?: Fault['kind']
  /** Milliseconds after which the answer comes, where a fault holds it back. */
  delayed?: number
}

/** One trial's own database. Nothing outside of it can be seen or changed by it. */
export interface Session {
  /** Runs a tool. Bad input is an error result, never a throw. */
  call(tool: string, input: unknown): Promise<CallResult>
  /** The harness changes the world in the agent's name; returns what changed. */
  tamper(sql: string): Promise<Change[]>
  /** The environment moves; returns what changed. Never counted as the agent's change. */
  event(sql: string): Promise<Change[]>
  /** Puts the customer's confirmation on record, where the world keeps one; returns what changed. */
  confirmed(text: string): Promise<Change[]>
  /** Ends the trial and returns the difference that the agent made between its first and its last moment. */
  close(): Promise<Change[]>
}

export interface World {
  /** A fresh database for one trial of a task; the seed decides every answer of chance, `controls` are those switched on. */
  open(task: string, seed: number, controls?: readonly string[]): Promise<Session>
  /** The tables of a task before the first step. */
  start(task: string): Promise<Table[]>
}

/** A query that never returned: the session is gone, and the trial with it. */
export class WorldHung extends Error {
  override name = 'WorldHung'
}
