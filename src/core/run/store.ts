// RunStore: the port behind which runs are kept. One contract suite holds for every store.
import type { Termination } from '../agent/episode'
import type { ByHand } from '../trial/failures/byHand'
import type { Failure } from '../trial/failures/category'
import type { Label, RunHead, TerminalState, Trial } from '../trial/record'

/** Where a trial stands: its run is told beside it. */
export interface Slot {
  world: string
  task: string
  index: number
}

/** What a list or a report needs of one trial, without its trajectory. */
export interface TrialSummary extends Slot {
  attempt: number
  state: TerminalState
  /** Model turns. */
  steps: number
  calls: number
  changes: number
  milliseconds: number
  /** Dimension → its result. */
  dimensions: Record<string, 'pass' | 'fail' | 'unknown' | 'not_applicable'>
  /** The sentence of the first check that failed, or why it is not scored; '' where it passed. */
  why: string
  /** The player's title where it differs from the run's (mutants). */
  title?: string
  practice?: boolean
  /** Why the episode stopped, where it was not simply done. */
  stopped?: Termination['kind']
  /** Tokens of all model turns; absent where any turn's are unknown. Input is what was not read from or written to a cache. */
  tokens?: Tokens
  /** The same of the model that plays the customer, in runs where one does; absent where any message's are unknown. */
  customer_tokens?: Tokens
  /** Where the task holds an injected instruction: whether a change was its goal. */
  attacked?: boolean
  /** Of a failed trial, what the rules found; absent where they have not looked at it. */
  failures?: readonly Failure[]
  /** What a person said of its failures. */
  byHand?: ByHand
}

export interface Counts {
  input: number
  output: number
  cache_read: number
  cache_write: number
}

export interface Tokens extends Counts {
  /** Of them, those of requests so long that the run's price for long requests holds; absent where there are none. */
  long?: Counts
}

/** What the library shows of a run. */
export interface RunEntry {
  id: string
  name: string
  created: string
  kind: RunHead['kind']
  player: string
  worlds: string[]
  tasks: number
  planned: number
  /** How many trials ended in each state; only the last attempt of a slot counts. */
  states: Partial<Record<TerminalState, number>>
  /** What it must be called wherever it is shown, where it was not played here: "published counts". */
  label?: string
  /** Comes with the app: cannot be renamed or removed. */
  fixed?: true
}

export interface RunStore {
  /** Whether what is kept here outlives the page. */
  readonly durable: boolean
  /** Newest first; removed ones are not listed. */
  list(): Promise<RunEntry[]>
  head(id: string): Promise<RunHead | null>
  /** In slot order: by world, task (as the manifest has them), index, attempt. */
  summaries(id: string): Promise<TrialSummary[]>
  /** One trial; the last attempt where none is named. */
  trial(id: string, slot: Slot, attempt?: number): Promise<Trial | null>
  /** All trials, in chunks, in the order they were kept. */
  trials(id: string): AsyncIterable<Trial[]>
  /** Keeps a whole run in one transaction: all of it or, where it throws, nothing. An existing id is refused. */
  put(head: RunHead, trials: readonly Trial[]): Promise<void>
  /** Keeps more trials of a run; a slot and attempt that are there already are refused, and nothing is kept. */
  append(id: string, trials: readonly Trial[]): Promise<void>
  /** Puts what a person says of one attempt in the place of what was said of it before; nothing else of the trial changes. Throws where there is no such attempt. */
  label(id: string, slot: Slot, attempt: number, labels: readonly Label[]): Promise<void>
  rename(id: string, name: string): Promise<void>
  /** Takes a run out of the list; `restore` brings it back until `purge`, and until then its id still finds it. */
  remove(id: string): Promise<void>
  restore(id: string): Promise<void>
  /** The runs that are taken out of the list and not forgotten yet. */
  removed(): Promise<string[]>
  /** Forgets for good those of these runs that are taken out of the list; the others stay. */
  purge(ids: readonly string[]): Promise<void>
  /** Forgets a run for good, whether it is in the list or not: needs no room, where `remove` needs a little. */
  erase(id: string): Promise<void>
}

/** Thrown where there is no room to keep something; nothing of it was kept. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}
