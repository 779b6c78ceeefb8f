// A world in which one tool never returns, for tests of the watchdog. Nothing here runs in Node alone.
import type { ScriptJob } from '../core/prove/scripted'
import type { Bundle, Task } from '../core/task/schema'

const task = (id: string, tool: string): Task => ({
  id, title: id, tier: 'base', kind: 'act', severity: 'low', minutes: 1, why: 'It is small.', customer: { opens: 'Hello.' }, expect: { must: [], may: [{ put: {} }] },
  scripts: { oracle: [{ calls: [{ tool: 'put', input: { id } }] }, { calls: [{ tool, input: {} }] }, { say: 'I have put it.' }] },
})

/** Six tasks; the one named hang calls a tool that counts without end. */
export const hangingWorld: Bundle = {
  format: 'aftermath/world', version: 1,
  world: {
    id: 'hanging', title: 'Hanging', summary: 'One tool never returns.', today: '2026-10-26', dimensions: [{ id: 'state', title: 'S', decides: true }],
    mutations: { put: { table: 'boxes', op: 'insert', says: 'box {id}', noun: 'a box', claims: ['have put'] } }, operators: [],
  },
  schema: 'CREATE TABLE boxes (id TEXT PRIMARY KEY);', seed: '', policy: 'P',
  tools: ['put', 'list', 'spin', 'cross'].map((name) => ({ name, description: name, input_schema: { type: 'object', properties: name === 'put' ? { id: { type: 'string' } } : {} } })),
  sql: {
    put: '-- run\nINSERT INTO boxes VALUES (:id);\n-- return row\nSELECT :id AS id, random() AS chance',
    list: '-- return rows\nSELECT id, (SELECT count(*) FROM boxes) AS n FROM boxes',
    spin: '-- run\nINSERT INTO boxes WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c;\n-- return row\nSELECT 1 AS one',
    cross: '-- check: No.\nWITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c;\n-- return row\nSELECT 1 AS one',
  },
  tasks: [task('a', 'list'), task('b', 'list'), task('hang', 'spin'), task('c', 'list'), task('d', 'list')],
}

export const oracleJobs = (tasks: readonly string[]): ScriptJob[] => tasks.map((id) => ({ task: id, index: 0, agent: 'oracle' }))
