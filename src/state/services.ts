// What the pages need from outside, as one interface: main.ts composes the real one, tests hand in their own.
import { createContext } from 'svelte'
import type { Imported } from '../adapters/files'
import type { ProofBatch } from '../adapters/prover'
import type { MutantSpec } from '../core/prove/mutants'
import type { RunStore } from '../core/run/store'
import type { Bundle } from '../core/task/schema'

export interface Services {
  /** The app's version. */
  app: string
  store: RunStore
  /** Why runs are kept in memory only, as a sentence; null where they are kept. */
  storeTrouble: string | null
  /** The shipped worlds. */
  bundles: Bundle[]
  /** Runs baselines and mutants of a world; rejects with an AbortError when the signal ends it. */
  prove(world: string, onBatch: (batch: ProofBatch) => void, signal: AbortSignal): Promise<void>
  mutants(world: string): Promise<MutantSpec[]>
  exportRun(id: string): Promise<Blob>
  importRun(file: Blob & { name?: string }): Promise<Imported>
  download(blob: Blob, filename: string): void
}

const [getServices, setServices] = createContext<Services>()
export { getServices, setServices }
