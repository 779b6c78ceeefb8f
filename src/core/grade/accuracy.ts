// Call accuracy: what was called against what was needed, tool by tool, each call counted once.
import type { NeededCalls } from '../task/schema'
import { callsOf, type Episode } from '../agent/episode'
import type { Accuracy, Check } from './check'
import { matchesCall } from './match'
import type { Asked } from './path/path'
import { maximumMatching } from './matching'

/** Per tool that was called or needed: how many calls were made, needed, and both with the right arguments. */
export function accuracyOf(needs: NeededCalls, { customer }: Asked, episode: Episode): Accuracy[] {
  const made = callsOf(episode).filter(({ by }) => by !== 'harness')
  const tools = [...new Set([...needs.calls.map(({ tool }) => tool), ...made.map(({ tool }) => tool)])]
  return tools.map((tool) => {
    const calls = made.filter((call) => call.tool === tool)
    const needed = needs.calls.filter((one) => one.tool === tool)
    const taken = maximumMatching(needed.length, calls.map((_, i) => i), (call, pattern) => {
      const { input } = needed[pattern]!
      return matchesCall({ tools: [tool], ...(input ? { input } : {}) }, calls[call]!, customer)
    })
    return { tool, made: calls.length, needed: needed.length, right: taken.filter((call) => call !== -1).length }
  })
}

/** One check a tool, where it counts under a dimension: right where every needed call was made, with the right arguments, and no other. */
export function gradeAccuracy(needs: NeededCalls, accuracy: readonly Accuracy[]): Check[] {
  const { dimension } = needs
  if (dimension === undefined) return []
  if (accuracy.length === 0) return [{ id: 'calls', dimension, result: 'not_applicable', says: 'Calls: not applicable, none was needed and none was made.' }]
  return accuracy.map(({ tool, made, needed, right }) => ({
    id: `calls-${tool}`,
    dimension,
    result: made === right && needed === right ? 'pass' : 'fail',
    says: `${tool}: ${right} of ${needed} needed calls made, ${right} of ${made} calls made was needed and right.`.replace(/(\d+) of 0 needed calls made/, 'no call needed').replace(/, (\d+) of 0 calls made was needed and right/, ', none made'),
  }))
}

/** A share, or null where there is nothing to share. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
