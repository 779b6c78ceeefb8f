// Replay: an agent against the recorded results of a saved episode, without its world.
import type { CallResult, Session } from '../world/world'
import { canonicalJson } from '../task/canonical'
import type { Change } from '../world/change'
import { composed } from '../world/composed'
import { callsOf, type Episode } from './episode'
import { Stopped } from './model'

/**
 * A session that answers from a recording: each call must be the next one that was recorded, with the same tool and the
 * same arguments. The first that is not ends the episode as diverged, which is invalid and never a failure.
 */
export function replaySession(recorded: Episode): Session {
  const calls = callsOf(recorded).filter(({ by }) => by !== 'harness')
  const made: Change[] = []
  let position = 0
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
    event: () => Promise.resolve([]),
    confirmed: () => Promise.resolve([]),
    close: () => Promise.resolve(composed(made)),
  }
}
