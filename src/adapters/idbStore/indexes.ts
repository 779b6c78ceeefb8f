// The indexes of the runs last used. Chunks never change, so only what is new has to be read.
import { RunIndex } from '../../core/run/runIndex'
import { unpack, type Columns } from './columns'
import type { Listed } from './database'

/** The summaries' object store, as far as it is read here. */
interface Source {
  getAll(range: IDBKeyRange): Promise<Columns[]>
}

interface Indexed {
  stamp: string
  columns: Columns[]
  index: RunIndex
}

/** Runs whose index is held at a time. */
const HELD = 4

export class Indexes {
  #held = new Map<string, Indexed>()

  /** The index of a run, up to the chunks that its entry counts. */
  async of(summaries: Source, { id, chunks, stamp }: Listed): Promise<Pick<Indexed, 'columns' | 'index'>> {
    const held = this.#held.get(id)
    const indexed = held?.stamp === stamp && held.columns.length <= chunks ? held : { stamp, columns: [], index: new RunIndex() }
    this.#held.delete(id)
    this.#held.set(id, indexed)
    for (const oldest of [...this.#held.keys()].slice(0, -HELD)) this.#held.delete(oldest)
    const from = indexed.columns.length
    if (from < chunks) {
      const more = await summaries.getAll(IDBKeyRange.bound([id, from], [id, chunks - 1]))
      // Another call may have read some of them meanwhile.
      for (const columns of more.slice(indexed.columns.length - from)) {
        const chunk = indexed.columns.push(columns) - 1
        unpack(columns).forEach((one, at) => indexed.index.add(one, { chunk, at }))
      }
    }
    return indexed
  }
}
