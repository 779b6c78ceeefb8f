// A monitor's faults: each told in one sentence, at its place.
import { expect, test } from 'vitest'
import { parseMonitor } from './monitor'
import { problemText } from './problem'

const good = { format: 'aftermath/monitor', version: 1, title: 'M', path: [{ id: 'a', title: 'A', rule: 'never', calls: { tools: ['x'] } }] }
/** Fields that are undefined are not there, as in a file. */
const told = (input: unknown) => {
  const parsed = parseMonitor(JSON.parse(JSON.stringify(input)))
  return parsed.ok ? [] : parsed.problems.map(problemText)
}
const never = (more: object) => ({ ...good, path: [{ ...good.path[0], ...more }] })

test('a monitor is read, its $schema is passed over, and a rule copied from a task fits as it is', () => {
  const parsed = parseMonitor({ $schema: 'x', ...never({ dimension: 'process' }), tasks: { 7: { needs: { calls: [{ tool: 'x', input: { list: { json: [1, { a: true }] } } }] } } } })
  expect(parsed).toMatchObject({ ok: true, value: { title: 'M', path: [{ id: 'a', rule: 'never' }], tasks: { 7: { needs: { calls: [{ tool: 'x' }] } } } } })
})

test.each<[string, unknown, string]>([
  ['no object', [], 'must be of type object'],
  ['another format', { ...good, format: 'aftermath/run' }, 'format: must be "aftermath/monitor"; found "aftermath/run"'],
  ['no title', { ...good, title: undefined }, 'title is missing'],
  ['an unknown field', { ...good, rules: [] }, 'rules is not a known field'],
  ['a misspelt rule', never({ rule: 'nevr' }), 'path[0].rule: there is no rule "nevr"; rules: before, never, calls, confirmed, no_repeats, retries'],
  ['a rule without its kind', never({ rule: undefined }), 'path[0].rule: is missing; rules: before, never, calls, confirmed, no_repeats, retries'],
  ['a rule that is a text', { ...good, path: ['never x'] }, 'path[0]: must be a rule; found "never x"'],
  ['a rule without a title', never({ title: undefined }), 'path[0]: title is missing'],
  ['a rule with another\'s field', never({ most: 1 }), 'path[0]: most is not a known field'],
  ['no tools', never({ calls: { tools: [] } }), 'path[0].calls.tools: '],
  ['a fault within a task', { ...good, tasks: { 7: { path: [{ id: 'b', title: 'B', rule: 'retries', tools: ['x'] }] } } }, 'tasks.7.path[0]: most is missing'],
  ['an id twice', { ...good, path: [good.path[0], good.path[0]] }, 'path: the rule a stands there twice'],
  ['nothing asked', { ...good, path: [] }, 'It asks for nothing: there is no rule under path, and no call under needs.'],
  ['an email that nobody knows', never({ calls: { tools: ['x'], input: { email: { fold: { customer: 'email' } } } } }), 'path[0]: the email of the customer is not known here: write out which one is meant'],
  ['a key that reaches for the prototype', JSON.parse('{"format": "aftermath/monitor", "tasks": {"__proto__": {}}}'), 'the key "__proto__" is refused'],
])('%s is refused', (_, input, sentence) => {
  const found = told(input)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(sentence)
})
