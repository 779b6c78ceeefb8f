// Replay: an agent against the recorded results of a saved episode, without its world.
import type { CallResult, Session } from '../world/world'
import { canonicalJson } from '../task/canonical'
import type { Customer } from '../task/schema'
import type { Change } from '../world/change'
import { composed } from '../world/composed'
import { customerOf, type CustomerPlayer } from './customer'
import { callsOf, type CustomerTurn, type Episode, type EventTurn } from './episode'
import { Stopped } from './model'

/**
 * A session that answers from a recording: each call must be the next one that was recorded, with the same tool and the
 * same arguments. The first that is not ends the episode as diverged, which is invalid and never a failure. What the
 * environment and the harness did then is what they do now.
 */
export function replaySession(recorded: Episode): Session {
  const calls = callsOf(recorded).filter(({ by }) => by !== 'harness')
  const events = recorded.turns.filter((turn): turn is EventTurn => turn.role === 'event')
  const made: Change[] = []
  let position = 0
  /** What the next recorded event of this kind changed; nothing where there is none left. */
  const next = (is: (event: EventTurn) => boolean): Change[] => {
    const at = events.findIndex(is)
    return at === -1 ? [] : (events.splice(at, 1)[0]?.changes ?? [])
  }
  return {
    call(tool, input): Promise<CallResult> {
      const next = calls[position]
      if (!next) throw new Stopped({ kind: 'diverged', detail: `${tool} was called after the last recorded call.` })
      if (next.tool !== tool || canonicalJson(next.input) !== canonicalJson(input)) {
        throw new Stopped({ kind: 'diverged', detail: `Call ${next.n} was ${next.tool} on record; ${next.tool === tool ? 'now its arguments are others' : `now it is ${tool}`}.` })
      }
      position += 1
      made.push(...next.changes)
      const { outcome, result, changes, fault, delayed } = next
      return Promise.resolve({ outcome, result, changes, ...(fault ? { fault } : {}), ...(delayed === undefined ? {} : { delayed }) })
    },
    tamper: () => Promise.resolve([]),
    event: (sql) => Promise.resolve(next(({ run }) => run === sql)),
    confirmed: () => {
      const changes = next(({ actor, run }) => actor === 'harness' && run === undefined)
      // What the harness writes is part of the trial's own difference; what others do is not.
      made.push(...changes)
      return Promise.resolve(changes)
    },
    close: () => Promise.resolve(composed(made)),
  }
}

/**
 * The customer of a replay. One whose words follow from the task speaks anew; one that a model or a person played says
 * again what was said, in its order, whatever the agent says now.
 */
export function replayCustomer(recorded: Episode, customer: Customer): CustomerPlayer {
  const said = recorded.turns.filter((turn): turn is CustomerTurn => turn.role === 'customer')
  if (!said.some(({ by }) => by === 'model' || by === 'person')) return customerOf(customer)
  const [opening, ...answers] = said
  return { opens: () => opening ?? { role: 'customer', text: customer.opens, by: 'script' }, answers: () => Promise.resolve(answers.shift() ?? null) }
}
