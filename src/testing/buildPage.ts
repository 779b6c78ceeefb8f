// Builds one page of the tests as the app is built: buildPage.ts <html> <folder>. A process of its own, outside of Vitest's surroundings.
import { join, resolve } from 'node:path'
import { build } from 'vite'

const [input = '', outDir = ''] = process.argv.slice(2)
await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions: { input: resolve(input) } } })
