// The dependency table and the things that are allowed nowhere, enforced on every file in src.
import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { misplaced, refusal } from './testing/dependencyTable'
import { sourceFacts } from './testing/sourceFacts'

const source = fileURLToPath(new URL('.', import.meta.url))
const browserNames = ['fetch', 'indexedDB', 'document', 'window', 'localStorage']

/** Every breach in a file, one line each, the file named first. */
function breaches(path: string, text: string): string[] {
  const facts = sourceFacts(path, text)
  const place = misplaced(path)
  const isCore = path.startsWith('core/') && !path.endsWith('.test.ts')
  const refusedImports = facts.imports.flatMap((specifier) => {
    const reason = refusal(path, specifier)
    return reason ? [`imports ${specifier}: ${reason}`] : []
  })
  const refusedNames = isCore ? browserNames.filter((name) => facts.identifiers.has(name)) : []
  return [...(place ? [place] : []), ...facts.forbidden, ...refusedImports, ...refusedNames].map((breach) => `${path}: ${breach}`)
}

test('every file in src keeps to the dependency table', () => {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.(ts|js|svelte|html)$/.test(path))
  expect(paths).toContain('main.ts')
  expect(paths.flatMap((path) => breaches(path, readFileSync(source + path, 'utf8')))).toEqual([])
})

test.each([
  ['ui/pages/Play.svelte', '../../state/route.svelte.ts'],
  ['ui/charts/x.ts', '../../core/report/rates.ts'],
  ['state/runs.svelte.ts', '../adapters/idbStore.ts'],
  ['state/runs.svelte.ts', 'svelte/reactivity'],
  ['adapters/taskFiles.ts', '../../tasks/shop/world.json'],
  ['adapters/node/files.ts', 'node:fs'],
  ['core/report/rates.ts', '../stats/wilson.ts'],
  ['core/world/sqliteWorld.ts', '../task/task.ts'],
  ['core/world/sqliteWorld.ts', 'sql.js'],
  ['core/task/parse.ts', '../../../public/schema/task.json'],
  ['core/task/parse.ts', './task.ts'],
  ['core/run/scheduler.test.ts', '../../testing/builders.ts'],
  ['cli/prove.ts', '../adapters/node/files.ts'],
  ['cli/prove.ts', 'node:process'],
  ['main.ts', './ui/App.svelte'],
  ['main.ts', 'sql.js/dist/sql-wasm-browser.wasm?url'],
])('%s may import %s', (importer, specifier) => {
  expect(refusal(importer, specifier)).toBeUndefined()
})

test.each([
  ['state/route.svelte.ts', '../ui/App.svelte'],
  ['adapters/idbStore.ts', '../state/session.svelte.ts'],
  ['adapters/idbStore.ts', 'svelte/reactivity'],
  ['adapters/idbStore.ts', 'node:fs'],
  ['adapters/idbStore.ts', './node/files.ts'],
  ['core/world/world.ts', '../../adapters/idbStore.ts'],
  ['core/world/world.ts', '../grade/check.ts'],
  ['core/stats/wilson.ts', '../task/task.ts'],
  ['core/task/task.ts', '../stats/wilson.ts'],
  ['core/run/run.ts', '../prove/mutants.ts'],
  ['core/run/run.ts', 'node:fs'],
  ['core/run/run.ts', 'svelte'],
  ['core/run/run.ts', '../../main.ts'],
  ['core/world/world.ts', '../../../tasks/shop/world.json'],
  ['core/run/run.ts', '../../testing/builders.ts'],
  ['ui/App.svelte', '../testing/builders.ts'],
  ['ui/App.svelte', '../cli/prove.ts'],
  ['ui/App.svelte', 'node:fs'],
  ['main.ts', './e2e/helpers.ts'],
  ['main.ts', './core/run/run.test.ts'],
  ['main.ts', './core/run/run.test'],
  ['cli/prove.ts', '../state/runs.svelte.ts'],
  ['cli/prove.ts', '../adapters/idbStore.ts'],
])('%s may not import %s', (importer, specifier) => {
  expect(refusal(importer, specifier)).toBeTypeOf('string')
})

test.each([
  ["import { a } from '../grade/a.ts';"],
  ["import type { A } from '../grade/a.ts';"],
  ["import '../grade/a.ts';"],
  ["export * from '../grade/a.ts';"],
  ["export type { A } from '../grade/a.ts';"],
  ["const a = await import('../grade/a.ts');"],
  ["let a: import('../grade/a.ts').A;"],
  ["import Worker from '../grade/a.ts?worker&inline';"],
  ["const a = import.meta.glob(['../grade/a.ts']);"],
  ["new Worker(new URL('../grade/a.ts', import.meta.url));"],
])('an import is seen in %s', (text) => {
  expect(breaches('core/world/x.ts', text)).toEqual([expect.stringContaining('core/world does not see core/grade')])
})

test.each([
  ['<script lang="ts">import type { A } from \'../ui/A.svelte\'; let a: A | undefined;</script>'],
  ['<script module lang="ts">export { a } from \'../ui/a.ts\';</script>'],
  ["{#await import('../ui/A.svelte') then A}<A.default />{/await}"],
  ["<button onclick={() => import('../ui/a.ts')}>Load</button>"],
])('an import is seen in the component %s', (text) => {
  expect(breaches('state/x.svelte', text)).toEqual([expect.stringContaining('state does not see ui')])
})

test.each([
  ['fetch', "await fetch('/x');"],
  ['fetch', "await globalThis.fetch('/x');"],
  ['indexedDB', 'const db = indexedDB;'],
  ['document', 'const { title } = document;'],
  ['window', 'window.open();'],
  ['localStorage', 'const all = { localStorage };'],
])('core may not use %s as in %s', (name, text) => {
  expect(breaches('core/run/x.ts', text)).toEqual([`core/run/x.ts: ${name}`])
})

test('a member of that name is not the global', () => {
  expect(breaches('core/run/x.ts', 'interface A { document: string; window(): void }\nconst b = (a: A) => a.document;')).toEqual([])
})

test.each([
  ['{@html}', 'ui/X.svelte', '<p>{@html a}</p>'],
  ['static style attribute', 'ui/X.svelte', '{#if a}<p style="color: red">b</p>{/if}'],
  ['static style attribute', 'index.html', '<p style="color: red">b</p>'],
  ['eval', 'ui/X.svelte', '<button onclick={() => eval(a)}>b</button>'],
  ['eval', 'core/run/x.ts', "globalThis.eval('1');"],
  ['new Function', 'core/run/x.test.ts', "new Function('return 1');"],
])('%s is found in %s: %s', (name, path, text) => {
  expect(breaches(path, text)).toEqual([`${path}: ${name}`])
})

test('a style that a script sets is allowed', () => {
  expect(breaches('ui/X.svelte', '<p style:width={a} style="--b: {c}">d</p>')).toEqual([])
})

test('a file outside of the table is refused', () => {
  expect(breaches('core/utils.ts', '')).toHaveLength(1)
  expect(breaches('helpers/x.ts', '')).toHaveLength(1)
})
