// Isolation: whatever one trial does, the next starts from the same content and gets the same answers as on a fresh database.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSqlite, tinyTask, tinyWorld } from '../../testing/tinyWorld'
import type { Bundle } from '../task/schema'
import type { Change } from './change'
import { WorldDatabase } from './database'
import { SqliteSession } from './session'
import { SqliteWorld } from './sqliteWorld'
import { tablesAfter } from './table'

const sqlite = await testSqlite()
const fields = { id: { type: 'string' }, n: { type: 'integer' } }
const writing = (run: string) => ({ sql: `-- run\n${run};\n-- return row\nSELECT random() AS chance, hex(randomblob(3)) AS bytes, CURRENT_TIMESTAMP AS now, :id AS id`, fields })

const bundle: Bundle = tinyWorld({
  schema: `CREATE TABLE boxes (id TEXT PRIMARY KEY, n INTEGER NOT NULL CHECK (n < 1000), lot INTEGER DEFAULT (random()), made TEXT DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, box TEXT REFERENCES boxes (id) ON DELETE CASCADE, text);
    CREATE TABLE loose (a, b); CREATE TABLE pairs (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TRIGGER grown AFTER UPDATE OF n ON boxes BEGIN INSERT INTO loose VALUES (old.n, new.n); END;`,
  seed: "INSERT INTO boxes (id, n) VALUES ('a', 1), ('b', 2); INSERT INTO notes (box, text) VALUES ('a', 'x'), ('b', NULL), ('b', 'gone'); DELETE FROM notes WHERE id = 3; INSERT INTO loose VALUES (1, 1), (1, 1.0)",
  tools: {
    put: writing('INSERT INTO boxes (id, n) VALUES (:id, :n)'),
    set: writing('UPDATE boxes SET n = :n WHERE id = :id'),
    remove: writing('DELETE FROM boxes WHERE id = :id'),
    clear: writing('DELETE FROM loose; DELETE FROM notes'),
    note: writing("INSERT INTO notes (box, text) VALUES (:id, :n); INSERT INTO pairs VALUES (:id, coalesce(:n, 0))"),
    create: writing('CREATE TABLE extra (x); CREATE INDEX extra_i ON boxes (n); CREATE VIEW extra_v AS SELECT 1'),
    alter: writing('ALTER TABLE loose ADD COLUMN c DEFAULT 7'),
    rename: writing('ALTER TABLE pairs RENAME TO couples'),
    drop: writing('DROP TABLE loose; DROP TRIGGER grown'),
    spy: writing('CREATE TRIGGER spy AFTER INSERT ON boxes BEGIN INSERT INTO notes (text) VALUES (new.id); END'),
    fail: writing("INSERT INTO boxes (id, n) VALUES ('f', 1); CREATE TABLE half (x); INSERT INTO boxes (id, n) VALUES ('g', 5000)"),
    list: '-- return rows\nSELECT * FROM boxes, (SELECT random() AS chance) ORDER BY id',
  },
  tasks: [
    { id: 'one', seed: { boxes: [{ id: 't', n: 3 }], notes: [{ box: 't', text: { blob: '00ff' } }] }, faults: [{ tool: 'set', kind: 'lying_receipt', times: 1 }] },
    { id: 'two', seed: { loose: [{ a: { real: 1 }, b: { int: '9007199254740993' } }] } },
  ],
  world: { mutations: {}, dimensions: [{ id: 'state', title: 'S', decides: true }] },
})
for (const task of bundle.tasks) task.expect = { must: [] }

/** Every table's rows with their types, SQLite's own sequence and the whole schema: read without the code under test. */
function content({ db }: WorldDatabase): string {
  const names = (db.exec("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")[0]?.values ?? []).map(([name]) => String(name))
  const rows = names.map((name) => {
    const columns = (db.exec(`SELECT name FROM pragma_table_xinfo('${name}')`)[0]?.values ?? []).map(([column]) => `quote("${String(column)}")`)
    return [name, db.exec(`SELECT ${columns.join(', ')} FROM "${name}" ORDER BY ${columns.join(', ')}`)[0]?.values ?? []]
  })
  return JSON.stringify([rows, db.exec('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')[0]?.values])
}

