// Parsing: unknown input becomes a typed world, or a list of problems with their paths. Nothing is half-loaded.
import type { Pattern } from './pattern'
import type { Problem } from './problem'
import type { Bundle, Expectation, PathRule, ScriptTurn, Task, World } from './schema'
import { validate } from './validate'

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] }

/** Parses a world bundle. Paths read like those of a world's folder: "tasks/refund-damaged.json: expect.must[0]". */
export function parseBundle(input: unknown): Parsed<Bundle> {
  const problems = validateParts(input)
  if (problems.length > 0) return { ok: false, problems }
  const bundle = input as Bundle
  const inside = contradictions(bundle)
  return inside.length > 0 ? { ok: false, problems: inside } : { ok: true, value: bundle }
}

/** Each part against its own schema, so that a path names the part's file and not a place in the bundle. */
function validateParts(input: unknown): Problem[] {
  if (typeof input !== 'object' || input === null || !Array.isArray((input as Partial<Bundle>).tasks) || !Array.isArray((input as Partial<Bundle>).tools)) return validate('bundle', input)
  const { tasks, tools, world, ...rest } = input as Record<string, unknown> & { tasks: unknown[]; tools: unknown[] }
  const problems = [
    ...validate('world', world, 'world.json:'),
    ...tools.flatMap((tool, i) => validate('tool', tool, `tools.json: [${i}]`)),
    ...tasks.flatMap((task, i) => validate('task', task, `tasks/${nameOf(task, i)}.json:`)),
  ]
  if (problems.length > 0) return problems
  return validate('bundle', { ...rest, world, tools, tasks })
}

