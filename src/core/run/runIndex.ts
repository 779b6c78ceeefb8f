// Where each attempt of a run lies among its chunks, and how many slots stand in each state.
import type { TerminalState } from '../trial/record'
import { slotKey } from './slot'
import type { RunEntry, Slot } from './store'

export interface Place {
  /** Number of the chunk, from 0. */
  chunk: number
  /** Position within it, from 0. */
  at: number
}

type Attempt = Slot & { attempt: number }
type Standing = Attempt & { state: TerminalState; practice?: boolean }
type States = RunEntry['states']
interface Counted { attempt: number; state: TerminalState }

export class RunIndex {
  #places = new Map<string, Map<number, Place>>()
  #counted = new Map<string, Counted>()
  #states: States = {}

  /** How many slots stand in each state; a slot's last attempt counts, practice does not. */
  get states(): States {
    return { ...this.#states }
  }

  /** Enters one attempt. */
  add(one: Standing, place: Place): void {
    const key = slotKey(one)
    const attempts = this.#places.get(key) ?? new Map<number, Place>()
    this.#places.set(key, attempts.set(one.attempt, place))
    tally(this.#states, this.#counted.get(key), one, (counted) => this.#counted.set(key, counted))
  }

  /** Where an attempt lies, the slot's last one where none is named; null where there is none. */
  find(slot: Slot, attempt?: number): Place | null {
    const attempts = this.#places.get(slotKey(slot))
    return attempts?.get(attempt ?? Math.max(...attempts.keys())) ?? null
  }

  /** The first of these attempts that is here already, or stands among them twice. */
  taken<T extends Attempt>(attempts: readonly T[]): T | undefined {
    const seen = new Map<string, Set<number>>()
    return attempts.find((one) => {
      const key = slotKey(one)
      const among = seen.get(key) ?? new Set<number>()
      if (among.has(one.attempt) || this.#places.get(key)?.has(one.attempt)) return true
      seen.set(key, among.add(one.attempt))
      return false
    })
  }

  /** The states as they would be with these attempts too. */
  statesWith(attempts: readonly Standing[]): States {
    const states = this.states
    const counted = new Map<string, Counted>()
    for (const one of attempts) {
      const key = slotKey(one)
      tally(states, counted.get(key) ?? this.#counted.get(key), one, (now) => counted.set(key, now))
    }
    return states
  }
}

/** Counts an attempt instead of the one that counted before, if it comes after it. */
function tally(states: States, before: Counted | undefined, { attempt, state, practice }: Standing, enter: (counted: Counted) => void): void {
  if (practice || (before && before.attempt > attempt)) return
  const left = before ? (states[before.state] ?? 0) - 1 : 0
  if (before && left > 0) states[before.state] = left
  else if (before) delete states[before.state]
  states[state] = (states[state] ?? 0) + 1
  enter({ attempt, state })
}
