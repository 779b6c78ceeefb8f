// Selections as files: read back as they were, and refused with one sentence that names the place.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { miniShop } from '../../testing/fixtures/miniShop'
import { readSelection, readSelectionText, selectionText } from './selectionFile'

const world = miniShop.world.id
const ids = miniShop.tasks.map(({ id }) => id)
const file = (more: Record<string, unknown> = {}) => JSON.stringify({ format: 'aftermath/selection', version: 1, name: 'mine', tasks: [{ world, task: ids[0] }], ...more })

test('any selection of tasks that are here is read back, in the order of the catalogue', () => {
  fc.assert(fc.property(fc.shuffledSubarray(ids, { minLength: 1 }), fc.stringMatching(/^[A-Za-z0-9äß“”]{1,60}$/), (chosen, name) => {
    const read = readSelectionText(selectionText({ name, tasks: chosen.map((task) => ({ world, task })) }), [miniShop])
    expect(read).toEqual({ ok: true, missing: [], selection: { name, tasks: ids.filter((id) => chosen.includes(id)).map((task) => ({ world, task })) } })
  }))
})

test('tasks that are not here are named, and the others are kept', () => {
  const tasks = [{ world: 'elsewhere', task: 'one' }, { world, task: ids[1] }, { world, task: 'constructor' }]
  expect(readSelectionText(file({ tasks }), [miniShop])).toEqual({ ok: true, selection: { name: 'mine', tasks: [{ world, task: ids[1] }] }, missing: [tasks[0], tasks[2]] })
})

describe('is refused, and the place is named:', () => {
  test.each<[string, string, string]>([
    ['an empty file', '', 'The file is empty.'],
    ['a web page', '<!doctype html><p>', 'This is a web page, not a selection of tasks.'],
    ['a file that was cut off', '{"format": "aftermath/selection", "tasks": [', 'The file ends early: its JSON is never closed, as if it had been cut off.'],
    ['a list', '[]', 'The selection was not imported: its format is [], not "aftermath/selection".'],
    ['a run', '{"format":"aftermath/run"}', 'The selection was not imported: its format is "aftermath/run", not "aftermath/selection".'],
    ['a newer version', file({ version: 2 }), 'The selection was not imported: it is of version 2, and this page reads version 1; reload the page to get a newer one.'],
    ['no version', file({ version: undefined }), 'The selection was not imported: version: has to be 1, not nothing.'],
    ['no name', file({ name: ' ' }), 'The selection was not imported: name: has to be a text of 1 to 60 visible characters, not " ".'],
    ['a name that turns its reader around', file({ name: 'a\u202eb' }), 'The selection was not imported: name: has to be a text of 1 to 60 visible characters, not "a\u202eb".'],
    ['no task', file({ tasks: [] }), 'The selection was not imported: tasks: has to be a list of at least one task, not [].'],
    ['a task that is a text', file({ tasks: [{ world, task: ids[0] }, 'shop/x'] }), 'The selection was not imported: tasks[1]: has to name a world and a task, not "shop/x".'],
    ['a task without its world', file({ tasks: [{ task: 'x' }] }), 'The selection was not imported: tasks[0].world: has to be a text, not nothing.'],
    ['a task without its name', file({ tasks: [{ world, task: 3 }] }), 'The selection was not imported: tasks[0].task: has to be a text, not 3.'],
    ['a task twice', file({ tasks: [{ world, task: ids[0] }, { world, task: ids[0] }] }), `The selection was not imported: tasks[1]: ${world}/${ids[0]} stands there twice.`],
    ['nothing that is here', file({ tasks: [{ world: 'x', task: 'y' }] }), 'The selection was not imported: none of its tasks is here: x/y.'],
    ['a key that reaches for the prototype', '{"format":"aftermath/selection","version":1,"name":"x","__proto__":{},"tasks":[{"world":"a","task":"b"}]}', 'The selection was not imported: '],
  ])('%s', (_, text, problem) => {
    const read = readSelectionText(text, [miniShop])
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.problem).toContain(problem)
  })

  test('a file that is too large for one', async () => {
    expect(await readSelection(new Blob([' '.repeat(2 ** 20 + 1)]), [miniShop])).toEqual({ ok: false, problem: 'The selection was not imported: the file is too large for one.' })
  })

  test('whatever it is, it never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => { expect(readSelectionText(JSON.stringify(value), [miniShop]).ok).toBe(false) }))
  })
})
