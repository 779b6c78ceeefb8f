// The published schemas: what is in public/schema is what the code says, and it accepts what ships.
import { Validator, type Schema } from '@cfworker/json-schema'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHOP, shop } from '../testing/tinyWorld'
import { publishedSchemas } from './schema'

const folder = join(import.meta.dirname, '../../public/schema')
const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
const errors = (schema: string, value: unknown) => new Validator(read(join(folder, schema)) as Schema, '2020-12', false).validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)

test('the files in public/schema are the ones that `npm run schema` writes', () => {
  const written = publishedSchemas()
  expect(readdirSync(folder).sort()).toEqual(Object.keys(written).sort())
  for (const [name, text] of Object.entries(written)) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text)
})

test('every shipped file fits the published schema it names', () => {
  const tasks = readdirSync(join(SHOP, 'tasks'))
  expect(tasks).toHaveLength(23)
  for (const name of tasks) expect(errors('task.schema.json', read(join(SHOP, 'tasks', name))), name).toEqual([])
  expect(errors('world.schema.json', read(join(SHOP, 'world.json')))).toEqual([])
  for (const tool of read(join(SHOP, 'tools.json')) as unknown[]) expect(errors('tool.schema.json', tool)).toEqual([])
  expect(errors('bundle.schema.json', shop())).toEqual([])
})

test('the published schemas refuse what the parser refuses', () => {
  expect(errors('task.schema.json', { ...shop().tasks[0], tier: 'x' })).not.toEqual([])
  expect(errors('world.schema.json', { ...shop().world, extra: 1 })).not.toEqual([])
  expect(errors('task.schema.json', { ...shop().tasks[0], expect: { must: [{ refund: {}, cancel: {} }] } })).not.toEqual([])
})
