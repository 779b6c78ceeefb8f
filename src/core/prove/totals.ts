// How an agent came out over a catalogue: passed of scored, what has no score told apart. The one rule, for the page and the command line.
import type { AgentId, AgentTotal, TaskProof } from './proof'

/** Counted over these tasks; those on which the agent has nothing to do count nowhere. */
export function totalOf(agent: AgentId, tasks: readonly TaskProof[]): Omit<AgentTotal, 'expected'> {
  const cells = tasks.flatMap((task) => task.cells.filter((cell) => cell.agent === agent && cell.state !== 'none'))
  const count = (...states: string[]) => cells.filter(({ state }) => state !== undefined && states.includes(state)).length
  const scored = count('pass', 'fail')
  return { agent, passed: count('pass'), scored, unscored: cells.filter(({ state }) => state !== undefined).length - scored, tasks: cells.length }
}

/** "10 of 10, 1 not scored"; before anything has run, of the tasks. */
export const totalText = ({ passed, scored, unscored, tasks }: Omit<AgentTotal, 'expected'>): string =>
  `${passed.toLocaleString('en')} of ${(scored + unscored === 0 ? tasks : scored).toLocaleString('en')}${unscored === 0 ? '' : `, ${unscored.toLocaleString('en')} not scored`}`
