// Parsing a world: each fault is a problem that names its place; nothing throws, nothing is half-loaded.
import { expect, test } from 'vitest'
import { tinyWorld } from '../../testing/tinyWorld'
import { parseBundle } from './parse'
import { problemText } from './problem'

type Loose = Record<string, unknown>
/** The problems of the tiny world after `spoil` has had it, one a line. */
function problemsAfter(spoil: (bundle: ReturnType<typeof tinyWorld>) => unknown): string {
  const bundle = structuredClone(tinyWorld())
  const parsed = parseBundle(spoil(bundle) ?? bundle)
  return parsed.ok ? '' : parsed.problems.map(problemText).join('\n')
}

test('the tiny world is sound, so that every problem below has one cause', () => {
  expect(problemsAfter(() => undefined)).toBe('')
})

test.each<[string, (bundle: ReturnType<typeof tinyWorld>) => unknown, RegExp]>([
  ['an unknown key of a task', (b) => { (b.tasks[0] as unknown as Loose).expects = 1 }, /^tasks\/one\.json: expects is not a known field$/m],
  ['an unknown key deep inside a task', (b) => { (b.tasks[0]!.customer as unknown as Loose).mail = 'x' }, /^tasks\/one\.json: customer: mail is not a known field$/m],
  ['an unknown key of the world', (b) => { (b.world as unknown as Loose).todya = 'x' }, /^world\.json: todya is not a known field$/m],
  ['a value outside a closed list', (b) => { (b.tasks[0] as unknown as Loose).tier = 'basic' }, /^tasks\/one\.json: tier: must be "base" or "hard"; found "basic"$/m],
  ['a missing field', (b) => { delete (b.tasks[0] as unknown as Loose).why }, /^tasks\/one\.json: why is missing$/m],
  ['a wrong type', (b) => { (b.tasks[0] as unknown as Loose).minutes = '3' }, /^tasks\/one\.json: minutes: must be of type number; found "3"$/m],
  ['zero minutes', (b) => { b.tasks[0]!.minutes = 0 }, /^tasks\/one\.json: minutes: /m],
  ['a date that is none', (b) => { b.world.today = '26.10.2026' }, /^world\.json: today: must match .*found "26\.10\.2026"$/m],
  ['a tool of the oracle that is not there', (b) => { b.tasks[0]!.scripts.oracle[0]!.calls![0]!.tool = 'putt' }, /^tasks\/one\.json: scripts\.oracle\[0\]: there is no tool putt; tools: put, set, remove, note, list$/m],
  ['a tool of the temptation that is not there', (b) => { b.tasks[0]!.scripts.temptation = [{ calls: [{ tool: 'toString', input: {} }] }] }, /^tasks\/one\.json: scripts\.temptation\[0\]: there is no tool toString/m],
  ['a tool of a fault that is not there', (b) => { b.tasks[0]!.faults = [{ tool: 'x', kind: 'empty', times: 1 }] }, /^tasks\/one\.json: faults\[0\]: there is no tool x/m],
  ['an offered tool that is not there', (b) => { b.tasks[0]!.tools = ['put', 'x'] }, /^tasks\/one\.json: tools: there is no tool x/m],
  ['a mutation that is not there', (b) => { b.tasks[0]!.expect = { must: [{ putt: {} }] } }, /^tasks\/one\.json: expect\.must\[0\]: the world names no mutation putt; its mutations: put$/m],
  ['a mutation that only an object has', (b) => { b.tasks[0]!.expect = { must: [{ constructor: {} }] } }, /^tasks\/one\.json: expect\.must\[0\]: the world names no mutation constructor/m],
  ['a mutation in the second end state', (b) => { b.tasks[0]!.expect = [{ must: [] }, { must: [], may: [{ x: {} }] }] }, /^tasks\/one\.json: expect\[1\]\.may\[0\]: the world names no mutation x/m],
  ['a pattern that is no pattern', (b) => { b.tasks[0]!.expect = { must: [{ put: { n: { mni: 3 } } }] } as never }, /^tasks\/one\.json: expect/m],
  ['a pattern with two operators', (b) => { b.tasks[0]!.expect = { must: [{ put: { n: { min: 3, any: true } } }] } as never }, /^tasks\/one\.json: expect/m],
  ['an empty in', (b) => { b.tasks[0]!.expect = { must: [{ put: { n: { in: [] } } }] } }, /^tasks\/one\.json: expect/m],
  ['two mutations in one pattern', (b) => { b.tasks[0]!.expect = { must: [{ put: {}, set: {} }] } }, /^tasks\/one\.json: expect/m],
  ['a change with an unknown op', (b) => { b.tasks[0]!.expect = { must: [{ change: { table: 'boxes', op: 'upsert' } }] } as never }, /^tasks\/one\.json: expect\.must\[0\]/m],
  ['a failure that the inventory lacks', (b) => { b.tasks[0]!.failures = ['rude'] }, /^tasks\/one\.json: failures: the world's inventory has no failure rude$/m],
  ['two tasks of one id', (b) => { b.tasks.push(structuredClone(b.tasks[0]!)) }, /^tasks: one stands there twice$/m],
  ['two tools of one name', (b) => { b.tools.push(structuredClone(b.tools[0]!)) }, /^tools\.json: put stands there twice$/m],
  ['two dimensions of one id', (b) => { b.world.dimensions.push(b.world.dimensions[0]!) }, /^world\.json: dimensions: state stands there twice$/m],
  ['no dimension that decides', (b) => { b.world.dimensions[0]!.decides = false }, /^world\.json: dimensions: none of them decides/m],
  ['a mutation named change', (b) => { b.world.mutations.change = b.world.mutations.put! }, /^world\.json: mutations: "change" is not free/m],
  ['a rule of no dimension', (b) => { b.world.path = [{ id: 'r', rule: 'before', title: 'R', dimension: 'manners', first: { tools: ['list'] }, then: { tools: ['put'] } }] }, /^world\.json: path\[0\]: there is no dimension manners; dimensions: state$/m],
  ['a rule of no tool', (b) => { b.tasks[0]!.path = [{ id: 'r', rule: 'before', title: 'R', dimension: 'state', first: { tools: ['look'] }, then: { tools: ['put'] } }] }, /^tasks\/one\.json: path\[0\]: there is no tool look/m],
  ['an operator of no tool', (b) => { b.world.operators = [{ id: 'o', title: 'O', dimension: 'state', does: { drop: { on: ['x'] } } }] }, /^world\.json: operators\[0\]: there is no tool x/m],
  ['an operator of no dimension', (b) => { b.world.operators = [{ id: 'o', title: 'O', dimension: 'x', does: { claim: {} } }] }, /^world\.json: operators\[0\]: there is no dimension x/m],
  ['a handover to no tool', (b) => { b.world.handover = { tool: 'x', input: {} } }, /^world\.json: handover: there is no tool x/m],
  ['a tool without its file', (b) => { delete b.sql.put }, /^tools\/put\.sql: the file is missing$/m],
  ['a file without its tool', (b) => { b.sql.extra = '' }, /^tools\/extra\.sql: tools\.json has no such tool$/m],
  ['a tool whose input is no object', (b) => { (b.tools[1]!.input_schema as Loose).type = 'string' }, /^tools\.json: \[1\]\.input_schema\.type: must be "object"; found "string"$/m],
  ['another version', (b) => ({ ...b, version: 2 }), /^version: must be 1; found 2$/m],
  ['a key __proto__ in a task', (b) => ({ ...b, tasks: [{ ...b.tasks[0], seed: JSON.parse('{"boxes": [{"__proto__": {"n": 1}}]}') as unknown }] }), /^tasks\/one\.json: seed\.boxes\[0\]\.__proto__: the key "__proto__" is refused$/m],
  ['a key __proto__ at the top', (b) => JSON.parse(JSON.stringify(b).replace('{', '{"__proto__": {"tasks": []}, ')) as unknown, /^__proto__: the key "__proto__" is refused$/m],
  ['a key __proto__ in an input schema', (b) => ({ ...b, tools: [JSON.parse('{"name": "x", "description": "x", "input_schema": {"type": "object", "__proto__": 1}}')] }), /^tools\.json: \[0\]\.input_schema\.__proto__: /m],
])('%s is a problem with its path', (_, spoil, says) => {
  expect(problemsAfter(spoil)).toMatch(says)
})

test.each([null, undefined, 0, 'x', [], {}, { tasks: 1 }, { tasks: [], tools: [] }, { tasks: [null], tools: [7], world: [] }, { tasks: [{ id: {} }], tools: [] }])('%j is no world, said in sentences', (input) => {
  const parsed = parseBundle(input)
  expect(parsed.ok).toBe(false)
  expect(parsed.ok || parsed.problems.length).toBeGreaterThan(0)
})

test('every faulty task is told of, not the first alone', () => {
  const says = problemsAfter((b) => ({ ...b, tasks: ['x', 'y'].map((id) => ({ ...b.tasks[0], id, tier: id })) }))
  expect(says).toMatch(/^tasks\/x\.json: tier/m)
  expect(says).toMatch(/^tasks\/y\.json: tier/m)
})

test('nesting without end is a problem and no crash', () => {
  const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
  const says = problemsAfter((b) => { b.tasks[0]!.scripts.oracle[0]!.calls![0]!.input = { deep: deep(20_000) } })
  expect(says).toMatch(/^tasks\/one\.json: .*nested/m)
  expect(problemsAfter((b) => { b.tasks[0]!.scripts.oracle[0]!.calls![0]!.input = { deep: deep(20) } })).toBe('')
})
