// Re-execution: a recorded trial's calls made again in a fresh world must change the same rows and give the same results.
import type { Bundle } from '../task/schema'
import { canonicalJson } from '../task/canonical'
import type { Change } from '../world/change'
import type { CallResult, Session, World } from '../world/world'
import type { Call } from '../agent/episode'
import type { Trial } from './record'

/** What did not come out as recorded, at the first place where it did not. */
export interface Mismatch {
  /** The call's number; absent where only the whole outcome differs. */
  call?: number
  /** One sentence. */
  says: string
}

/**
 * Makes a trial's calls, tampering, events and confirmations again, in their order. `null` where everything came out as
 * recorded; else the record is broken, or the world is not the one it was made in. Seed and controls are those of its run.
 */
export async function reexecute(world: World, bundle: Bundle, trial: Trial, seed: number, controls: readonly string[] = []): Promise<Mismatch | null> {
  if (!bundle.tasks.some(({ id }) => id === trial.task)) return { says: `The world ${bundle.world.id} has no task ${trial.task}.` }
  const session = await world.open(trial.task, seed, controls)
  let mismatch: Mismatch | null = null
  for (const { again } of moments(trial)) {
    mismatch = await again(session)
    if (mismatch) break
  }
  const outcome = await session.close()
  if (mismatch || same(outcome, trial.outcome.changes)) return mismatch
  return { says: `The whole outcome now comes to ${counted(outcome)}; on record it came to ${counted(trial.outcome.changes)}, or to others.` }
}

interface Moment {
  /** Calls stand at their numbers, what happened between them between. */
  at: number
  again(session: Session): Promise<Mismatch | null>
}

function moments({ episode }: Trial): Moment[] {
  let calls = 0
  const all = episode.turns.flatMap((turn): Moment[] => {
    if (turn.role === 'customer') {
      const { text, confirms } = turn
      return confirms === true ? [{ at: calls + 0.25, again: async (session) => { await session.confirmed(text); return null } }] : []
    }
    if (turn.role === 'event') {
      const { run } = turn
      return run === undefined ? [] : [{ at: (turn.before_call ?? calls + 1) - 0.5, again: async (session) => { await session.event(run); return null } }]
    }
    calls += turn.calls.length
    return turn.calls.map((call) => ({ at: call.n, again: (session) => repeated(session, call) }))
  })
  return all.sort((a, b) => a.at - b.at)
}

async function repeated(session: Session, call: Call): Promise<Mismatch | null> {
  const now: CallResult = call.by === 'harness'
    ? { outcome: 'ok' as const, result: call.result, changes: await session.tamper(String((call.input as { sql?: unknown }).sql ?? '')) }
    : await session.call(call.tool, call.input)
  const named = `Call ${call.n}, ${call.tool},`
  if (now.outcome !== call.outcome) return { call: call.n, says: `${named} now ends as ${now.outcome}; on record it ended as ${call.outcome}.` }
  if (call.by !== 'harness' && now.fault !== call.fault) return { call: call.n, says: `${named} is now struck by ${now.fault ?? 'no fault'}; on record it was struck by ${call.fault ?? 'none'}.` }
  // Records of before the time was kept do not tell it.
  if (call.delayed !== undefined && now.delayed !== call.delayed) return { call: call.n, says: `${named} is now answered after ${now.delayed ?? 0} ms; on record it was after ${call.delayed}.` }
  if (now.result !== call.result) return { call: call.n, says: `${named} now gives another result than is on record.` }
  if (!same(now.changes, call.changes)) return { call: call.n, says: `${named} now makes ${counted(now.changes)}; on record it made ${counted(call.changes)}, or others.` }
  return null
}

const counted = (changes: readonly Change[]): string => `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`
const same = (a: readonly Change[], b: readonly Change[]): boolean => canonicalJson(a) === canonicalJson(b)
