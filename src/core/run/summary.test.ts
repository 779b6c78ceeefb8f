// Summaries, entries and the heads of new runs.
import { describe, expect, test } from 'vitest'
import { broken, failed, passed, runHead } from '../../testing/builders'
import { miniShop, miniStart } from '../../testing/fixtures/miniShop'
import type { TerminalState, Trial } from '../trial/record'
import { contentHash } from '../task/canonical'
import { hashesOf } from './hashes'
import { manifestOf } from './manifest'
import { bySlot, counting } from './slot'
import { summarize } from './summarize'
import { entryOf } from './summary'

const why = (trial: Trial) => summarize(trial, runHead()).why
const check = (id: string, dimension: string, result: 'pass' | 'fail' | 'unknown', says: string) => ({ id, dimension, result, says })
const graded = (state: TerminalState, checks: ReturnType<typeof check>[]): Trial => {
  const trial = passed({ state })
  return { ...trial, grade: { ...trial.grade!, checks } }
}

describe('why a trial is not passed', () => {
  test('a passed one needs no reason, whatever its other dimensions say', () => {
    expect(why(graded('pass', [check('a', 'process', 'fail', 'did not look')]))).toBe('')
  })

  test('the first failed check of a deciding dimension comes before one that decides nothing', () => {
    expect(why(graded('fail', [check('a', 'process', 'fail', 'did not look'), check('b', 'state', 'pass', 'fine'), check('c', 'state', 'fail', 'one refund too many'), check('d', 'state', 'fail', 'more')]))).toBe('one refund too many')
  })

  test('an inconclusive one names the evidence that is missing', () => {
    expect(why(graded('inconclusive', [check('a', 'state', 'pass', 'fine'), check('b', 'state', 'unknown', 'nobody marked a confirmation')]))).toBe('nobody marked a confirmation')
  })

  test('an error comes before the detail of the termination, and that before a general sentence', () => {
    const episode = { turns: [], termination: { kind: 'stopped' as const, detail: 'pause_turn' } }
    expect(why(broken())).toBe('the network went away')
    const { error: _, ...silent } = broken()
    expect(why({ ...silent, state: 'stopped', episode })).toBe('pause_turn')
    expect(why({ ...silent, state: 'step_limit', episode: { turns: [], termination: { kind: 'step_limit' } } })).toBe('the steps allowed were used up')
    expect(why({ ...silent, state: 'invalid', episode: { turns: [], termination: { kind: 'wrong_model' } } })).toBe('another model answered than was asked')
  })
})

describe('tokens', () => {
  const turn = (input_tokens: number, cache_read_input_tokens = 0) => ({ role: 'agent' as const, content: [], stop_reason: 'end_turn', calls: [], usage: { input_tokens, output_tokens: 1, cache_read_input_tokens } })
  const tokens = (prices: object, ...turns: ReturnType<typeof turn>[]) =>
    summarize(passed({ episode: { turns, termination: { kind: 'done' } } }), { configuration: { ...runHead().configuration, prices } }).tokens

  test('of requests above the run\'s threshold, all their input counted, are told apart too', () => {
    const prices = { input: '1', output: '1', above: { tokens: 1000, input: '2', output: '2' } }
    expect(tokens(prices, turn(1000), turn(900, 101))).toEqual({ input: 1900, output: 2, cache_read: 101, cache_write: 0, long: { input: 900, output: 1, cache_read: 101, cache_write: 0 } })
    expect(tokens(prices, turn(1000))).toEqual({ input: 1000, output: 1, cache_read: 0, cache_write: 0 })
    expect(tokens({ input: '1', output: '1' }, turn(5000))).not.toHaveProperty('long')
  })
})

test('a player\'s title is told only where it is not the run\'s', () => {
  expect(summarize(passed(), runHead())).not.toHaveProperty('title')
  expect(summarize(passed({ player: { kind: 'script', id: 'mutant', title: 'Refunds twice' } }), runHead()).title).toBe('Refunds twice')
})