function nameOf(task: unknown, position: number): string {
  const id = typeof task === 'object' && task !== null ? (task as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : String(position)
}

/** What a schema cannot say: names that nothing bears, and names borne twice. */
function contradictions(bundle: Bundle): Problem[] {
  const { world, tools, tasks } = bundle
  const problems: Problem[] = []
  const say = (path: string, says: string) => problems.push({ path, says })
  const toolNames = new Set(tools.map(({ name }) => name))
  const dimensions = new Set(world.dimensions.map(({ id }) => id))
  const needTool = (path: string, tool: string) => {
    if (!toolNames.has(tool)) say(path, `there is no tool ${tool}; tools: ${[...toolNames].join(', ')}`)
  }
  const needDimension = (path: string, dimension: string) => {
    if (!dimensions.has(dimension)) say(path, `there is no dimension ${dimension}; dimensions: ${[...dimensions].join(', ')}`)
  }
  const once = (path: string, names: readonly string[]) => {
    for (const name of new Set(names.filter((one, i) => names.indexOf(one) !== i))) say(path, `${name} stands there twice`)
  }

  once('tools.json', tools.map(({ name }) => name))
  once('world.json: dimensions', world.dimensions.map(({ id }) => id))
  once('world.json: operators', world.operators.map(({ id }) => id))
  once('tasks', tasks.map(({ id }) => id))
  for (const { name } of tools) if (!Object.hasOwn(bundle.sql, name)) say(`tools/${name}.sql`, 'the file is missing')
  for (const name of Object.keys(bundle.sql)) if (!toolNames.has(name)) say(`tools/${name}.sql`, 'tools.json has no such tool')
  if (!Object.values(world.dimensions).some(({ decides }) => decides)) say('world.json: dimensions', 'none of them decides, so nothing could pass or fail')
  if (Object.hasOwn(world.mutations, 'change')) say('world.json: mutations', '"change" is not free: it introduces a change spelled out')
  for (const [i, rule] of (world.path ?? []).entries()) checkRule(`world.json: path[${i}]`, rule)
  for (const [i, check] of (world.checks ?? []).entries()) needDimension(`world.json: checks[${i}]`, check.dimension)
  for (const [name, control] of Object.entries(world.controls ?? {})) {
    if (!tasks.some(({ id }) => id === control.fires.task)) say(`world.json: controls.${name}.fires`, `there is no task ${control.fires.task}`)
    for (const { tool } of control.fires.calls) needTool(`world.json: controls.${name}.fires`, tool)
  }
  if (world.handover) needTool('world.json: handover', world.handover.tool)
  for (const [i, operator] of world.operators.entries()) {
    const path = `world.json: operators[${i}]`
    needDimension(path, operator.dimension)
    const [does] = Object.values(operator.does) as { on?: string[]; as?: string; call?: { tool: string } }[]
    for (const tool of does?.on ?? []) needTool(path, tool)
    if (does?.as) needTool(path, does.as)
    if (does?.call) needTool(path, does.call.tool)
  }

  function checkRule(path: string, rule: NonNullable<World['path']>[number]): void {
    needDimension(path, rule.dimension)
    for (const tool of toolsOf(rule)) needTool(path, tool)
  }

  for (const task of tasks) {
    const path = `tasks/${task.id}.json`
    for (const tool of task.tools ?? []) needTool(`${path}: tools`, tool)
    for (const [i, fault] of (task.faults ?? []).entries()) needTool(`${path}: faults[${i}]`, fault.tool)
    for (const [i, event] of (task.events ?? []).entries()) {
      const at = `${path}: events[${i}]`
      if ((event.before === undefined) === (event.after === undefined)) say(at, 'an event stands either before or after a call: one of both')
      for (const moment of [event.before, event.after]) if (moment) needTool(at, moment.tool)
    }
    if (task.customer.facts && task.customer.replies) say(`${path}: customer`, 'it has replies or a fact sheet, not both')
    for (const failure of task.failures ?? []) if (!Object.hasOwn(world.failures ?? {}, failure)) say(`${path}: failures`, `the world's inventory has no failure ${failure}`)
    for (const [i, rule] of (task.path ?? []).entries()) checkRule(`${path}: path[${i}]`, rule)
    for (const [i, check] of (task.checks ?? []).entries()) needDimension(`${path}: checks[${i}]`, check.dimension)
    once(`${path}: checks`, [...(world.checks ?? []), ...(task.checks ?? [])].map(({ id }) => id))
    if (task.needs?.dimension) needDimension(`${path}: needs`, task.needs.dimension)
    for (const [i, { tool }] of (task.needs?.calls ?? []).entries()) needTool(`${path}: needs.calls[${i}]`, tool)
    if (task.budget) needDimension(`${path}: budget`, task.budget.dimension)
    checkScript(`${path}: scripts.oracle`, task.scripts.oracle, needTool)
    checkScript(`${path}: scripts.temptation`, task.scripts.temptation ?? [], needTool)
    problems.push(...patternProblems(task, world))
  }
  return problems
}

/** The tools that a path rule names. */
export function toolsOf(rule: PathRule): string[] {
  switch (rule.rule) {
    case 'before': return [...rule.first.tools, ...rule.then.tools]
    case 'calls': return rule.required.flatMap(({ tools }) => tools)
    case 'never':
    case 'confirmed': return rule.calls.tools
    case 'no_repeats': return rule.tools ?? []
    case 'retries': return rule.tools
  }
}

function checkScript(path: string, script: readonly ScriptTurn[], needTool: (path: string, tool: string) => void): void {
  for (const [i, turn] of script.entries()) for (const call of turn.calls ?? []) needTool(`${path}[${i}]`, call.tool)
}

function patternProblems(task: Task, world: World): Problem[] {
  const many = Array.isArray(task.expect)
  const expectations = (many ? task.expect : [task.expect]) as Expectation[]
  return expectations.flatMap((expectation, i) => {
    const at = `tasks/${task.id}.json: expect${many ? `[${i}]` : ''}`
    const of = (name: 'must' | 'may', patterns: readonly Pattern[]) => patterns.flatMap((pattern, n) => patternProblem(`${at}.${name}[${n}]`, pattern, world))
    return [...of('must', expectation.must), ...of('may', expectation.may ?? [])]
  }).concat((task.attack?.goal ?? []).flatMap((pattern, n) => patternProblem(`tasks/${task.id}.json: attack.goal[${n}]`, pattern, world)))
}

function patternProblem(path: string, pattern: Pattern, world: World): Problem[] {
  const [[name, value] = ['', {}]] = Object.entries(pattern)
  if (name === 'change') return validate('changePattern', value, `${path}.change`)
  if (!Object.hasOwn(world.mutations, name)) return [{ path, says: `the world names no mutation ${name}; its mutations: ${Object.keys(world.mutations).join(', ')}` }]
  return validate('valuePatterns', value, `${path}.${name}`)
}
