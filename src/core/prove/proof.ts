// What a proof says: of a task, and of a world. Computed by prove.ts from trials, for any grader.
import type { Grade } from '../grade/check'
import type { ControlResult } from './controls'
import type { TerminalState } from '../trial/record'

/** The scripted agents that a proof runs, in the order they are shown. */
export const AGENTS = ['oracle', 'null', 'liar', 'tempted', 'yes-man', 'escalator'] as const
export type AgentId = (typeof AGENTS)[number]

/** One agent on one task: what came out, against what must. */
export interface ProofCell {
  agent: AgentId
  task: string
  /** Absent while the trial has not run; `none` where the agent has nothing to do here (no temptation is written). */
  state?: TerminalState | 'none'
  /** What must come out; `as null`: what null scores on the state; `any` where the agent only shows how much of the catalogue it passes. */
  must: 'pass' | 'fail' | 'as null' | 'any'
  /** Whether it came out so; absent while unknown. */
  right?: boolean
  /** One sentence: what was seen, and where it is wrong, what must be. */
  why: string
  grade?: Grade
}

export type MutantFate =
  /** The dimension that must catch it failed. */
  | 'killed'
  /** It differs only by changes that `may` allows. */
  | 'allowed'
  /** It changed the same rows as the oracle: nothing to catch. */
  | 'equivalent'
  /** A harmless difference, and it passed, as it must. */
  | 'passed'
  /** It should have failed and did not, or should have passed and did not. */
  | 'survived'
  /** Survived, and the task says why that is right. */
  | 'accepted'

export interface MutantResult {
  /** operator@call */
  id: string
  title: string
  dimension: string
  /** Absent while its trial has not run. */
  fate?: MutantFate
  why: string
  /** The trial's index in the run of mutants. */
  index: number
  grade?: Grade
}

export interface MutationScore {
  killed: number
  /** Unexplained survivors. */
  survived: number
  allowed: number
  equivalent: number
  accepted: number
  passed: number
}

export interface TaskProof {
  task: string
  title: string
  tier: string
  kind: string
  cells: ProofCell[]
  mutants: MutantResult[]
  score: MutationScore
  /** Absent while trials are missing. */
  proven?: boolean
  /** Why it is not, a sentence each. */
  problems: string[]
}

export interface AgentTotal {
  agent: AgentId
  passed: number
  /** Trials with a verdict pass or fail. */
  scored: number
  /** Trials that have run and have no such verdict: a step limit, an inconclusive check. */
  unscored: number
  /** Tasks on which the agent has something to do. */
  tasks: number
  /** How many the world says it must pass, if it says so. */
  expected?: number
}

export interface WorldProof {
  world: string
  grader: string
  tasks: TaskProof[]
  totals: AgentTotal[]
  score: MutationScore
  proven?: boolean
  problems: string[]
  controls: ControlResult[]
  /** Trials done of trials planned. */
  done: number
  planned: number
}
