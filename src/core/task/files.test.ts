// A world's folder made into a bundle.
import { expect, test } from 'vitest'
import { tinyWorld } from '../../testing/tinyWorld'
import { bundleOfFiles } from './files'
import { problemText } from './problem'

function folder(): Record<string, string> {
  const { world, schema, seed, policy, tools, sql, tasks } = tinyWorld()
  return {
    'world.json': JSON.stringify({ $schema: '../x.json', ...world }), 'schema.sql': schema, 'seed.sql': seed, 'policy.md': `${policy}\n`, 'tools.json': JSON.stringify(tools),
    ...Object.fromEntries(Object.entries(sql).map(([name, text]) => [`tools/${name}.sql`, text])),
    ...Object.fromEntries(tasks.map((task) => [`tasks/${task.id}.json`, JSON.stringify({ $schema: 'x', ...task })])),
  }
}

const problems = (files: Record<string, string>): string => {
  const parsed = bundleOfFiles(files)
  return parsed.ok ? '' : parsed.problems.map(problemText).join('\n')
}

test('a folder gives the bundle it was written from, and passes over what is not its own', () => {
  const parsed = bundleOfFiles({ ...folder(), 'notes.md': 'x', 'tasks/old/one.json': '{', 'tools/readme.md': 'x' })
  expect(parsed).toEqual({ ok: true, value: tinyWorld() })
})

test.each(['world.json', 'schema.sql', 'policy.md', 'tools.json'])('a folder without %s says so', (path) => {
  const files = folder()
  delete files[path]
  expect(problems(files)).toBe(`${path}: the file is missing`)
})

test('a folder may lack a seed', () => {
  const files = folder()
  delete files['seed.sql']
  expect(problems(files)).toBe('')
})

test('a folder without tasks, and an empty one, say so', () => {
  const files = folder()
  delete files['tasks/one.json']
  expect(problems(files)).toBe('tasks: there are no tasks: each is one file tasks/<id>.json')
  expect(problems({}).split('\n')).toHaveLength(5)
})

test('broken JSON names its file', () => {
  expect(problems({ ...folder(), 'tasks/one.json': '{"id": "one",}' })).toMatch(/^tasks\/one\.json: it is not JSON: /)
  expect(problems({ ...folder(), 'world.json': '' })).toMatch(/^world\.json: it is not JSON: /)
})

test('a task whose id is not its file\'s name says so', () => {
  const files = folder()
  files['tasks/two.json'] = files['tasks/one.json']!
  expect(problems(files)).toBe('tasks/two.json: its id is "one": a task\'s file bears its id')
})

test('a byte order mark before JSON does no harm', () => {
  const files = folder()
  files['world.json'] = `\uFEFF${files['world.json']}`
  expect(problems(files)).toBe('')
})
