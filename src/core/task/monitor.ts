// Parsing a monitor: its rules, or a list of problems with their paths.
import published from '../../../public/schema/monitor.schema.json'
import { SchemaChecker } from './jsonSchema'
import { MonitorRuleSchemas, type Monitor, type MonitorAsks } from './monitorSchema'
import { toolsOf, type Parsed } from './parse'
import type { Problem } from './problem'
import type { PathRule } from './ruleSchema'
import { shown } from './shown'
import { strangeIn } from './strange'

const KINDS = Object.keys(MonitorRuleSchemas) as PathRule['rule'][]
const whole = new SchemaChecker(published)
const rule = Object.fromEntries(KINDS.map((kind) => [kind, new SchemaChecker({ $ref: `#/$defs/${kind}Rule`, $defs: published.$defs })])) as Record<PathRule['rule'], SchemaChecker>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a monitor from parsed JSON. Each fault is one problem with its place. */
export function parseMonitor(input: unknown): Parsed<Monitor> {
  const strange = strangeIn(input)
  const problems = strange ? [strange] : problemsOf(input)
  if (problems.length > 0) return { ok: false, problems }
  const { $schema: _, ...monitor } = input as Monitor & { $schema?: string }
  return { ok: true, value: { ...monitor, ...asksOf(monitor), ...(monitor.tasks ? { tasks: Object.fromEntries(Object.entries(monitor.tasks).map(([id, asks]) => [id, { ...asks, ...asksOf(asks) }])) } : {}) } }
}

/** A rule without a dimension gets one, so that it is a rule as any other. */
const asksOf = ({ path }: MonitorAsks): MonitorAsks => (path ? { path: path.map((one) => ({ ...one, dimension: 'path' })) } : {})

function problemsOf(input: unknown): Problem[] {
  // Against its own kind first: a union would tell of the faults of every other.
  const ofRules = rulesIn(input).flatMap(({ at, value }) => ruleProblems(at, value))
  if (ofRules.length > 0) return ofRules
  const problems = whole.problems(input)
  return problems.length > 0 ? problems : contradictions(input as Monitor)
}

/** What stands where rules stand, whether they are any or not. */
function rulesIn(input: unknown): { at: string; value: unknown }[] {
  if (!isObject(input)) return []
  const list = (at: string, path: unknown) => (Array.isArray(path) ? path.map((value: unknown, i) => ({ at: `${at}[${i}]`, value })) : [])
  const tasks = isObject(input['tasks']) ? Object.entries(input['tasks']) : []
  return [...list('path', input['path']), ...tasks.flatMap(([id, asks]) => (isObject(asks) ? list(`tasks.${id}.path`, asks['path']) : []))]
}

function ruleProblems(at: string, value: unknown): Problem[] {
  if (!isObject(value)) return [{ path: at, says: `must be a rule; found ${shown(value)}` }]
  const kind = KINDS.find((one) => one === value['rule'])
  if (!kind) return [{ path: `${at}.rule`, says: value['rule'] === undefined ? `is missing; rules: ${KINDS.join(', ')}` : `there is no rule ${shown(value['rule'])}; rules: ${KINDS.join(', ')}` }]
  return rule[kind].problems(value, at)
}

function contradictions(monitor: Monitor): Problem[] {
  const { path = [], needs, tasks = {} } = monitor
  const all: [string, MonitorAsks][] = [['', monitor], ...Object.entries(tasks).map(([id, asks]): [string, MonitorAsks] => [`tasks.${id}.`, asks])]
  const problems: Problem[] = []
  if (all.every(([, asks]) => (asks.path ?? []).length === 0 && asks.needs === undefined)) problems.push({ path: '', says: 'It asks for nothing: there is no rule under path, and no call under needs.' })
  for (const [at, asks] of all) {
    const ids = [...(at === '' ? [] : path), ...(asks.path ?? [])].map(({ id }) => id)
    for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) problems.push({ path: `${at}path`, says: `the rule ${id} stands there twice` })
    for (const [i, one] of (asks.path ?? []).entries()) if (JSON.stringify(one).includes('"customer":"email"')) problems.push({ path: `${at}path[${i}]`, says: 'the email of the customer is not known here: write out which one is meant' })
    if (JSON.stringify((at === '' ? needs : asks.needs) ?? null).includes('"customer":"email"')) problems.push({ path: `${at}needs`, says: 'the email of the customer is not known here: write out which one is meant' })
  }
  return problems
}

/** Every tool that a monitor names, each once. */
export function toolsNamed(monitor: Monitor): string[] {
  const of = ({ path = [], needs }: MonitorAsks) => [...path.flatMap(toolsOf), ...(needs?.calls ?? []).map(({ tool }) => tool)]
  return [...new Set([monitor, ...Object.values(monitor.tasks ?? {})].flatMap(of))]
}
