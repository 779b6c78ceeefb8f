// Runs in IndexedDB. Lists and summaries never touch a trajectory.
import { inChunks } from '../../core/run/chunks'
import { newestFirst } from '../../core/run/newestFirst'
import { labelled, relabelled } from '../../core/run/relabelled'
import { attemptExists, noAttempt, noRun, runExists } from '../../core/run/refusals'
import { RunIndex } from '../../core/run/runIndex'
import { attemptKey, bySlot } from '../../core/run/slot'
import type { RunEntry, RunStore, Slot, TrialSummary } from '../../core/run/store'
import { entryOf, outlineOf } from '../../core/run/summary'
import type { Label, RunHead, Trial } from '../../core/trial/record'
import { pack, unpack } from './columns'
import type { Connection } from './connection'
import type { KeptLabels, Listed } from './database'
import { Indexes } from './indexes'
import { ask, read, write, type Writing } from './transact'

/** The rules that a summary needs are large, and a visit that only reads does not need them. */
const loadSummarize = () => import('../../core/run/summarize')

/** Everything of one run in a store whose keys begin with its id; a list sorts after every number. */
const ofRun = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []])

export class IdbStore implements RunStore {
  readonly durable = true
  #connection: Connection
  #indexes = new Indexes()
  /** The worlds of the run that was put or appended to last: they never change, and reading them each time would cost more than the trials. */
  #worlds: { stamp: string; worlds: RunHead['worlds'] } | null = null

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async list(): Promise<RunEntry[]> {
    const all = await read(await this.#connection.db(), ['entries'], (tx) => tx.objectStore('entries').getAll())
    return all.filter(({ removed }) => !removed).map(entryOfListed).sort(newestFirst)
  }

  async head(id: string): Promise<RunHead | null> {
    return (await read(await this.#connection.db(), ['runs'], (tx) => tx.objectStore('runs').get(id))) ?? null
  }

  async summaries(id: string): Promise<TrialSummary[]> {
    return read(await this.#connection.db(), ['entries', 'summaries', 'labels'], async (tx) => {
      const listed = await tx.objectStore('entries').get(id)
      if (!listed) return []
      const said = labelsByAttempt(await tx.objectStore('labels').getAll(ofRun(id)))
      const { columns } = await this.#indexes.of(tx.objectStore('summaries'), listed)
      const summaries = columns.flatMap(unpack).sort(bySlot(listed.outline.manifest))
      return said.size === 0 ? summaries : summaries.map((one) => { const labels = said.get(attemptKey(one)); return labels ? labelled(one, labels) : one })
    })
  }

  async trial(id: string, slot: Slot, attempt?: number): Promise<Trial | null> {
    return read(await this.#connection.db(), ['entries', 'summaries', 'trials', 'labels'], async (tx) => {
      const listed = await tx.objectStore('entries').get(id)
      const place = listed && (await this.#indexes.of(tx.objectStore('summaries'), listed)).index.find(slot, attempt)
      if (!place) return null
      const trial = (await tx.objectStore('trials').get([id, place.chunk]))?.[place.at]
      return trial ? relabelled(trial, (await tx.objectStore('labels').get(labelKey(id, trial)))?.labels) : null
    })
  }

  async *trials(id: string): AsyncIterable<Trial[]> {
    const [listed, kept] = await read(await this.#connection.db(), ['entries', 'labels'], (tx) => Promise.all([tx.objectStore('entries').get(id), tx.objectStore('labels').getAll(ofRun(id))]))
    const said = labelsByAttempt(kept)
    for (let number = 0; number < (listed?.chunks ?? 0); number += 1) {
      const chunk = await read(await this.#connection.db(), ['trials'], (tx) => tx.objectStore('trials').get([id, number]))
      if (!chunk) throw noRun(id)
      yield said.size === 0 ? chunk : chunk.map((trial) => relabelled(trial, said.get(attemptKey(trial))))
    }
  }

  async put(head: RunHead, trials: readonly Trial[]): Promise<void> {
    const { summarize } = await loadSummarize()
    const stamp = `${Date.now()}-${Math.random()}`
    await this.#write(trials, async (tx) => {
      if ((await tx.objectStore('entries').getKey(head.id)) !== undefined) throw runExists(head.id)
      const listed = { id: head.id, outline: outlineOf(head), states: {}, removed: false, chunks: 0, stamp }
      ask(tx.objectStore('runs').add(head))
      keep(tx, listed, trials.map((trial) => summarize(trial, head)), new RunIndex(), trials)
    })
    this.#worlds = { stamp, worlds: head.worlds }
  }

  async append(id: string, trials: readonly Trial[]): Promise<void> {
    const { summarize } = await loadSummarize()
    await this.#write(trials, async (tx) => {
      const listed = await existing(tx, id)
      const { index } = await this.#indexes.of(tx.objectStore('summaries'), listed)
      const run = { ...listed.outline, worlds: await this.#worldsOf(tx, listed) }
      keep(tx, listed, trials.map((trial) => summarize(trial, run)), index, trials)
    })
  }

  async label(id: string, slot: Slot, attempt: number, labels: readonly Label[]): Promise<void> {
    await write(await this.#connection.db(), 'strict', async (tx) => {
      const listed = await existing(tx, id)
      const { index } = await this.#indexes.of(tx.objectStore('summaries'), listed)
      if (!index.find(slot, attempt)) throw noAttempt({ ...slot, attempt })
      const { world, task, index: number } = slot
      ask(tx.objectStore('labels').put({ world, task, index: number, attempt, labels: [...labels] }, labelKey(id, { ...slot, attempt })))
    })
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#write([], async (tx) => {
      const listed = await existing(tx, id)
      const head = await tx.objectStore('runs').get(id)
      if (!head) throw noRun(id)
      ask(tx.objectStore('entries').put({ ...listed, outline: { ...listed.outline, name } }))
      ask(tx.objectStore('runs').put({ ...head, name }))
    })
  }

  remove(id: string): Promise<void> {
    return this.#mark(id, true)
  }

  restore(id: string): Promise<void> {
    return this.#mark(id, false)
  }

  async removed(): Promise<string[]> {
    const all = await read(await this.#connection.db(), ['entries'], (tx) => tx.objectStore('entries').getAll())
    return all.filter(({ removed }) => removed).map(({ id }) => id)
  }

  async purge(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#write([], async (tx) => {
      for (const id of ids) if ((await tx.objectStore('entries').get(id))?.removed) forget(tx, id)
    })
  }

  async erase(id: string): Promise<void> {
    await this.#write([], async (tx) => {
      await existing(tx, id)
      forget(tx, id)
    })
  }

  async #mark(id: string, removed: boolean): Promise<void> {
    await this.#write([], async (tx) => ask(tx.objectStore('entries').put({ ...(await existing(tx, id)), removed })))
  }

  async #worldsOf(tx: Writing, { id, stamp }: Listed): Promise<RunHead['worlds']> {
    if (this.#worlds?.stamp !== stamp) {
      const head = await tx.objectStore('runs').get(id)
      if (!head) throw noRun(id)
      this.#worlds = { stamp, worlds: head.worlds }
    }
    return this.#worlds.worlds
  }

  /** What a script has done can be done again; what a model or a person has done is waited for until it is on the disk. */
  async #write(trials: readonly Trial[], body: (tx: Writing) => Promise<void>): Promise<void> {
    await write(await this.#connection.db(), trials.some(({ player }) => player.kind !== 'script') ? 'strict' : 'relaxed', body)
  }
}

