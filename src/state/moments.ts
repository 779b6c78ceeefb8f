// Moments: an episode as a sequence of things that can be pointed at, each of them one step of time.
import { textOf, type Call, type CustomerTurn, type Episode, type EventTurn } from '../core/agent/episode'
import type { Change } from '../core/world/change'

export type Moment = { step: number } & (
  | { kind: 'customer'; turn: CustomerTurn; text: string }
  | { kind: 'agent'; text: string }
  | { kind: 'call'; call: Call }
  | { kind: 'event'; turn: EventTurn }
)

/** Every customer turn, agent text, call and event in its order; steps count from 1. */
export function moments(episode: Episode): Moment[] {
  const list: Moment[] = []
  const step = () => list.length + 1
  // An event stands before the turn in which it happened: its call says where in it.
  let events: EventTurn[] = []
  const happen = (before: number) => {
    for (const turn of events.filter(({ before_call = 0 }) => before_call <= before)) list.push({ step: step(), kind: 'event', turn })
    events = events.filter(({ before_call = 0 }) => before_call > before)
  }
  for (const turn of episode.turns) {
    if (turn.role === 'event') {
      events.push(turn)
    } else if (turn.role === 'customer') {
      happen(Infinity)
      list.push({ step: step(), kind: 'customer', turn, text: turn.text })
    } else {
      const text = textOf(turn)
      if (text.trim() !== '') list.push({ step: step(), kind: 'agent', text })
      for (const call of turn.calls) {
        happen(call.n)
        list.push({ step: step(), kind: 'call', call })
      }
    }
  }
  happen(Infinity)
  return list
}

/** What one moment changed in the world. */
export function changesOf(moment: Moment): Change[] {
  if (moment.kind === 'call') return moment.call.changes
  return moment.kind === 'event' ? moment.turn.changes : []
}

/** Everything that changed up to and with a step, in its order, and the step that did it. */
export function changesUpTo(list: readonly Moment[], step: number): { change: Change; step: number }[] {
  return list.filter((moment) => moment.step <= step).flatMap((moment) => changesOf(moment).map((change) => ({ change, step: moment.step })))
}

/** The step of a call, by its number. */
export function stepOfCall(list: readonly Moment[], n: number): number | undefined {
  return list.find((moment) => moment.kind === 'call' && moment.call.n === n)?.step
}
