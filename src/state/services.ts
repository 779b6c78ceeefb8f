// What the pages need from outside, as one interface: main.ts composes the real one, tests hand in their own.
import { createContext } from 'svelte'
import type { Imported } from '../adapters/files'
import type { ProofBatch } from '../adapters/prover'
import type { MutantSpec } from '../core/prove/mutants'
import type { ControlResult } from '../core/prove/controls'
import type { EpisodeParts, QueryResult } from '../core/grade/episodeDatabase'
import type { Change } from '../core/world/change'
import type { FlakyOptions } from '../core/prove/flaky'
import type { Asker } from '../core/grade/sqlChecks'
import type { AgentId } from '../core/prove/proof'
import type { ProofFacts } from '../core/report/proofFacts'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'
import type { Mismatch } from '../core/trial/reexecute'
import type { RunHead, Trial } from '../core/trial/record'
import type { Table } from '../core/world/table'
import type { World } from '../core/world/world'
import type { Worlds } from './worlds.svelte'
import type { LiveRoom } from './liveRoom.svelte'

/** Where one plays. */
export interface Place {
  world: World
  /** Without one, what SQL checks want to know stays unknown. */
  asker?: Asker
}

export interface Services {
  /** The app's version. */
  app: string
  store: RunStore
  /** Why runs are kept in memory only, as a sentence; null where they are kept. */
  storeTrouble: string | null
  /** The worlds that are here: more may come while the page is open. */
  worlds: Worlds
  /** The same, as a list that is read anew each time; none where the shipped ones did not arrive, and then `worldsTrouble` says why. */
  readonly bundles: readonly Bundle[]
  worldsTrouble: string | null
  /** A world for whoever plays from this page, and who asks a finished episode of it. Rejects with one sentence where the engine does not start. */
  world(id: string): Promise<Place>
  /** Plays a scripted agent, with some of the world's controls switched on; null where it has nothing to do in that task. */
  watch(world: string, task: string, agent: AgentId, controls: readonly string[]): Promise<{ trial: Trial; start: Table[] } | null>
  /** Keeps a trial that a person played as a run of its own; returns the run's id. */
  keep(trial: Trial, bundle: Bundle, start: Table[], controls: readonly string[]): Promise<string>
  /** Runs baselines and mutants of a world; rejects with an AbortError when the signal ends it. */
  prove(world: string, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void>
  mutants(world: string): Promise<MutantSpec[]>
  /** Whether each structural control of a world fires. */
  controls(world: string): Promise<ControlResult[]>
  /** What null, liar and escalator were proven to pass of exactly this world under these structural controls; null where that has not been proven here. */
  knownFree(bundle: Bundle, controls: readonly string[]): Promise<ProofFacts | null>
  /** Proves just that now; rejects with one sentence where it cannot be done. */
  proveFree(bundle: Bundle, controls: readonly string[], onProgress: (done: number, of: number) => void, signal: AbortSignal): Promise<ProofFacts>
  /** Makes a saved trial's calls again in its run's own world; null where everything came out as recorded. Rejects with one sentence where that cannot be done. */
  playAgain(head: RunHead, trial: Trial): Promise<Mismatch | null>
  /** Asks a finished episode one query, on a copy; reads at most `limit` rows. Rejects with SQLite's sentence. */
  askEpisode(parts: EpisodeParts, sql: string, limit: number): Promise<QueryResult>
  /** A task's database as the bytes of an SQLite file, after some changes. */
  databaseFile(bundle: Bundle, task: string, changes: readonly Change[]): Promise<Uint8Array>
  /** Plays a flaky agent on a whole world and keeps it as a synthetic run; returns the run's id. A signal that ends it leaves what was played. */
  synthetic(world: string, options: FlakyOptions, onProgress: (done: number, of: number) => void, signal: AbortSignal): Promise<string>
  /** Where a model plays: loaded when it is first needed, and the same one for the whole visit. */
  live(): Promise<LiveRoom>
  /** Forgets for good those of these runs that are taken out of the library, with all that was kept beside them. Never rejects: what is left now goes at the next visit. */
  forget(ids: readonly string[]): Promise<void>
  /** Deletes a run for good, though nothing has room to remember that it was removed. */
  erase(id: string): Promise<void>
  exportRun(id: string): Promise<Blob>
  importRun(file: Blob & { name?: string }): Promise<Imported>
  download(blob: Blob, filename: string): void
}

const [getServices, setServices] = createContext<Services>()
export { getServices, setServices }
