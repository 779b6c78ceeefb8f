// A world of two tables for tests of the engine, and the shop as it ships.
import { join } from 'node:path'
import { startNodeSqlite } from '../adapters/node/sqlite'
import { readWorldFolder } from '../adapters/node/worldFolder'
import type { Bundle, Task, Tool, World } from '../core/task/schema'
import type { Sqlite } from '../core/world/sqlite'
import { SqliteWorld } from '../core/world/sqliteWorld'
import { problemText } from '../core/task/problem'

export interface TinyTool {
  sql: string
  fields?: Record<string, unknown>
  required?: string[]
}

export interface TinyPlan {
  schema?: string
  seed?: string
  tools?: Record<string, string | TinyTool>
  tasks?: Partial<Task>[]
  world?: Partial<World>
}

const SCHEMA = `CREATE TABLE boxes (id TEXT PRIMARY KEY, n INTEGER NOT NULL CHECK (n < 1000));
CREATE TABLE notes (id INTEGER PRIMARY KEY, box TEXT REFERENCES boxes (id) ON DELETE CASCADE, text);`
const SEED = "INSERT INTO boxes VALUES ('a', 1), ('b', 2); INSERT INTO notes VALUES (1, 'a', 'first'), (2, 'b', NULL);"

const TOOLS: Record<string, string | TinyTool> = {
  put: {
    sql: "-- check: There is a box {id} already.\nSELECT NOT EXISTS (SELECT 1 FROM boxes WHERE id = :id);\n-- fault\n-- run\nINSERT INTO boxes VALUES (:id, :n);\n-- return row\nSELECT :id AS id;",
    fields: { id: { type: 'string' }, n: { type: 'integer' } },
    required: ['id', 'n'],
  },
  set: { sql: '-- run\nUPDATE boxes SET n = :n WHERE id = :id;\n-- return rows\nSELECT * FROM boxes WHERE id = :id;', fields: { id: { type: 'string' }, n: { type: 'integer' } }, required: ['id', 'n'] },
  remove: { sql: '-- run\nDELETE FROM boxes WHERE id = :id;\n-- return row\nSELECT :id AS gone;', fields: { id: { type: 'string' } }, required: ['id'] },
  note: { sql: '-- run\nINSERT INTO notes (box, text) VALUES (:box, :text);\n-- return row\nSELECT :box AS box, :text AS text;', fields: { box: { type: 'string' }, text: { type: 'string' } }, required: ['text'] },
  list: '-- return rows\nSELECT id, n FROM boxes ORDER BY id;',
}

export function tinyTask(more: Partial<Task> = {}): Task {
  return {
    id: 'one', title: 'One', tier: 'base', kind: 'act', severity: 'low', minutes: 1, why: 'It is small.',
    customer: { opens: 'Please put a box c.' },
    expect: { must: [{ put: { id: 'c' } }] },
    scripts: { oracle: [{ calls: [{ tool: 'put', input: { id: 'c', n: 3 } }] }, { say: 'I have put it.' }] },
    ...more,
  }
}

/** Sound where the plan is. */
export function tinyWorld({ schema = SCHEMA, seed = SEED, tools = TOOLS, tasks = [{}], world = {} }: TinyPlan = {}): Bundle {
  const plans = Object.entries(tools).map(([name, tool]) => ({ name, ...(typeof tool === 'string' ? { sql: tool } : tool) }))
  return {
    format: 'aftermath/world', version: 1,
    world: {
      id: 'tiny', title: 'Tiny', summary: 'Two tables.', today: '2026-10-26',
      dimensions: [{ id: 'state', title: 'What changed', decides: true }],
      mutations: { put: { table: 'boxes', op: 'insert', says: 'box {id} of {n}', noun: 'a box', claims: ['have put'] } },
      operators: [],
      ...world,
    },
    schema, seed, policy: 'Be careful.',
    tools: plans.map(({ name, fields = {}, required = [] }): Tool => ({ name, description: `${name}.`, input_schema: { type: 'object', properties: fields, required } })),
    sql: Object.fromEntries(plans.map(({ name, sql }) => [name, sql])),
    tasks: tasks.map(tinyTask),
  }
}

let engine: Promise<Sqlite> | undefined
/** The engine, started once a test file. */
export const testSqlite = (): Promise<Sqlite> => (engine ??= startNodeSqlite())

/** A world in this thread. */
export const openWorld = async (bundle: Bundle): Promise<SqliteWorld> => new SqliteWorld(await testSqlite(), bundle)

export const SHOP = join(import.meta.dirname, '../../tasks/shop')

/** The shop as it ships; a copy of one's own. */
export function shop(): Bundle {
  const parsed = readWorldFolder(SHOP)
  if (!parsed.ok) throw new Error(parsed.problems.map(problemText).join('\n'))
  return parsed.value
}
