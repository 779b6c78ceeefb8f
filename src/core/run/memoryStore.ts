// Runs in memory, gone with the page: for browsers that keep nothing, for the command line and for tests.
import type { Label, RunHead, Trial } from '../trial/record'
import { inChunks } from './chunks'
import { newestFirst } from './newestFirst'
import { relabelled } from './relabelled'
import { attemptExists, noAttempt, noRun, runExists } from './refusals'
import { RunIndex } from './runIndex'
import { attemptKey, bySlot } from './slot'
import type { RunEntry, RunStore, Slot, TrialSummary } from './store'
import { summarize } from './summarize'
import { labelled } from './relabelled'
import { entryOf, outlineOf, type RunOutline } from './summary'

/** Everything is kept as text, so that nobody can alter what is here through what was handed in or out. */
interface Kept {
  head: string
  outline: RunOutline
  worlds: RunHead['worlds']
  chunks: string[]
  summaries: string[]
  index: RunIndex
  /** Attempt → what was said of it since it was kept. */
  labels: Map<string, string>
  removed: boolean
}

export class MemoryStore implements RunStore {
  readonly durable: boolean = false
  #runs = new Map<string, Kept>()

  async list(): Promise<RunEntry[]> {
    return [...this.#runs.values()].filter(({ removed }) => !removed).map(entryOfKept).sort(newestFirst)
  }

  async head(id: string): Promise<RunHead | null> {
    const kept = this.#runs.get(id)
    return kept ? { ...(JSON.parse(kept.head) as RunHead), name: kept.outline.name } : null
  }

  async summaries(id: string): Promise<TrialSummary[]> {
    const kept = this.#runs.get(id)
    if (!kept) return []
    const now = (one: TrialSummary) => { const labels = labelsOf(kept, one); return labels ? labelled(one, labels) : one }
    return kept.summaries.flatMap((text) => JSON.parse(text) as TrialSummary[]).map(now).sort(bySlot(kept.outline.manifest))
  }

  async trial(id: string, slot: Slot, attempt?: number): Promise<Trial | null> {
    const kept = this.#runs.get(id)
    const place = kept?.index.find(slot, attempt)
    const text = place && kept?.chunks[place.chunk]
    const trial = place && text ? (JSON.parse(text) as Trial[])[place.at] : undefined
    return kept && trial ? withLabels(kept, trial) : null
  }

  async *trials(id: string): AsyncIterable<Trial[]> {
    const kept = this.#runs.get(id)
    for (const text of kept?.chunks ?? []) yield (JSON.parse(text) as Trial[]).map((trial) => (kept ? withLabels(kept, trial) : trial))
  }

  async put(head: RunHead, trials: readonly Trial[]): Promise<void> {
    if (this.#runs.has(head.id)) throw runExists(head.id)
    const text = JSON.stringify(head)
    const copy = JSON.parse(text) as RunHead
    const kept: Kept = { head: text, outline: outlineOf(copy), worlds: copy.worlds, chunks: [], summaries: [], index: new RunIndex(), labels: new Map(), removed: false }
    add(kept, trials)
    this.#runs.set(head.id, kept)
  }

  async append(id: string, trials: readonly Trial[]): Promise<void> {
    add(this.#known(id), trials)
  }

  async label(id: string, slot: Slot, attempt: number, labels: readonly Label[]): Promise<void> {
    const kept = this.#known(id)
    if (!kept.index.find(slot, attempt)) throw noAttempt({ ...slot, attempt })
    kept.labels.set(attemptKey({ ...slot, attempt }), JSON.stringify(labels))
  }

  async rename(id: string, name: string): Promise<void> {
    const kept = this.#known(id)
    kept.outline = { ...kept.outline, name }
  }

  async remove(id: string): Promise<void> {
    this.#known(id).removed = true
  }

  async restore(id: string): Promise<void> {
    this.#known(id).removed = false
  }

  async removed(): Promise<string[]> {
    return [...this.#runs].flatMap(([id, { removed }]) => (removed ? [id] : []))
  }

  async purge(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (this.#runs.get(id)?.removed) this.#runs.delete(id)
  }

  async erase(id: string): Promise<void> {
    this.#known(id)
    this.#runs.delete(id)
  }

  #known(id: string): Kept {
    const kept = this.#runs.get(id)
    if (!kept) throw noRun(id)
    return kept
  }
}

const entryOfKept = ({ outline, index }: Kept): RunEntry => ({ ...entryOf(outline, []), ...(outline.counts ? {} : { states: index.states }) })

function labelsOf({ labels }: Kept, attempt: Slot & { attempt: number }): Label[] | undefined {
  const text = labels.get(attemptKey(attempt))
  return text === undefined ? undefined : (JSON.parse(text) as Label[])
}

const withLabels = (kept: Kept, trial: Trial): Trial => relabelled(trial, labelsOf(kept, trial))

/** Adds all of the trials or, where it throws, none. */
function add(kept: Kept, trials: readonly Trial[]): void {
  const taken = kept.index.taken(trials)
  if (taken) throw attemptExists(taken)
  const added = inChunks(trials).map((chunk) => {
    const summaries = chunk.map((trial) => summarize(trial, { ...kept.outline, worlds: kept.worlds }))
    return { summaries, trialText: JSON.stringify(chunk), summaryText: JSON.stringify(summaries) }
  })
  for (const { summaries, trialText, summaryText } of added) {
    const chunk = kept.chunks.push(trialText) - 1
    kept.summaries.push(summaryText)
    summaries.forEach((one, at) => kept.index.add(one, { chunk, at }))
  }
}
