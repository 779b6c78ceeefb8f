// Worlds from outside: what is refused, each time in a sentence that says where.
import { expect, test } from 'vitest'
import { problemText } from '../core/task/problem'
import type { Bundle } from '../core/task/schema'
import { altered, lendingWorld } from '../testing/lendingWorld'
import { bundleBlob, readKept, readWorld } from './worldFiles'

const fileOf = (text: string) => new File([text], 'world.json')
const json = (change: (bundle: Bundle) => void) => JSON.stringify(altered(change))

async function problems(text: string): Promise<string[]> {
  const parsed = await readWorld({ file: fileOf(text) })
  return parsed.ok ? [] : parsed.problems.map(problemText)
}

test('a world is written as a file and read back as the same world', async () => {
  const parsed = await readWorld({ file: fileOf(await bundleBlob(lendingWorld).text()) })
  expect(parsed).toEqual({ ok: true, value: lendingWorld })
})

test('a byte order mark before it is passed over', async () => {
  expect(await problems(`\uFEFF${JSON.stringify(lendingWorld)}`)).toEqual([])
})

test.each<[string, string, string | RegExp]>([
  ['an empty file', '', 'The file is empty.'],
  ['a web page', '<!doctype html><p>Not found</p>', 'This is a web page, not a world.'],
  ['a file that was cut off', JSON.stringify(lendingWorld).slice(0, 400), 'The file ends early: its JSON is never closed, as if it had been cut off.'],
  ['a list', '[]', 'This JSON is not a world: it is no object.'],
  ['a run', '{"format":"aftermath/run","version":1}', 'This is a run, not a world.'],
  ['another format', '{"format":"zip"}', 'This JSON is not a world: its format is "zip", and must be "aftermath/world".'],
  ['no format', '{}', 'This JSON is not a world: its format is not told, and must be "aftermath/world".'],
  ['a newer version', '{"format":"aftermath/world","version":2}', 'This world was made by a newer version of Aftermath: its format has version 2, and this one reads version 1.'],
  ['a missing part', JSON.stringify({ ...lendingWorld, policy: undefined }), 'policy is missing'],
  ['a bad task', json(({ tasks }) => { tasks[0]!.minutes = -1 }), /^tasks\/lend-novel\.json: minutes/],
  ['a bad world', json(({ world }) => { world.id = 'The Desk' }), /^world\.json: id/],
  ['a tool that is not there', json((bundle) => { delete bundle.sql['find_book'] }), 'tools/find_book.sql: the file is missing'],
  ['a mutation that nothing names', json(({ tasks }) => { tasks[0]!.expect = { must: [{ borrow: {} }] } }), /^tasks\/lend-novel\.json: expect\.must\[0\]: the world names no mutation borrow/],
  ['a control without its task', json(({ world }) => { world.controls!['atlas-stays']!.fires.task = 'gone' }), 'world.json: controls.atlas-stays.fires: there is no task gone'],
  ['a key that reaches for the prototype', JSON.stringify(lendingWorld).replace('"lend_book":"-- run', '"__proto__":"-- run'), /__proto__/],
  ['half of a character', json((bundle) => { bundle.policy = 'x\uD800' }), 'A text in it is not well-formed Unicode: half of a character stands alone.'],
  ['bottomless nesting', `{"format":"aftermath/world","version":1,"world":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, /is nested deeper than 500 levels$/],
])('%s is refused in one sentence', async (_what, text, says) => {
  expect(await problems(text)).toEqual([says instanceof RegExp ? expect.stringMatching(says) : says])
})

test('a file that is too large is not read', async () => {
  const file = Object.defineProperty(fileOf('{}'), 'size', { value: 21 * 2 ** 20 })
  expect(await readWorld({ file })).toEqual({ ok: false, problems: [{ path: '', says: 'It is too large: a world has 20 MB at most.' }] })
})

test('a folder that holds no world is told so', async () => {
  expect(await readWorld({ files: [fileOf('x')].map((file) => Object.defineProperty(file, 'webkitRelativePath', { value: 'photos/one.jpg' })) })).toEqual({ ok: false, problems: [{ path: '', says: 'This folder is not a world: it has no world.json.' }] })
})

/** A dropped folder: names → text, or what is in a folder of it. Entries come two at a time. */
type Tree = { [name: string]: string | Tree }
function entryOf(name: string, content: string | Tree): FileSystemEntry {
  if (typeof content === 'string') return { isFile: true, name, file: (done: (file: File) => void) => done(new File([content], name)) } as unknown as FileSystemEntry
  const all = Object.entries(content).map(([each, inside]) => entryOf(each, inside))
  return { isDirectory: true, name, createReader: () => ({ readEntries: (done: (some: FileSystemEntry[]) => void) => done(all.splice(0, 2)) }) } as unknown as FileSystemEntry
}

const { world, schema, seed, policy, tools, sql, tasks } = lendingWorld
const tree: Tree = {
  'world.json': JSON.stringify(world), 'schema.sql': schema, 'seed.sql': seed, 'policy.md': `${policy}\n`, 'tools.json': JSON.stringify(tools), 'notes.txt': 'passed over', '.git': { 'HEAD': 'passed over' },
  tools: Object.fromEntries(Object.entries(sql).map(([name, text]) => [`${name}.sql`, text])),
  tasks: Object.fromEntries(tasks.map((task) => [`${task.id}.json`, JSON.stringify(task)])),
}

test('a dropped folder is read as a world, its tasks by name, whatever else lies in it', async () => {
  expect(await readWorld({ entry: entryOf('desk', tree) as FileSystemDirectoryEntry })).toEqual({ ok: true, value: { ...lendingWorld, tasks: tasks.toReversed() } })
})

test('a dropped folder lists every problem of its files', async () => {
  const parsed = await readWorld({ entry: entryOf('desk', { ...tree, 'policy.md': '', 'tools.json': '[', tasks: {} }) as FileSystemDirectoryEntry })
  expect(parsed.ok ? [] : parsed.problems.map(problemText)).toEqual([expect.stringMatching(/^tools\.json: it is not JSON/), 'tasks: there are no tasks: each is one file tasks/<id>.json'])
})

test('a folder that cannot be read is told so', async () => {
  const entry = { isDirectory: true, name: 'desk', createReader: () => ({ readEntries: (_: unknown, fail: (error: Error) => void) => fail(new Error('it is gone')) }) }
  expect(await readWorld({ entry: entry as unknown as FileSystemDirectoryEntry })).toEqual({ ok: false, problems: [{ path: '', says: 'It could not be read: it is gone.' }] })
})

test('what is kept is parsed like what comes from outside', () => {
  expect(readKept(structuredClone(lendingWorld))).toEqual({ ok: true, value: lendingWorld })
  expect(readKept({ format: 'aftermath/world' })).toMatchObject({ ok: false })
  expect(readKept(null)).toMatchObject({ ok: false })
})
