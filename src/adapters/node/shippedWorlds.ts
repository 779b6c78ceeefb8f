// A Vite plugin: the worlds under tasks/ parsed when the app is built, so that the page gets them sound and without their parser.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'

const NAME = 'virtual:shipped-worlds'

/** Serves the address of a JSON file with every world under `folder`; a world that is not sound ends the build, named. */
export function shippedWorlds(folder: string): Plugin {
  let building = false
  const read = async () => {
    // Vite's own loader of configurations wants every import with its ending; its runner does not.
    const { module: { readWorldFolder } } = await runnerImport<typeof import('./worldFolder')>(join(import.meta.dirname, 'worldFolder.ts'))
    return JSON.stringify(readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
      const parsed = readWorldFolder(join(folder, name))
      if (!parsed.ok) throw new Error(parsed.problems.map(({ path, says }) => `tasks/${name}/${path}: ${says}`).join('\n'))
      return parsed.value
    }).sort((a, b) => (a.world.order ?? 100) - (b.world.order ?? 100)))
  }
  return {
    name: 'shipped-worlds',
    configResolved(config) { building = config.command === 'build' },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) if (entry.isFile()) this.addWatchFile(join(entry.parentPath, entry.name))
      if (!building) return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(await read())}`)}`
      const file = this.emitFile({ type: 'asset', name: 'worlds.json', source: await read() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}