test('practice is told, and stays out of the states', () => {
  const summary = summarize(passed({ practice: true }), runHead())
  expect(summary.practice).toBe(true)
  expect(entryOf(runHead(), [summary]).states).toEqual({})
})

test('the attempt that counts is the last one that is no practice', () => {
  const attempts = [broken({ attempt: 2 }), passed({ attempt: 3, practice: true }), failed(), broken()]
  expect(counting(attempts).map(({ task, attempt }) => [task, attempt])).toEqual([['cancel-paid', 2], ['refund-late', 1]])
})

test('slots are in order of world, then task, as the manifest has them; what it does not name comes last', () => {
  const manifest = [['b', 'y'], ['a', 'z'], ['b', 'x']].map(([world, task]) => ({ world: world!, task: task!, trials: 2 }))
  const slots = ['c/q/0', 'a/z/0', 'b/x/0', 'b/y/1', 'b/y/0'].map((text) => text.split('/')).map(([world, task, index]) => ({ world: world!, task: task!, index: Number(index), attempt: 1 }))
  expect(slots.sort(bySlot(manifest)).map(({ world, task, index }) => `${world}/${task}/${index}`)).toEqual(['b/y/0', 'b/y/1', 'b/x/0', 'a/z/0', 'c/q/0'])
})

describe('a new run', () => {
  test('holds of its worlds and starting tables what the manifest names, and hashes of just that', () => {
    const head = runHead({ manifest: [{ world: 'mini', task: 'refund-late', trials: 2 }], bundles: [miniShop, { ...miniShop, world: { ...miniShop.world, id: 'other' } }] })
    expect(head.worlds.map(({ world, tasks }) => [world.id, tasks.map(({ id }) => id)])).toEqual([['mini', ['refund-late']]])
    expect(head.starts).toEqual({ mini: { 'refund-late': miniStart } })
    expect(Object.keys(head.hashes.worlds['mini']!.tasks)).toEqual(['refund-late'])
  })

  test('of a task that the worlds do not have is an error, and so is one whose starting tables are missing', () => {
    expect(() => runHead({ manifest: [{ world: 'mini', task: 'constructor', trials: 2 }] })).toThrow('the manifest names mini/constructor, which is not among the worlds')
    const named = { ...miniShop, tasks: [{ ...miniShop.tasks[0]!, id: 'constructor' }] }
    expect(() => runHead({ bundles: [named], manifest: manifestOf([named], 1), starts: { mini: {} } })).toThrow('the starting tables of mini/constructor are missing')
    expect(() => runHead({ starts: {} })).toThrow('the starting tables of mini/cancel-paid are missing')
  })

  test('plans every task of its worlds where it is made from them', () => {
    expect(manifestOf([miniShop], 5)).toEqual(['cancel-paid', 'refund-late', 'unknown-customer'].map((task) => ({ world: 'mini', task, trials: 5 })))
  })
})

test('a hash moves with its own part of a world and with no other', () => {
  const base = hashesOf([miniShop], '1').worlds['mini']!
  const moved = (more: Partial<typeof miniShop>) => {
    const { world, tools, policy, tasks } = hashesOf([{ ...miniShop, ...more }], '1').worlds['mini']!
    return [world !== base.world && 'world', tools !== base.tools && 'tools', policy !== base.policy && 'policy', JSON.stringify(tasks) !== JSON.stringify(base.tasks) && 'tasks'].filter(Boolean)
  }
  expect(moved({})).toEqual([])
  expect(moved({ schema: 'CREATE TABLE x (y)' })).toEqual(['world'])
  expect(moved({ seed: 'x' })).toEqual(['world'])
  expect(moved({ sql: { cancel_order: 'x' } })).toEqual(['tools'])
  expect(moved({ policy: 'x' })).toEqual(['policy'])
  expect(moved({ tasks: miniShop.tasks.map((task) => ({ ...task, minutes: 3 })) })).toEqual(['tasks'])
})

test('the hash of a policy is the SHA-256 of its JSON text', () => {
  // printf '"a"' | sha256sum
  expect(contentHash('a')).toBe('ac8d8342bbb2362d13f0a559a3621bb407011368895164b628a54f7fc33fc43c')
})
