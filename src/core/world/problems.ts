// What a world says of its tables, against the tables it has.
import type { ChangePattern, Pattern, ValuePatterns } from '../task/pattern'
import { Invalid, type Problem } from '../task/problem'
import type { Bundle, Expectation, SqlCheck } from '../task/schema'
import { refusal } from './sqlText'
import { messageOf } from './tool'

interface KnownTable { name: string; columns: string[]; key: string[] }

/** What it takes to try a world out; each throws where SQLite refuses, and leaves nothing behind. */
export interface Trying {
  /** Inserts a task's seed. Throws `Invalid` with its place. */
  start(task: string): unknown
  query(task: string, sql: string): unknown
  tamper(task: string, sql: string): unknown
}

/** Problems with names of tables and columns, with the tasks' seeds and with the operators' SQL. */
export function worldProblems(bundle: Bundle, tables: readonly KnownTable[], trying: Trying): Problem[] {
  const problems: Problem[] = []
  for (const { name, columns, key } of tables) {
    const known = new Set(columns.map((column) => column.toLowerCase()))
    if (known.has('__proto__')) problems.push({ path: 'schema.sql', says: `the table ${name} has a column __proto__, which is refused` })
    if (key.length === 0 && ['rowid', '_rowid_', 'oid'].every((alias) => known.has(alias))) problems.push({ path: 'schema.sql', says: `the table ${name} has no primary key, and every name of its rowid is taken: its rows cannot be told apart` })
  }
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  const needColumns = (path: string, table: string, columns: readonly string[]) => {
    const known = columnsOf.get(table)
    if (!known) problems.push({ path, says: `there is no table ${table}; tables: ${[...columnsOf.keys()].join(', ')}` })
    else for (const column of columns) if (!known.includes(column)) problems.push({ path, says: `the table ${table} has no column ${column}; columns: ${known.join(', ')}` })
  }
  for (const [name, { table, set, was, args, says }] of Object.entries(bundle.world.mutations)) {
    const filled = [...says.matchAll(/\{(\w+)(?::money)?\}/g)].map(([, column]) => column ?? '')
    needColumns(`world.json: mutations.${name}`, table, [...new Set([...Object.keys(set ?? {}), ...Object.keys(was ?? {}), ...Object.values(args ?? {}), ...filled])])
  }
  const needPattern = (path: string, pattern: Pattern) => {
    const [[name, value] = ['', {}]] = Object.entries(pattern)
    if (name === 'change') {
      const { table, row, was, set } = value as ChangePattern
      needColumns(path, table, [row, was, set].flatMap((part) => Object.keys(part ?? {})))
      return
    }
    const mutation = bundle.world.mutations[name]
    if (mutation) needColumns(path, mutation.table, Object.keys(value as ValuePatterns).map((argument) => mutation.args?.[argument] ?? argument))
  }
  for (const task of bundle.tasks) {
    const path = `tasks/${task.id}.json`
    for (const expectation of [task.expect].flat() as Expectation[]) for (const pattern of [...expectation.must, ...(expectation.may ?? [])]) needPattern(`${path}: expect`, pattern)
    for (const pattern of task.attack?.goal ?? []) needPattern(`${path}: attack.goal`, pattern)
    try {
      trying.start(task.id)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      problems.push(...error.problems)
    }
  }
  return problems.length > 0 ? problems : [...operatorProblems(bundle, trying), ...eventProblems(bundle, trying), ...checkProblems(bundle)]
}

/** Problems with the SQL of the operators, tried on the first task: found here, and not by a mutant halfway through a proof. */
function operatorProblems({ world, tasks: [task] }: Bundle, trying: Trying): Problem[] {
  return world.operators.flatMap(({ does }, i) => {
    const [field, sql] = 'set' in does ? ['set.to', does.set.to] : 'retool' in does ? ['retool.input', does.retool.input] : 'tamper' in does ? ['tamper.run', does.tamper.run] : 'event' in does ? ['event.run', does.event.run] : ['', '']
    if (!task || sql === '') return []
    const path = `world.json: operators[${i}].does.${field}`
    const refused = refusal(sql)
    if (refused) return [{ path, says: refused.says }]
    try {
      if ('tamper' in does || 'event' in does) trying.tamper(task.id, sql)
      else trying.query(task.id, sql)
      return []
    } catch (error) {
      return [{ path, says: messageOf(error) }]
    }
  })
}

/** Problems with the SQL of the tasks' events, each tried on its task's opening tables. */
function eventProblems({ tasks }: Bundle, trying: Trying): Problem[] {
  return tasks.flatMap((task) => (task.events ?? []).flatMap(({ run }, i) => {
    const path = `tasks/${task.id}.json: events[${i}].run`
    const refused = refusal(run)
    if (refused) return [{ path, says: refused.says }]
    try {
      trying.tamper(task.id, run)
      return []
    } catch (error) {
      return [{ path, says: messageOf(error) }]
    }
  }))
}

/** Problems with the SQL of the checks. It is asked of a copy of the episode, and may reach no further than any other. */
function checkProblems({ world, tasks }: Bundle): Problem[] {
  const of = (path: string, checks: readonly SqlCheck[] = []) => checks.flatMap(({ sql }, i): Problem[] => {
    const refused = refusal(sql)
    return refused ? [{ path: `${path}: checks[${i}].sql`, says: refused.says }] : []
  })
  return [...of('world.json', world.checks), ...tasks.flatMap(({ id, checks }) => of(`tasks/${id}.json`, checks))]
}