type Step = { call: string; input: unknown } | { tamper: string }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ call: fc.constantFrom(...bundle.tools.map(({ name }) => name)), input: fc.record({ id: fc.constantFrom('a', 'b', 't', 'z'), n: fc.constantFrom(1, 2, 999, 1000) }, { requiredKeys: [] }) }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constantFrom('nothing', 'toString', '__proto__', 'set'), input: fc.constantFrom<unknown>(null, 'x', [], { m: 1 }, { n: 1.5 }) }) },
  { weight: 1, arbitrary: fc.record({ tamper: fc.constantFrom("UPDATE boxes SET n = 0", 'DROP TABLE notes', 'DELETE FROM sqlite_sequence', "INSERT INTO loose VALUES (X'00', '\u001e')", 'CREATE TABLE mine (x); INSERT INTO mine VALUES (random())', 'SELECT nonsense', "UPDATE sqlite_sequence SET seq = 1000") }) },
)
const trials = fc.array(fc.record({ task: fc.constantFrom('one', 'two'), seed: fc.nat(9), steps: fc.array(step, { maxLength: 7 }) }), { minLength: 1, maxLength: 3 })
type Plan = { task: string; seed: number; steps: Step[] }

/** All that a session answers. */
function play(session: SqliteSession, steps: readonly Step[]): { answers: unknown[]; made: Change[]; net: Change[] } {
  const made: Change[] = []
  const answers = steps.map((one) => {
    try {
      const answer = 'tamper' in one ? session.tamperNow(one.tamper) : session.callNow(one.call, one.input)
      made.push(...(Array.isArray(answer) ? answer : answer.changes))
      return answer
    } catch (error) {
      return String(error)
    }
  })
  return { answers, made, net: session.closeNow() }
}

const taskOf = (id: string) => bundle.tasks.find((task) => task.id === id)!
const playOn = (database: WorldDatabase, { task, seed, steps }: Plan) => play(new SqliteSession(database, bundle, taskOf(task), seed), steps)
const openingOf = (database: WorldDatabase, task: string): string => {
  database.begin(taskOf(task), 0)
  const all = content(database)
  database.end()
  return all
}

const used = new WorldDatabase(sqlite, bundle)
const fresh = new Map(bundle.tasks.map(({ id }) => [id, openingOf(new WorldDatabase(sqlite, bundle), id)]))

test('after any trials, each task starts from the content it has on a fresh database', () => {
  fc.assert(fc.property(trials, (plans) => {
    for (const plan of plans) playOn(used, plan)
    for (const { id } of bundle.tasks) expect(openingOf(used, id)).toBe(fresh.get(id))
  }), { seed: 11, numRuns: 80 })
})

test('and gives the same answers, chance and clock included, as a fresh database', () => {
  fc.assert(fc.property(trials, trials, (before, [plan]) => {
    for (const one of before) playOn(used, one)
    const database = new WorldDatabase(sqlite, bundle)
    expect(playOn(used, plan!)).toEqual(playOn(database, plan!))
    database.close()
  }), { seed: 12, numRuns: 50 })
})

test('the changes of the calls, one after the other, add up to the outcome\'s', () => {
  const world = new SqliteWorld(sqlite, bundle)
  // A failing tamper may have done a part: such a trial ends as an error, and its changes are not vouched for.
  const sound = trials.filter((plans) => !plans.some(({ steps }) => steps.some((one) => 'tamper' in one && /nonsense|notes|loose/.test(one.tamper))))
  fc.assert(fc.property(sound, ([plan]) => {
    const start = world.startNow(plan!.task)
    const { made, net } = play(world.openNow(plan!.task, plan!.seed), plan!.steps)
    const rows = (changes: readonly Change[]) => tablesAfter(start, changes).map(({ name, rows: all }) => [name, all.filter(({ op }) => op !== 'delete').map(({ key, row }) => JSON.stringify([key, Object.entries(row).sort()])).sort()] as const).filter(([, all]) => all.length > 0).sort(([a], [b]) => (a < b ? -1 : 1))
    expect(rows(made)).toEqual(rows(net))
    const seen = net.filter(({ op }) => op !== 'schema').map((change) => JSON.stringify([change.table, 'key' in change && change.key]))
    expect(new Set(seen).size).toBe(seen.length)
  }), { seed: 13, numRuns: 80 })
})

