// Runs as files: out of the store as JSON, and in again once the whole file has been checked.
import { encodeRun, readRunInSteps, type ReadRun } from '../core/run/codec'
import { sameJson } from '../core/run/equal'
import { attemptKey } from '../core/run/slot'
import type { RunStore } from '../core/run/store'
import type { RunHead, Spent, Trial } from '../core/trial/record'

/** Bytes of the largest file that is read; a browser's longest text is a little longer. */
const LARGEST = 500 * 2 ** 20
/** Milliseconds of reading after which the page gets a turn. */
const TURN = 30

/** `already`: it was in the library before. */
export type Imported = { ok: true; id: string; name: string; already: boolean } | { ok: false; problem: string }

/** A run as a JSON file, with what it has come to where that is known beside its trials. Throws where there is no such run. */
export async function exportRun(store: RunStore, id: string, spent?: Spent): Promise<Blob> {
  const head = await store.head(id)
  if (!head) throw new Error(`there is no run ${id} here`)
  const pieces: string[] = []
  for await (const piece of encodeRun(spent ? { ...head, spent } : head, store.trials(id))) pieces.push(piece)
  return new Blob(pieces, { type: 'application/json' })
}

/**
 * Keeps the run that a file holds, in one transaction after all of it has been checked; otherwise says in one sentence
 * why not, and nothing has changed. A run that is here already, whatever its name, is brought back to the library where
 * it was removed; another run with its id is kept under a new id.
 */
export async function importRun(store: RunStore, file: Blob & { name?: string }, app = ''): Promise<Imported> {
  if (file.size > LARGEST) return { ok: false, problem: `The file is too large: it has ${Math.ceil(file.size / 2 ** 20)} MB, and ${LARGEST / 2 ** 20} MB can be read.` }
  const text = await file.text().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (typeof text !== 'string') return { ok: false, problem: `The file could not be read: ${text.message.replace(/\.$/, '')}.` }
  const list = looksLikeList(text)
  const run = list ? await readList(text, file.name ?? '', app) : await readAwake(text)
  if (!run.ok) return run
  try {
    // Its id is that of its content: its date is only that of the reading.
    const here = list ? await store.head(run.head.id) : null
    if (here) {
      await store.restore(here.id)
      return { ok: true, id: here.id, name: here.name, already: true }
    }
    return await keep(store, run.head, run.trials)
  } catch (error) {
    return { ok: false, problem: `The run was not imported: ${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)}.` }
  }
}

/** A run is an object; a list can only be the results of a benchmark. */
const looksLikeList = (text: string): boolean => /^\uFEFF?\s*\[/.test(text)

/** Results of τ-bench: their file has no date of its own. */
async function readList(text: string, name: string, app: string): Promise<ReadRun> {
  const { readTauBench } = await import('../core/run/tauBench')
  return readTauBench(text, name, { created: new Date().toISOString(), app })
}

async function readAwake(text: string): Promise<ReadRun> {
  const steps = readRunInSteps(text)
  let turn = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - turn > TURN) {
      await new Promise((resolve) => setTimeout(resolve))
      turn = performance.now()
    }
  }
}

async function keep(store: RunStore, head: RunHead, trials: readonly Trial[]): Promise<Imported> {
  for (let count = 0; ; count += 1) {
    const id = count === 0 ? head.id : otherId(head.id, count)
    const here = await store.head(id)
    if (!here) {
      const name = count === 0 ? head.name : `${head.name} (imported)`
      await store.put({ ...head, id, name }, trials)
      return { ok: true, id, name, already: false }
    }
    if (sameJson(content(here), content(head)) && (await sameTrials(store, id, trials))) {
      await store.restore(id)
      return { ok: true, id, name: here.name, already: true }
    }
  }
}

/** What makes a run the one it is: neither what it is called nor what it had come to when a file was written. */
function content({ spent: _, ...head }: RunHead): object {
  return { ...head, id: '', name: '' }
}

/** The same id with an ending, 128 characters at most. */
function otherId(id: string, count: number): string {
  const ending = count === 1 ? '-imported' : `-imported-${count}`
  return `${id.slice(0, 128 - ending.length)}${ending}`
}

async function sameTrials(store: RunStore, id: string, trials: readonly Trial[]): Promise<boolean> {
  const wanted = new Map(trials.map((trial) => [attemptKey(trial), trial]))
  let found = 0
  for await (const chunk of store.trials(id)) {
    for (const trial of chunk) if (!sameTrial(wanted.get(attemptKey(trial)), trial)) return false
    found += chunk.length
  }
  return found === trials.length
}

/** Whether a file's trial is the one that is here; what was said of it here since the file was written makes it no other. */
function sameTrial(inFile: Trial | undefined, here: Trial): boolean {
  if (!inFile) return false
  const { labels: _, ...record } = here
  return sameJson(inFile, here) || (inFile.labels === undefined && sameJson(inFile, record))
}
