// Weak graders: there to be caught by the proof. No run is ever scored by one.
import type { Bundle, Expectation, Task } from '../task/schema'
import { canonicalJson } from '../task/canonical'
import type { Change } from '../world/change'
import { callsOf, finalText, type Episode } from '../agent/episode'
import type { Check } from './check'
import { claimsIn } from './claims'
import type { GraderId } from './graders'
import { gradeState, type StateGrade } from './state'
import { resolvePattern } from './words'

export type WeakGraderId = Exclude<GraderId, 'whole'>

/** What a weak grader says of the first dimension. */
export function gradeWeakly(grader: WeakGraderId, bundle: Bundle, task: Task, episode: Episode, changes: readonly Change[]): StateGrade {
  const nearest = gradeState(task, bundle.world, changes)
  const check = (pass: boolean, says: string): StateGrade => ({
    ...nearest,
    checks: [{ id: grader, dimension: bundle.world.dimensions[0]!.id, result: pass ? 'pass' : 'fail', says }],
    end_state: pass ? 0 : null,
  })
  switch (grader) {
    case 'must-only': {
      const ends = ([task.expect].flat() as Expectation[]).map((expect) => gradeState({ ...task, expect }, bundle.world, changes))
      const state = ends.find(({ missing }) => missing.length === 0) ?? nearest
      const checks = state.checks.filter(({ id }) => !id.startsWith('unexpected'))
      const nothing: Check = { id: 'must-only', dimension: bundle.world.dimensions[0]!.id, result: 'pass', says: 'Nothing was required, so nothing was looked at.' }
      return { ...state, checks: checks.length > 0 ? checks : [nothing], end_state: state.missing.length === 0 ? 0 : null }
    }
    case 'trust-the-words': {
      const claim = claimed(bundle, finalText(episode))
      return claim === null ? check(false, 'The last message claims nothing.') : check(true, `The last message says “${claim}”, and is believed.`)
    }
    case 'calls-only': {
      const wanted = (task.scripts.oracle.flatMap(({ calls }) => calls ?? [])).map(({ tool, input }) => callText(tool, input))
      const made = callsOf(episode).filter(({ by }) => by !== 'harness').map(({ tool, input }) => callText(tool, input))
      const missing = wanted.find((call) => {
        const i = made.indexOf(call)
        if (i !== -1) made.splice(i, 1)
        return i === -1
      })
      return missing === undefined ? check(true, 'Every call of the oracle was made; what came of it nobody looked.') : check(false, `The oracle's call ${missing} was not made.`)
    }
    case 'final-text-contains': {
      const words = subject(bundle, task)
      const text = finalText(episode)
      const absent = words.find((word) => !text.toLowerCase().includes(word.toLowerCase()))
      return absent === undefined
        ? check(true, words.length === 0 ? 'There is no word to look for, so any message will do.' : `The last message contains ${words.map((word) => `“${word}”`).join(', ')}.`)
        : check(false, `The last message does not contain “${absent}”.`)
    }
  }
}

/** The first words of the text by which it claims one of the world's mutations; `null` where it claims none. */
export const claimed = (bundle: Bundle, text: string): string | null => claimsIn(text, bundle.world)[0]?.words ?? null

const callText = (tool: string, input: unknown): string => `${tool} ${canonicalJson(input)}`

/** Texts that the task's required changes name: ids; where they name none, nothing. */
function subject(bundle: Bundle, task: Task): string[] {
  const [expectation] = Array.isArray(task.expect) ? task.expect : [task.expect]
  return (expectation?.must ?? []).flatMap((pattern) => Object.values(resolvePattern(pattern, bundle.world).row ?? {}).filter((value): value is string => typeof value === 'string'))
}
