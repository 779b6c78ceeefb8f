// Who may import whom: the dependency table, as a function from an import to the reason why it is not allowed.
import { posix } from 'node:path'

/** From the one that sees everything to the one that sees nothing; a layer may import itself and what follows. */
const layers = ['ui', 'state', 'adapters', 'core']

/** A folder of core may import itself and what stands before it. */
const coreFolders = ['stats', 'task', 'world', 'agent', 'grade', 'trial', 'run', 'prove', 'report']

const onlyForTests = ['testing', 'e2e', 'bench']

/** Packages that tie code to a screen, a browser or Node, and so have no place in core. */
const notInCore = /^(svelte|idb|comlink|vite|vitest|playwright|playwright-core)(\/|$)|^node:/

const isTest = (path: string): boolean => /\.test(\.ts)?$/.test(path) || onlyForTests.includes(path.split('/')[0] ?? '')

/**
 * Why the file at `importer` (a path from src/) may not import `specifier`, or undefined if it may.
 * Tests, testing/, e2e/ and bench/ may import anything.
 */
export function refusal(importer: string, specifier: string): string | undefined {
  if (isTest(importer)) return undefined
  const bare = specifier.replace(/\?.*$/, '')
  if (!bare.startsWith('.')) return refusedPackage(importer, bare)
  const target = posix.normalize(posix.join(posix.dirname(importer), bare))
  return target.startsWith('../') ? refusedOutside(importer, target.slice('../'.length)) : refusedFile(importer, target)
}

/** Why a file may not lie where it does, or undefined if the table has a place for it. */
export function misplaced(path: string): string | undefined {
  if (isTest(path) || path === 'main.ts' || path === 'index.html' || path.endsWith('.d.ts')) return undefined
  const [top = '', folder = ''] = path.split('/')
  if (top === 'core' && !coreFolders.includes(folder)) return `core has no folder ${folder}`
  return [...layers, 'cli', 'styles'].includes(top) ? undefined : `src has no place for ${path}`
}

function refusedPackage(importer: string, name: string): string | undefined {
  const place = placeOf(importer)
  if (place === 'core' && notInCore.test(name)) return 'core knows no screen, no browser and no Node'
  if (name.startsWith('node:') && place !== 'cli' && place !== 'node') return 'only cli and adapters/node run in Node'
  if (/^svelte(\/|$)/.test(name) && place === 'adapters') return 'adapters know no screen'
  return undefined
}

function refusedOutside(importer: string, target: string): string | undefined {
  if (target.startsWith('public/schema/') && target.endsWith('.json')) return undefined
  const place = placeOf(importer)
  if (place === 'core') return 'core imports nothing outside of src but public/schema'
  if (target === 'package.json') return undefined
  const readsTasks = place === 'adapters' || place === 'node' || place === 'cli' || place === 'main.ts'
  if (target.startsWith('tasks/') && readsTasks) return undefined
  return 'this lies outside of src'
}

function refusedFile(importer: string, target: string): string | undefined {
  const from = placeOf(importer)
  const to = placeOf(target)
  if (isTest(target)) return `${to} is for tests`
  if (from === 'main.ts') return to === 'node' || to === 'cli' ? `${to} runs in Node` : undefined
  if (to === 'styles') return from === 'ui' || from === 'styles' ? undefined : 'styles belong to ui'
  if (from === 'cli') return ['cli', 'node', 'core'].includes(to) ? undefined : `cli does not see ${to}`
  if (from === 'node') return ['node', 'adapters', 'core'].includes(to) ? undefined : `adapters/node does not see ${to}`
  if (from === 'core' && to === 'core') return refusedInCore(importer, target)
  const [fromLayer, toLayer] = [layers.indexOf(from), layers.indexOf(to)]
  return fromLayer >= 0 && toLayer >= fromLayer ? undefined : `${from} does not see ${to}`
}

function refusedInCore(importer: string, target: string): string | undefined {
  const [from = '', to = ''] = [importer.split('/')[1], target.split('/')[1]]
  const [fromIndex, toIndex] = [coreFolders.indexOf(from), coreFolders.indexOf(to)]
  if (from === 'task' && to === 'stats') return 'task does not import stats'
  return toIndex >= 0 && toIndex <= fromIndex ? undefined : `core/${from} does not see core/${to}`
}

/** The layer of a path; code that runs in Node is a place of its own within adapters. */
function placeOf(path: string): string {
  const [top = '', folder = ''] = path.split('/')
  return top === 'adapters' && folder === 'node' ? 'node' : top
}
