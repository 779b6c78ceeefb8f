// Chance and the clock: from the trial's seed and the world's date, never from the machine.
import { afterEach, expect, test, vi } from 'vitest'
import { openWorld, tinyWorld } from '../../testing/tinyWorld'
import { atTime, prng } from './chance'

const ASKED = [
  'random()', 'hex(randomblob(8))', 'abs(random() % 6)', "date('now')", "datetime('now')", "time('now')", "strftime('%s', 'now')", 'unixepoch()', "julianday('now')", 'CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME', "date('now', '-30 days')", "datetime('now', 'subsec')",
]
const world = () => openWorld(tinyWorld({ schema: 'CREATE TABLE boxes (id, n, at TEXT DEFAULT CURRENT_TIMESTAMP, lot DEFAULT (random()))', seed: 'INSERT INTO boxes (id) VALUES (1)', tools: { ask: `-- run\nINSERT INTO boxes (id) VALUES (2);\n-- return row\nSELECT ${ASKED.map((sql, i) => `${sql} AS "${i}"`).join(', ')}, (SELECT group_concat(at || lot) FROM boxes) AS rows`, shuffle: '-- return rows\nWITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9) SELECT x FROM c ORDER BY random()' } }))

const zone = process.env.TZ
afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('the clock stands at midnight UTC of the world\'s date, on any machine, in any time zone', async () => {
  const answers: string[] = []
  for (const [machine, at] of [['Asia/Tokyo', 0], ['America/St_Johns', 2e12]] as const) {
    process.env.TZ = machine
    vi.useFakeTimers({ now: at, toFake: ['Date'] })
    const session = (await world()).openNow('one', 3)
    answers.push(session.callNow('ask', {}).result)
    vi.useRealTimers()
  }
  const told = JSON.parse(answers[0]!) as Record<string, unknown>
  expect(Object.fromEntries(ASKED.slice(3).map((sql, i) => [sql, told[String(i + 3)]]))).toEqual({
    "date('now')": '2026-10-26', "datetime('now')": '2026-10-26 00:00:00', "time('now')": '00:00:00', "strftime('%s', 'now')": '1792972800', 'unixepoch()': 1792972800, "julianday('now')": 2461339.5,
    CURRENT_TIMESTAMP: '2026-10-26 00:00:00', CURRENT_DATE: '2026-10-26', CURRENT_TIME: '00:00:00', "date('now', '-30 days')": '2026-09-26', "datetime('now', 'subsec')": '2026-10-26 00:00:00.000',
  })
  expect(String(told.rows)).toMatch(/^2026-10-26 00:00:00-?\d+,2026-10-26 00:00:00-?\d+$/)
  expect(answers[1]).toBe(answers[0])
})

test('the same seed gives the same answers of chance, another seed others', async () => {
  const one = await world()
  const ask = (seed: number, tool: string) => {
    const session = one.openNow('one', seed)
    const { result } = session.callNow(tool, {})
    session.closeNow()
    return result
  }
  expect(ask(1, 'shuffle')).toBe(ask(1, 'shuffle'))
  expect(ask(1, 'ask')).toBe(ask(1, 'ask'))
  expect(new Set([1, 2, 3, 4].map((seed) => ask(seed, 'ask'))).size).toBe(4)
  expect(new Set([1, 2, 3, 4].map((seed) => ask(seed, 'shuffle'))).size).toBeGreaterThan(1)
})

test('two calls of one trial do not get the same answer', async () => {
  const session = (await world()).openNow('one', 1)
  expect(session.callNow('ask', {}).result).not.toBe(session.callNow('ask', {}).result)
})

test('the machine\'s clock is given back, after a throw too', () => {
  const clock = Date.now
  expect(atTime(5, () => Date.now())).toBe(5)
  expect(Date.now).toBe(clock)
  expect(() => atTime(5, () => { throw new Error('no') })).toThrow('no')
  expect(Date.now).toBe(clock)
})

test('the generator fills 64 bits and every byte', () => {
  const { int64, bytes } = prng(7)
  const many = Array.from({ length: 400 }, int64)
  expect(many.some((value) => value < -(2n ** 62n))).toBe(true)
  expect(many.some((value) => value > 2n ** 62n)).toBe(true)
  expect(new Set(bytes(20_000)).size).toBe(256)
  expect(Array.from({ length: 3 }, prng(7).int64)).toEqual(Array.from({ length: 3 }, prng(7).int64))
})

test('randomblob gives as many bytes as SQLite\'s own would, one at the least', async () => {
  const session = (await openWorld(tinyWorld({ schema: 'CREATE TABLE boxes (id, n)', seed: '', tools: { t: "-- return row\nSELECT length(randomblob(5)) AS a, length(randomblob(0)) AS b, length(randomblob(-3)) AS c, length(randomblob(NULL)) AS d, length(randomblob('x')) AS e, length(randomblob('4')) AS f, length(randomblob(2.9)) AS g", huge: '-- return row\nSELECT length(randomblob(2000000000)) AS a' } }))).openNow('one', 1)
  expect(session.callNow('t', {}).result).toBe('{"a":5,"b":1,"c":1,"d":1,"e":1,"f":4,"g":2}')
  expect(session.callNow('huge', {}).outcome).toBe('error')
})