test('sessions that are open at once do not see each other', () => {
  const world = new SqliteWorld(sqlite, bundle)
  const alone = (plan: Plan) => play(new SqliteWorld(sqlite, bundle).openNow(plan.task, plan.seed), plan.steps)
  fc.assert(fc.property(fc.array(trials.map(([one]) => one!), { minLength: 2, maxLength: 3 }), (plans) => {
    const sessions = plans.map(({ task, seed }) => world.openNow(task, seed))
    const answers: unknown[][] = plans.map(() => [])
    for (let at = 0; at < 7; at += 1) {
      plans.forEach(({ steps }, i) => {
        const one = steps[at]
        if (!one) return
        try {
          answers[i]!.push('tamper' in one ? sessions[i]!.tamperNow(one.tamper) : sessions[i]!.callNow(one.call, one.input))
        } catch (error) {
          answers[i]!.push(String(error))
        }
      })
    }
    sessions.forEach((session, i) => expect([answers[i], session.closeNow()]).toEqual([alone(plans[i]!).answers, alone(plans[i]!).net]))
  }), { seed: 14, numRuns: 15 })
})

test('a session that is closed twice gives its changes once, and its database to one other only', () => {
  const world = new SqliteWorld(sqlite, bundle)
  const first = world.openNow('one', 1)
  first.callNow('put', { id: 'z', n: 1 })
  expect(first.closeNow()).toHaveLength(1)
  expect(first.closeNow()).toEqual([])
  const [second, third] = [world.openNow('one', 1), world.openNow('one', 1)]
  second.callNow('put', { id: 'z', n: 1 })
  expect(third.callNow('list', {}).result).not.toContain('"z"')
})

test('a transaction that was ended behind our back costs this trial alone', () => {
  const world = new SqliteWorld(sqlite, bundle)
  const session = world.openNow('one', 1)
  session.callNow('put', { id: 'z', n: 1 })
  session.tamperNow('COMMIT')
  expect(() => session.closeNow()).toThrow(/could not be undone/)
  const next = world.openNow('one', 1)
  expect(next.callNow('list', {}).result).not.toContain('"z"')
  expect(next.closeNow()).toEqual([])
})

test('a world that is closed gives every database back, that of an open session when it ends', () => {
  const opened = new Set<number>()
  const counting = { ...sqlite, Database: class extends sqlite.Database { constructor() { super(); opened.add(this.handle) } get handle(): number { return (this as unknown as { db: number }).db } override close(): void { opened.delete(this.handle); super.close() } } }
  const world = new SqliteWorld(counting, bundle)
  const [first, second] = [world.openNow('one', 1), world.openNow('two', 1)]
  first.closeNow()
  expect(opened.size).toBe(2)
  world.close()
  expect(opened.size).toBe(1)
  second.closeNow()
  expect(opened.size).toBe(0)
  expect(() => new SqliteWorld(counting, { ...bundle, schema: 'CREATE TABEL x' })).toThrow()
  expect(opened.size).toBe(0)
})

test('the opening tables are those of the trial\'s first moment', () => {
  const world = new SqliteWorld(sqlite, bundle)
  const boxes = world.startNow('one').find(({ name }) => name === 'boxes')!
  expect(boxes.rows.map(([id, n]) => [id, n])).toEqual([['a', 1], ['b', 2], ['t', 3]])
  expect(world.startNow('two').find(({ name }) => name === 'loose')).toEqual({ name: 'loose', columns: ['a', 'b'], key: [], rows: [[1, 1], [1, { real: 1 }], [{ real: 1 }, { int: '9007199254740993' }]], rowids: [1, 2, 3] })
  expect(() => world.openNow('three', 1)).toThrow('the world tiny has no task three')
})

test('a task whose seed does not fit is a problem with its place, and harms no other', () => {
  const broken = { ...bundle, tasks: [...bundle.tasks, tinyTask({ id: 'bad', expect: { must: [] }, seed: { boxes: [{ id: 'q', n: 1 }, { id: 'a', n: 1 }] } }), tinyTask({ id: 'lost', expect: { must: [] }, seed: { crates: [{ id: 'q' }] } })] }
  const world = new SqliteWorld(sqlite, broken)
  expect(world.check()).toEqual([
    { path: 'tasks/bad.json: seed.boxes[1]', says: 'UNIQUE constraint failed: boxes.id' },
    { path: 'tasks/lost.json: seed.crates[0]', says: 'no such table: crates' },
  ])
  expect(() => world.openNow('bad', 1)).toThrow('UNIQUE')
  expect(world.openNow('one', 1).callNow('list', {}).result).not.toContain('"q"')
})