const labelKey = (id: string, { world, task, index, attempt }: Slot & { attempt: number }): [string, string, string, number, number] => [id, world, task, index, attempt]
const labelsByAttempt = (kept: readonly KeptLabels[]): Map<string, Label[]> => new Map(kept.map((one) => [attemptKey(one), one.labels]))

const entryOfListed = ({ outline, states }: Listed): RunEntry => ({ ...entryOf(outline, []), ...(outline.counts ? {} : { states }) })

async function existing(tx: Writing, id: string): Promise<Listed> {
  const listed = await tx.objectStore('entries').get(id)
  if (!listed) throw noRun(id)
  return listed
}

/** Asks for everything of a run to be deleted. */
function forget(tx: Writing, id: string): void {
  ask(tx.objectStore('entries').delete(id))
  ask(tx.objectStore('runs').delete(id))
  ask(tx.objectStore('trials').delete(ofRun(id)))
  ask(tx.objectStore('summaries').delete(ofRun(id)))
  ask(tx.objectStore('labels').delete(ofRun(id)))
}

/** Asks for trials and their summaries to be kept behind those that are there, and for the entry to count them. */
function keep(tx: Writing, listed: Listed, summaries: readonly TrialSummary[], index: RunIndex, trials: readonly Trial[]): void {
  const taken = index.taken(trials)
  if (taken) throw attemptExists(taken)
  const chunks = inChunks(trials)
  const key = (position: number): [string, number] => [listed.id, listed.chunks + position]
  chunks.forEach((chunk, position) => ask(tx.objectStore('trials').add(chunk, key(position))))
  inChunks(summaries).forEach((chunk, position) => ask(tx.objectStore('summaries').add(pack(chunk), key(position))))
  ask(tx.objectStore('entries').put({ ...listed, chunks: listed.chunks + chunks.length, states: index.statesWith(summaries) }))
}
