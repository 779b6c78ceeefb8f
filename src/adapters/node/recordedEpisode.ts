// A Vite plugin: the episode that the start page opens with, really played when the app is built, so that it is never stale.
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'

const NAME = 'virtual:recorded-episode'

/** Serves the record of one scripted agent on one task of the world in `folder`, as a module of plain data. */
export function recordedEpisode(folder: string, task: string, agent: 'tempted'): Plugin {
  return {
    name: 'recorded-episode',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined
      this.addWatchFile(join(folder, 'world.json'))
      this.addWatchFile(join(folder, 'tasks', `${task}.json`))
      const { module: { recordEpisode } } = await runnerImport<typeof import('./recordEpisode')>(join(import.meta.dirname, 'recordEpisode.ts'))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await recordEpisode(folder, task, agent)))})`
    },
  }
}
