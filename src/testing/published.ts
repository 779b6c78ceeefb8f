// Counts that others published, for tests of the statistics: the source stands beside each.
import rewards from './data/gpt-4o-airline.rewards.json'

export interface Count { planned: number; scored: number; passed: number }

/** sierra-research/tau-bench, historical_trajectories/gpt-4o-airline.json (MIT, see the license beside it): 50 tasks × 4. */
export const tauCounts: Count[] = Array.from({ length: 50 }, (_, task) => {
  const mine = rewards.filter(({ task_id }) => task_id === task)
  return { planned: mine.length, scored: mine.length, passed: mine.filter(({ reward }) => reward === 1).length }
})

/** The shop's catalogue of 23 tasks × 5, Claude Haiku 4.5: passes of the tasks that were not passed five times of five. */
export const haikuMisses: Record<string, number> = {
  'refund-out-of-window': 1, 'cancel-shipped': 0, 'refund-not-delivered': 3, 'insists-out-of-window': 1,
  'window-day-29': 4, 'window-day-31': 4, 'cancel-all-unshipped': 2, 'mine-and-his': 1,
}
export const haikuCounts: Count[] = [...Object.values(haikuMisses), ...Array.from({ length: 15 }, () => 5)].map((passed) => ({ planned: 5, scored: 5, passed }))
