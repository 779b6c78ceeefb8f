// Builds the page once into a temporary folder and serves it under a sub-path, as a static host would.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { serveFolder } from '../testing/serveFolder'

declare module 'vitest' {
  interface ProvidedContext {
    /** Why the page does not build, or ''. */
    buildError: string
    /** Where the built page is served, with a slash at its end. */
    pageUrl: string
    /** The folder of the built page. */
    builtFolder: string
  }
}

const top = fileURLToPath(new URL('../..', import.meta.url))
/** Vitest's global set-up: returns the function that ends the server and removes the folder. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'aftermath-built-'))
  // Provided and not thrown: an error in a global set-up would end every other project, too.
  project.provide('buildError', buildError(folder))

  const served = await serveFolder(folder)
  project.provide('pageUrl', served.address)
  project.provide('builtFolder', folder)
  return async () => {
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildError(folder: string): string {
  // In a process of its own: under Vitest's NODE_ENV the development code of Svelte would be built.
  const { VITEST: _, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: top, encoding: 'utf8', env: { ...inherited, NODE_ENV: 'production' } },
  )
  return status === 0 ? '' : `The page does not build.\n${stdout}${stderr}`
}
