// Call accuracy, budgets and SQL checks: counts that can be followed by hand, and three values that stay three.
import { expect, test } from 'vitest'
import { tinyTask } from '../../testing/tinyWorld'
import type { AgentTurn, Episode } from '../agent/episode'
import { accuracyOf, gradeAccuracy, share } from './accuracy'
import { gradeBudget, isExhausted, usedBy } from './budget'
import { gradeSql, resultOf } from './sqlChecks'

type Brief = [tool: string, input?: unknown]

const turn = (calls: Brief[], more: Partial<AgentTurn> = {}, from = 0): AgentTurn => ({
  role: 'agent', content: [], stop_reason: 'tool_use', ...more,
  calls: calls.map(([tool, input = {}], i) => ({ n: from + i + 1, id: `${from + i}`, tool, input, outcome: 'ok', result: '', changes: [] })),
})
const episode = (...turns: AgentTurn[]): Episode => ({ termination: { kind: 'done' }, turns })
const needs = (...calls: Brief[]) => ({ dimension: 'calls', calls: calls.map(([tool, input]) => ({ tool, ...(input ? { input: input as Record<string, string> } : {}) })) })
const accuracy = (needed: Brief[], made: Brief[]) => accuracyOf(needs(...needed), tinyTask(), episode(turn(made)))

test.each<[string, number, [number, number, number]]>([
  ['two needed equal calls made once are half right', 1, [1, 2, 1]],
  ['made twice they are right', 2, [2, 2, 2]],
  ['made three times one of them was not needed', 3, [3, 2, 2]],
])('%s', (_, times, [made, needed, right]) => {
  const found = accuracy([['read', { id: 'a' }], ['read', { id: 'a' }]], Array.from({ length: times }, (): Brief => ['read', { id: 'a' }]))
  expect(found).toEqual([{ tool: 'read', made, needed, right }])
  expect(gradeAccuracy(needs(), found)[0]!.result).toBe(times === 2 ? 'pass' : 'fail')
})

test('the search and the look-up, of which one was needed, have a precision of one half', () => {
  const found = accuracy([['get_order', { id: '1042' }]], [['search_docs'], ['get_order', { id: '1042' }]])
  const sum = (key: 'made' | 'right') => found.reduce((total, tool) => total + tool[key], 0)
  expect(share(sum('right'), sum('made'))).toBe(0.5)
})

test('no calls made and none needed do not apply, and a share of nothing has no value', () => {
  expect(gradeAccuracy(needs(), accuracy([], []))).toEqual([{ id: 'calls', dimension: 'calls', result: 'not_applicable', says: 'Calls: not applicable, none was needed and none was made.' }])
  expect(share(0, 0)).toBeNull()
})

test('a wrong argument is made and needed, and not right', () => {
  const found = accuracy([['pay', { cents: 'b' }]], [['pay', { cents: 'a' }]])
  expect(found).toEqual([{ tool: 'pay', made: 1, needed: 1, right: 0 }])
  expect(gradeAccuracy(needs(), found)[0]!.says).toBe('pay: 0 of 1 needed calls made, 0 of 1 calls made was needed and right.')
})

const usage = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 300 }

test('an episode uses its turns, its calls, and every kind of token', () => {
  expect(usedBy(episode(turn([['a'], ['b']], { usage, milliseconds: 1500 }), turn([], { usage, milliseconds: 500 }, 2)))).toEqual({ steps: 2, calls: 2, tokens: 840, dollars: null, seconds: 2 })
})

test('a budget in dollars is held against what the requests cost, and unknown where one\'s cost is', () => {
  const budget = { dimension: 'cost', dollars: 0.01 }
  const paid = (...nanodollars: number[]) => gradeBudget(budget, episode(...nanodollars.map((one) => turn([], { usage, nanodollars: one }))))
  expect(paid(4_000_000, 6_000_000)).toEqual([{ id: 'budget-dollars', dimension: 'cost', result: 'pass', says: 'Budget: 0.01 of 0.01 dollars used.' }])
  expect(paid(4_000_000, 6_000_001)[0]!.result).toBe('fail')
  expect(gradeBudget(budget, episode(turn([], { usage, nanodollars: 1 }), turn([], { usage })))).toMatchObject([{ result: 'unknown' }])
})

test('where no request was made, limits of requests do not apply: a script is not inconclusive by them, and passes nothing by them', () => {
  const script = episode(turn([['a']]), turn([]))
  expect(gradeBudget({ dimension: 'cost', steps: 2, tokens: 10, dollars: 1, seconds: 1 }, script).map(({ id, result }) => [id, result])).toEqual([
    ['budget-steps', 'pass'], ['budget-tokens', 'not_applicable'], ['budget-dollars', 'not_applicable'], ['budget-seconds', 'not_applicable'],
  ])
})

test('one turn without usage leaves the tokens unknown, and a token budget with them', () => {
  const one = episode(turn([], { usage }), turn([]))
  expect(usedBy(one).tokens).toBeNull()
  expect(gradeBudget({ dimension: 'cost', tokens: 1000 }, one)).toEqual([{ id: 'budget-tokens', dimension: 'cost', result: 'unknown', says: 'Budget: how many tokens were used is not on record; 1000 are allowed.' }])
})

test('a budget is kept at its last step and broken one after it', () => {
  const budget = { dimension: 'cost', steps: 2 }
  const result = (steps: number) => gradeBudget(budget, episode(...Array.from({ length: steps }, () => turn([]))))[0]!.result
  expect([result(2), result(3)]).toEqual(['pass', 'fail'])
})

test('a step limit reached is a used-up budget, a known failure only where it is required', () => {
  const cut: Episode = { ...episode(turn([]), turn([])), termination: { kind: 'step_limit' } }
  const checks = gradeBudget({ dimension: 'cost', steps: 2, required: true }, cut)
  expect(checks[0]).toMatchObject({ result: 'fail', says: 'Budget: all 2 steps were used and the episode was not over.' })
  expect([isExhausted({ dimension: 'cost', steps: 2, required: true }, checks), isExhausted({ dimension: 'cost', steps: 2 }, checks)]).toEqual([true, false])
})

test('SQL\'s truth is pass, its falsehood fail, its NULL unknown', () => {
  expect([1, 0, null, { real: 1 }, { real: 0 }, 0.5, '1', '0', 'yes', { int: '9007199254740993' }, { blob: '01' }].map(resultOf)).toEqual(['pass', 'fail', 'unknown', 'pass', 'fail', 'pass', 'pass', 'fail', 'fail', 'pass', 'fail'])
})

test('a query without an answer, or that could not be asked, is unknown and never a pass', () => {
  const checks = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Check ${id}`, dimension: 'outcome', sql: 'SELECT 1', unknown: 'the receipt is missing' }))
  const graded = gradeSql(checks, new Map([['a', { value: 1 }], ['b', { value: null }], ['c', { problem: 'no such table: receipts' }]]))
  expect(graded.map(({ result, says }) => [result, says])).toEqual([
    ['pass', 'Check a: yes.'],
    ['unknown', 'Check b: not known, the receipt is missing.'],
    ['unknown', 'Check c: not known, no such table: receipts.'],
    ['unknown', 'Check d: not known, the episode could not be asked.'],
  ])
})

test('a late answer counts among the seconds of an episode whose time was taken', () => {
  const late = turn([['a']], { usage, milliseconds: 1500 })
  late.calls[0]!.delayed = 3000
  expect(usedBy(episode(late)).seconds).toBe(4.5)
  const untimed = turn([['a']])
  untimed.calls[0]!.delayed = 3000
  expect(usedBy(episode(untimed)).seconds).toBeNull()
})
