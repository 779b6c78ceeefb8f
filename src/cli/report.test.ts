// npm run report: the same numbers on the command line, and one sentence where there are none.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { broken, failed, inOneChunk, passed, runHead } from '../testing/builders'
import type { Report } from '../core/report/report'
import { encodeRun } from '../core/run/codec'
import type { Trial } from '../core/trial/record'

const root = join(import.meta.dirname, '../..')
const TAU = join(root, 'src/testing/data/gpt-4o-airline.rewards.json')
const folder = mkdtempSync(join(tmpdir(), 'aftermath-report-'))
afterAll(() => { rmSync(folder, { recursive: true }) })

const run = (...args: string[]) => spawnSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'src/cli/report.ts', ...args], { cwd: root, encoding: 'utf8' })
function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
async function runFile(name: string, trials: Trial[]): Promise<string> {
  let text = ''
  for await (const piece of encodeRun(runHead({ trials: 2 }), inOneChunk(trials))) text += piece
  return file(name, text)
}

test('a τ-bench file prints its published numbers, packed or not', () => {
  const plain = run(TAU)
  expect(plain.status).toBe(0)
  expect(plain.stdout).toContain('84 of 200, 42 %, 35–49 %; clustered by task 32–52 %')
  expect(plain.stdout).toContain('standard error 0.0522 clustered by task, 0.0349 were all trials independent')
  for (const [k, hat] of [[1, '0.420'], [2, '0.273'], [3, '0.220'], [4, '0.200']]) expect(plain.stdout).toMatch(new RegExp(`^ +${k} +${hat}`, 'm'))
  expect(plain.stdout).toMatch(/^ +4 .* 0\.720 \(/m)
  const packed = run(file('gpt-4o-airline.rewards.json.gz', gzipSync(readFileSync(TAU))))
  expect(packed.stdout.replace(/gpt-4o-airline\S*/g, '')).toBe(plain.stdout.replace(/gpt-4o-airline\S*/g, ''))
})

test('a run’s name turns no printed line round, and JSON keeps it', () => {
  const entry = (JSON.parse(readFileSync(TAU, 'utf8')) as unknown[])[0]
  const path = file('cba\u202E.json', JSON.stringify([entry]))
  const [plain, json] = [run(path), run(path, '--json')]
  expect(plain.stdout.split('\n')[0]).toContain('cba[U+202E]')
  for (const { stdout } of [plain, json, run(`${path}\u202E`)]) expect(stdout).not.toMatch(/\p{Cf}/u)
  expect(run(`${path}\u202E`).stderr).toContain('cba[U+202E].json[U+202E]: there is no such file')
  expect((JSON.parse(json.stdout) as Report).run.name).toContain('cba\u202E')
})

test('the published counts are printed with their labels', () => {
  const { stdout, status } = run('--published')
  expect(status).toBe(0)
  expect(stdout).toContain('Claude Haiku 4.5 (published counts)')
  expect(stdout).toContain('91 of 115, 79 %, 71–86 %; clustered by task 65–93 %')
  expect(stdout).toMatch(/^ +5 +0\.652 \(0\.449–0\.812\) +0\.957/m)
})

test('--prove plays what anyone gets for free, and says on which world', () => {
  const { stdout, status } = run('--published', '--prove')
  expect(status).toBe(0)
  // As the catalogue has it: 3, 3 and 8 of 23.
  expect(stdout).toContain('doing nothing passes 3 of 23 tasks, proven on the world that is here\n  claiming it without doing it passes 3 of 23 tasks, proven on the world that is here\n  handing everything over passes 8 of 23 tasks, proven on the world that is here')
})

test('why trials failed is told with its denominator, by rule and by hand apart', async () => {
  const said = { by: 'ann', about: 'failure', holds: true, label: 'looped' }
  const path = await runFile('failed.json', [passed(), failed({ labels: [said] }), failed({ index: 1, labels: [{ ...said, label: 'missing_change', holds: false }] })])
  const { stdout } = run(path)
  expect(stdout).toMatch(/^Why trials failed\n +gave up early +2 of 2, 100 %, 34–100 % +by rule\n +looped +1 of 2, 50 %, 9–91 % +by hand\n +missing change +1 of 2, 50 %, 9–91 % +1 by rule; 1 by rule, taken away by hand$/m)
  expect((JSON.parse(run(path, '--json').stdout) as Report).failures).toMatchObject({ failed: 2, uncategorised: { passed: 0, of: 2 }, unseen: { passed: 0 } })
  expect(run(await runFile('passed.json', [passed()])).stdout).not.toContain('Why trials failed')
})

test('--json is the report itself, and --attrition chooses how the missing count', async () => {
  const path = await runFile('run.json', [passed(), broken({ index: 1 }), failed(), failed({ index: 1 })])
  const json = (...more: string[]) => JSON.parse(run(path, '--json', ...more).stdout) as Report
  expect(json()).toMatchObject({ attrition: 'bounds', flow: { planned: 6, scored: 3, passed: 1 }, known: 'trials' })
  expect(json('--attrition', 'failed')).toMatchObject({ attrition: 'failed', hat: [{ k: 1, value: expect.closeTo(1 / 6, 10) as number }, {}] })
  expect(json('--attrition', 'drop').hat[0]).toMatchObject({ refused: 'too_few_scored', tasks: [2] })
})

test('the standard error stands beside the rate of the scored, and beside no other', async () => {
  const path = await runFile('part.json', [passed(), failed(), broken({ index: 1, grade: failed().grade })])
  const printed = (way: string) => run(path, '--attrition', way).stdout
  // Two tasks, 1 of 1 and 0 of 1: √(2/1 · (½² + ½²)) / 2 = 0.5.
  expect(printed('drop')).toContain('standard error 0.5000 clustered by task')
  for (const way of ['failed', 'bounds']) expect(printed(way)).not.toContain('standard error')
  // Nor is the trial that broke off in any dimension's rate.
  expect(printed('drop')).toMatch(/of 2, \d+ %, \S+ % \(1 not scored \(1 system error\)\)$/m)
})

test('whoever reads only the beginning gets it, and no complaint', () => {
  const { stdout, stderr } = spawnSync('bash', ['-c', `"${process.execPath}" node_modules/tsx/dist/cli.mjs src/cli/report.ts --published --json | head -c 30`], { cwd: root, encoding: 'utf8' })
  expect([stdout.length, stderr]).toEqual([30, ''])
})

test('--regrade grades from the record and says what changed', async () => {
  const same = run(await runFile('same.json', [passed(), failed()]), '--regrade')
  expect(same.stdout).toContain('graded again: 2 of 2 trials; 0 changed')
  const path = await runFile('altered.json', [{ ...passed(), state: 'fail' }, failed()])
  expect(run(path).stdout).toContain('0 of 2')
  const again = run(path, '--regrade')
  expect(again.stdout).toContain('graded again: 2 of 2 trials; 1 changed\n  mini/cancel-paid, trial 1, attempt 1: fail → pass')
  expect(again.stdout).toContain('1 of 2')
})

describe('is refused with code 2 and a sentence', () => {
  test.each<[string, () => string[], RegExp]>([
    ['no file', () => [], /^One file is needed/],
    ['a file that is not there', () => [join(folder, 'none.json')], /none\.json: there is no such file, or it cannot be read\.\n$/],
    ['an empty file', () => [file('empty.json', '')], /empty\.json: The file is empty\.\n$/],
    ['a web page', () => [file('page.json', '<!doctype html>')], /This is a web page, not a run\.\n$/],
    ['a list of something else', () => [file('list.json', '[1]')], /These are no τ-bench results: \[0\]: must be an object; found 1\.\n$/],
    ['a packed file that is broken', () => [file('broken.gz', gzipSync('[]').subarray(0, 12))], /the file cannot be unpacked/],
    ['an unknown way to count', () => [TAU, '--attrition', 'ignore'], /^--attrition: there is no way "ignore"; ways: drop, failed, bounds\n$/],
    ['an unknown option', () => [TAU, '--fast'], /Unknown option '--fast'/],
    ['grading again what holds no world', () => [TAU, '--regrade'], /does not hold the task tau-bench\/0: its trials cannot be graded again\.\n$/],
  ])('%s', (_, args, sentence) => {
    const { status, stderr, stdout } = run(...args())
    expect(stderr).toMatch(sentence)
    expect([status, stdout]).toEqual([2, ''])
  })
})

test('the script stands in package.json', () => {
  expect(execFileSync('npm', ['run', '-s', 'report', '--', '--help'], { cwd: root, encoding: 'utf8' })).toContain('npm run report -- FILE')
})

describe('--monitor', () => {
  const packed = join(root, 'src/testing/data/gpt-4o-airline.sample6.json.gz')

  test('the example is a monitor that fits its file; what it finds is printed, and the state is said not to be graded', () => {
    const example = run(packed, '--example-monitor')
    expect(example.status).toBe(0)
    const rules = file('rules.json', example.stdout)
    const found = run(packed, '--monitor', rules)
    expect(found.status).toBe(0)
    expect(found.stdout).toContain('The state is not graded here: no world is compared.')
    expect(found.stdout).toContain('6 of 24 planned trials were looked at; not looked at: 18 never run.')
    expect(found.stdout).toMatch(/A write that failed is made again at most once +3 of 4, 75 % +1 +0 +2 +18/)
    expect(found.stdout).toMatch(/ 9 trial 3: \w+ \(call \d+\) is retry 2 of the same failed call/)
    expect(found.stdout).toMatch(/search_direct_flight +10 of 21, 48 % +10 of 10, 100 %/)
    expect(JSON.parse(run(packed, '--monitor', rules, '--json').stdout)).toMatchObject({ format: 'aftermath/monitor-report', state: 'not graded', trials: { planned: 24, looked_at: 6 } })
  })

  test('results without conversations are looked at in nothing, and nothing passes', () => {
    const rules = file('repeats.json', JSON.stringify({ format: 'aftermath/monitor', version: 1, title: 'R', path: [{ id: 'r', title: 'No repeats', rule: 'no_repeats', scope: 'at_all' }] }))
    const { stdout } = run(TAU, '--monitor', rules)
    expect(stdout).toMatch(/No repeats +none of 0 +0 +0 +0 +200/)
    expect(stdout).toContain('nothing was looked at.')
  })

  test('a fault in the rules ends 2, with its place', () => {
    const broke = run(packed, '--monitor', file('bad.json', '{"format": "aftermath/monitor", "version": 1, "title": "x", "path": [{"rule": "nevr"}]}'))
    expect([broke.status, broke.stdout]).toEqual([2, ''])
    expect(broke.stderr).toContain('bad.json: path[0].rule: there is no rule "nevr"; rules: before, never, calls, confirmed, no_repeats, retries')
    expect(run(packed, '--monitor', file('no.json', 'x')).stderr).toContain('This is not JSON')
    expect(run('--published', '--monitor', file('no.json', 'x')).status).toBe(2)
  })
})
