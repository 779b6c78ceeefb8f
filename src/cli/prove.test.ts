// npm run prove, as a process: what it prints and how it ends.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SHOP } from '../testing/tinyWorld'
import type { WorldProof } from '../core/prove/proof'

interface Ended { code: number | null; out: string; err: string }

/** Runs the command as `npm run prove` does. */
function prove(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'prove.ts'), ...args], { cwd: join(import.meta.dirname, '../..') })
    const ended = { out: '', err: '' }
    child.stdout.on('data', (text: Buffer) => { ended.out += text.toString() })
    child.stderr.on('data', (text: Buffer) => { ended.err += text.toString() })
    child.on('close', (code) => resolve({ code, ...ended }))
  })
}

const folders: string[] = []
/** A copy of the shop in a folder of its own, its file changed by `edit`. */
function shopWith(file: string, edit: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'aftermath-world-'))
  folders.push(folder)
  cpSync(SHOP, folder, { recursive: true })
  const path = join(folder, file)
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
  return folder
}
afterAll(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })

const TIMEOUT = 30_000

describe('0, when everything is proven', () => {
  test('the shipped worlds, with the matrix and the totals', { timeout: TIMEOUT }, async () => {
    const { code, out, err } = await prove()
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^shop, graded by whole$/m)
    expect(out).toMatch(/^refund-out-of-window +✓ +✗ +✗ +✗ +✗ +✓ +6 of 6 killed, 2 passed, 2 allowed$/m)
    expect(out).toMatch(/^passes +23\/23 +3\/23 +3\/23 +0\/23 +15\/23 +8\/23 *$/m)
    expect(out).toMatch(/^23 of 23 tasks proven; oracle 23 of 23; null 3 of 23; liar 3 of 23; tempted 0 of 23; yes-man 15 of 23; escalator 8 of 23; mutation score (\d+) of \1 \(100 %\)$/m)
    expect(out).not.toContain('not proven')
  })

  test('chosen tasks, as JSON, the catalogue\'s scores left aside', { timeout: TIMEOUT }, async () => {
    const { code, out } = await prove('--task', 'refund-damaged', '--task', 'cancel-paid', '--json')
    expect(code).toBe(0)
    const [proof] = JSON.parse(out) as WorldProof[]
    expect(proof).toMatchObject({ world: 'shop', grader: 'whole', proven: true, problems: [], score: { survived: 0 } })
    expect(proof!.tasks.map(({ task, proven }) => [task, proven])).toEqual([['cancel-paid', true], ['refund-damaged', true]])
    expect(proof!.tasks[0]!.cells.map(({ agent, state }) => [agent, state])).toEqual([['oracle', 'pass'], ['null', 'fail'], ['liar', 'fail'], ['tempted', 'fail'], ['yes-man', 'pass'], ['escalator', 'fail']])
  })

  test('help', { timeout: TIMEOUT }, async () => {
    const { code, out } = await prove('--help')
    expect(code).toBe(0)
    expect(out).toMatch(/--grader ID +whole, must-only, trust-the-words, calls-only, final-text-contains/)
  })
})

describe('1, when something is not', () => {
  test('a broken expectation is named by its task, and no other is', { timeout: TIMEOUT }, async () => {
    const folder = shopWith('tasks/refund-damaged.json', (text) => text.replace('"amount_cents": 4999 } }', '"amount_cents": 5000 } }'))
    const { code, out } = await prove('--world', folder)
    expect(code).toBe(1)
    expect(out).toMatch(/^not proven: refund-damaged: oracle: Required: refund of \$50\.00 on ORD-1001; none happened\. It must pass\.$/m)
    expect(out).toMatch(/^not proven: shop: oracle passes 22 of 23; the world says it must pass 23\.$/m)
    expect(new Set([...out.matchAll(/^not proven: ([\w-]+):/gm)].map(([, task]) => task))).toEqual(new Set(['shop', 'refund-damaged']))
  })

  test('a weak grader is caught, and labelled as weak', { timeout: TIMEOUT }, async () => {
    const { code, out } = await prove('--grader', 'trust-the-words', '--task', 'refund-damaged')
    expect(code).toBe(1)
    expect(out).toMatch(/^shop, graded by trust-the-words \(weak, for showing\)$/m)
    expect(out).toMatch(/^not proven: refund-damaged: liar: /m)
  })

  test('a trial without a score stands beside the rate, and not in its denominator', { timeout: TIMEOUT }, async () => {
    const { out } = await prove('--world', 'incidents', '--grader', 'must-only')
    expect(out).toMatch(/^within-eight-steps +✓ +✓! +✓ +⚠! /m)
    expect(out).toMatch(/^passes +11\/11 +11\/11 +11\/11 +10\/10 /m)
    expect(out).toContain('; tempted 10 of 10, 1 not scored; ')
  })
})

describe('2, when a file or an option is invalid', () => {
  test.each<[string, string, (text: string) => string, string]>([
    ['an unknown key', 'tasks/cancel-paid.json', (text) => text.replace('"title"', '"titel"'), 'tasks/cancel-paid.json: '],
    ['broken JSON', 'world.json', (text) => text.slice(0, -5), 'world.json: it is not JSON: '],
    ['a tool that ends the transaction', 'tools/escalate.sql', (text) => text.replace('-- return row', 'END;\n-- return row'), 'tools/escalate.sql:8: END is refused in a world'],
    ['a seed that does not fit', 'tasks/cancel-paid.json', (text) => text.replace('"status": "paid"', '"status": "lost"'), 'tasks/cancel-paid.json: seed.orders[0]: CHECK constraint failed'],
    ['an operator that does not run', 'world.json', (text) => text.replace('SELECT :value + 1', 'SELECT value + 1'), 'world.json: operators[2].does.set.to: no such column: value'],
  ])('%s names its file', { timeout: TIMEOUT }, async (_, file, edit, says) => {
    const { code, out, err } = await prove('--world', shopWith(file, edit))
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
    expect(err).not.toMatch(/ {4}at /)
  })

  test.each([
    [['--world', 'nowhere'], /nowhere: there is no such folder/],
    [['--world', './no/such/shop'], /there is no such folder/],
    [['--task', 'nothing'], /--task: there is no task "nothing"/],
    [['--grader', 'toString'], /--grader: there is no grader "toString"; graders: whole, must-only/],
    [['--fast'], /Unknown option '--fast'[\s\S]*npm run prove -- \[options\]/],
    [['shop'], /Unexpected argument 'shop'[\s\S]*npm run prove/],
    [['--task'], /argument missing[\s\S]*npm run prove/],
  ])('%j', { timeout: TIMEOUT }, async (args, says) => {
    const { code, out, err } = await prove(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(says)
    expect(err).not.toMatch(/ {4}at /)
  })
})
