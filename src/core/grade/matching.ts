// Maximum matching of required patterns to changes.

/**
 * Assigns changes to patterns, as many as can be, each to one at the most (augmenting paths). `fits(change, pattern)`
 * says which go together. Changes are taken in the order of `priority`: one taken earlier stays matched, so that among
 * all maximum matchings one is found that uses the earlier changes first. Returns pattern → change, or −1.
 */
export function maximumMatching(patterns: number, priority: readonly number[], fits: (change: number, pattern: number) => boolean): number[] {
  const changeOf = new Array<number>(patterns).fill(-1)
  const place = (change: number, seen: Set<number>): boolean => {
    for (let pattern = 0; pattern < patterns; pattern += 1) {
      if (seen.has(pattern) || !fits(change, pattern)) continue
      seen.add(pattern)
      const holder = changeOf[pattern]!
      if (holder === -1 || place(holder, seen)) {
        changeOf[pattern] = change
        return true
      }
    }
    return false
  }
  for (const change of priority) place(change, new Set())
  return changeOf
}
