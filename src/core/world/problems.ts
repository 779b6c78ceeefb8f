// What a world says of its tables, against the tables it has.
import type { ChangePattern, Pattern, ValuePatterns } from '../task/pattern'
import { Invalid, type Problem } from '../task/problem'
import type { Bundle, Expectation } from '../task/schema'

interface KnownTable { name: string; columns: string[]; key: string[] }

/** Problems with names of tables and columns, and with the tasks' seeds, which `start` inserts. */
export function worldProblems(bundle: Bundle, tables: readonly KnownTable[], start: (task: string) => unknown): Problem[] {
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
  for (const [name, { table, set, was, args }] of Object.entries(bundle.world.mutations)) {
    needColumns(`world.json: mutations.${name}`, table, [...Object.keys(set ?? {}), ...Object.keys(was ?? {}), ...Object.values(args ?? {})])
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
    try {
      start(task.id)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      problems.push(...error.problems)
    }
  }
  return problems
}
