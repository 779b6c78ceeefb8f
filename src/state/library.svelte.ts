// The library: the runs that are kept here, and what can be done with one.
import { createContext } from 'svelte'
import { isPlayed } from '../adapters/modelRun/lock'
import { StorageFull, type RunEntry } from '../core/run/store'
import type { Notices } from './notices.svelte'
import type { Services } from './services'

type LibraryServices = Pick<Services, 'store' | 'exportRun' | 'importRun' | 'download' | 'forget' | 'erase'>

export class Library {
  #services: LibraryServices
  #notices: Notices
  #entries = $state.raw<RunEntry[]>([])
  #phase = $state<'loading' | 'ready' | 'broken'>('loading')
  #trouble = $state('')
  #importing = $state(false)

  constructor(services: LibraryServices, notices: Notices) {
    this.#services = services
    this.#notices = notices
  }

  get entries(): readonly RunEntry[] {
    return this.#entries
  }

  get phase(): 'loading' | 'ready' | 'broken' {
    return this.#phase
  }

  get trouble(): string {
    return this.#trouble
  }

  get importing(): boolean {
    return this.#importing
  }

  async load(): Promise<void> {
    try {
      this.#entries = await this.#services.store.list()
      this.#phase = 'ready'
    } catch (error) {
      this.#trouble = sentence(error)
      this.#phase = 'broken'
    }
  }

  /** Keeps the run in a file; where the file is not one, says why and changes nothing. */
  async import(file: Blob & { name?: string }): Promise<string | null> {
    this.#importing = true
    try {
      const result = await this.#services.importRun(file)
      if (result.ok) {
        this.#notices.show(`Imported ${result.name}.`)
        await this.load()
        return result.id
      }
      this.#notices.show(result.problem, 'trouble')
    } catch (error) {
      this.#notices.show(`The file was not imported: ${sentence(error)}`, 'trouble')
    } finally {
      this.#importing = false
    }
    return null
  }

  async export(run: { id: string; name: string }): Promise<void> {
    await this.#attempt(`${run.name} was not exported`, async () => {
      this.#services.download(await this.#services.exportRun(run.id), fileName(run.name))
      this.#notices.show(`Exported ${run.name}.`)
    })
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#attempt('The run was not renamed', () => this.#services.store.rename(id, name))
  }

  /** Takes a run out of the library; the notice brings it back, and with the notice it is gone for good. */
  async remove(run: { id: string; name: string }): Promise<void> {
    const failed = `${run.name} was not deleted`
    await this.#attempt(failed, async () => {
      if ((await isPlayed(run.id)) === true) throw new Error('it is being played: stop it first')
      try {
        await this.#services.store.remove(run.id)
      } catch (error) {
        if (!(error instanceof StorageFull)) throw error
        // Remembering that it can be brought back takes room, too.
        this.#notices.show(`The storage is so full that ${run.name} can only be deleted for good.`, 'trouble', {
          label: 'Delete for good',
          run: () => void this.#attempt(failed, () => this.#services.erase(run.id)),
        })
        return
      }
      this.#notices.show(`Deleted ${run.name}.`, 'done', {
        label: 'Undo',
        run: () => void this.#attempt(`${run.name} was not brought back`, () => this.#services.store.restore(run.id)),
        lapsed: () => void this.#services.forget([run.id]),
      })
    })
  }

  async #attempt(failure: string, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      this.#notices.show(`${failure}: ${sentence(error)}`, 'trouble')
    }
    await this.load()
  }
}

/** A thrown value as a sentence. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.endsWith('.') ? text : `${text}.`
}

/** A run's name as that of a file: letters and digits, joined by hyphens. */
export function fileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['run']
  return `${words.join('-').slice(0, 80)}.json`
}

const [getLibrary, setLibrary] = createContext<Library>()
export { getLibrary, setLibrary }
