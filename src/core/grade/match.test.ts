// Values, changes and calls against patterns.
import { describe, expect, test } from 'vitest'
import type { Call } from '../agent/episode'
import type { ChangePattern, ValuePattern } from '../task/pattern'
import type { Change } from '../world/change'
import { matchesCall, matchesChange, matchesValue } from './match'

const customer = { opens: '', email: ' Ann@Example.com' }

describe('a value', () => {
  test.each<[ValuePattern, unknown[], unknown[]]>([
    [1, [1], ['1', { real: 1 }, true, null, undefined, 1.5]],
    ['1', ['1'], [1, '1 ', { blob: '31' }, null]],
    ['a', ['a'], ['A', ' a', 'ab']],
    [null, [null], [0, '', 'null', undefined, false]],
    [0, [0, -0], [null, '', false, { real: 0 }]],
    [1.5, [1.5], ['1.5', { real: 1 }]],
    [{ real: 1 }, [{ real: 1 }], [1, { real: 2 }, '1.0']],
    [{ real: 'Infinity' }, [{ real: 'Infinity' }], [{ real: '-Infinity' }, 'Infinity']],
    [{ int: '9007199254740993' }, [{ int: '9007199254740993' }], [{ int: '9007199254740992' }, 9007199254740992, '9007199254740993']],
    [{ blob: '00ff' }, [{ blob: '00ff' }], [{ blob: '00' }, '00ff']],
    [{ in: [1, 'a', null] }, [1, 'a', null], [2, 'A', undefined, [1], { in: [1] }]],
    [{ min: 2 }, [2, 2.5, 1e300, { real: 2 }, { int: '9007199254740993' }, { real: 'Infinity' }], [1.999, '3', null, undefined, true, [3], { real: '-Infinity' }, { blob: '05' }]],
    [{ max: 2 }, [2, -1e300, { real: '-Infinity' }], [2.001, '1', null, { real: 'Infinity' }]],
    [{ min: 2, max: 3 }, [2, 3], [1, 4]],
    [{ contains: 'ab' }, ['ab', 'xaby'], ['AB', 'a b', ['ab'], { ab: 1 }, null, undefined]],
    [{ any: true }, [1, 'x', null, { blob: '' }, [], false], [undefined]],
    [{ fold: 'Ann@Example.com' }, ['ann@example.com', ' ANN@EXAMPLE.COM\n'], ['ann@example.co', 'a nn@example.com', null, ['ann@example.com']]],
    [{ fold: { customer: 'email' } }, ['ann@example.com', 'ANN@example.com '], ['bo@example.com', '', null, undefined]],
  ])('%j', (pattern, yes, no) => {
    for (const value of yes) expect(matchesValue(pattern, value, customer), JSON.stringify(value)).toBe(true)
    for (const value of no) expect(matchesValue(pattern, value, customer), JSON.stringify(value)).toBe(false)
  })

  test('folded to the customer\'s email matches nobody where there is none', () => {
    for (const value of ['', 'undefined', undefined, null]) expect(matchesValue({ fold: { customer: 'email' } }, value, { opens: '' })).toBe(false)
  })
})

describe('a change', () => {
  const before = { id: 'a', status: 'paid', note: null, n: 1 }
  const update: Change = { op: 'update', table: 'orders', key: ['a'], before, after: { ...before, status: 'cancelled' } }
  const insert: Change = { op: 'insert', table: 'orders', key: ['a'], after: before }
  const gone: Change = { op: 'delete', table: 'orders', key: ['a'], before }
  const orders = { table: 'orders', op: 'update' } as const

  test.each<[string, ChangePattern, Change, boolean]>([
    ['an update by its table and op', orders, update, true],
    ['another table', { ...orders, table: 'Orders' }, update, false],
    ['another op', { ...orders, op: 'insert' }, update, false],
    ['the new row', { ...orders, row: { id: 'a', status: 'cancelled' } }, update, true],
    ['the old row as the new one', { ...orders, row: { status: 'paid' } }, update, false],
    ['the old row', { ...orders, was: { status: 'paid' } }, update, true],
    ['a column that is not there', { ...orders, row: { colour: { any: true as const } } }, update, false],
    ['a column that every object has', { ...orders, row: { constructor: { any: true as const } } }, update, false],
    ['exactly the columns that were set', { ...orders, set: { status: 'cancelled' } }, update, true],
    ['another value of the column that was set', { ...orders, set: { status: 'paid' } }, update, false],
    ['one column more than the pattern sets', { ...orders, set: { status: 'cancelled' } }, { ...update, after: { ...update.after, n: 2 } }, false],
    ['a column set from 1 to 1.0 beside it', { ...orders, set: { status: 'cancelled' } }, { ...update, after: { ...update.after, n: { real: 1 } } }, false],
    ['no column of the ones that the pattern sets', { ...orders, set: {} }, update, false],
    ['an insertion', { table: 'orders', op: 'insert', row: { n: { min: 1 } } }, insert, true],
    ['an insertion by what was', { table: 'orders', op: 'insert', was: {} }, insert, false],
    ['an insertion by what it set', { table: 'orders', op: 'insert', set: {} }, insert, false],
    ['a deletion by the row that it was', { table: 'orders', op: 'delete', row: { status: 'paid' }, was: { id: 'a' } }, gone, true],
    ['a deletion of another row', { table: 'orders', op: 'delete', row: { id: 'b' } }, gone, false],
    ['a change of the schema', { ...orders, table: 'table orders' }, { op: 'schema', table: 'table orders', before: '', after: null }, false],
  ])('%s', (_, pattern, change, matches) => {
    expect(matchesChange(pattern, change)).toBe(matches)
  })

  test('may be held to the customer\'s email', () => {
    expect(matchesChange({ table: 'orders', op: 'insert', row: { id: { fold: { customer: 'email' } } } }, { ...insert, after: { id: 'ANN@example.com' } }, customer)).toBe(true)
  })
})

test('a call matches by tool, input and outcome; what the harness did matches nothing', () => {
  const call: Call = { n: 1, id: 'x', tool: 'look', input: { email: 'ANN@example.com ' }, outcome: 'ok', result: '', changes: [] }
  const pattern = { tools: ['find', 'look'], input: { email: { fold: { customer: 'email' as const } } }, outcome: 'ok' as const }
  expect(matchesCall(pattern, call, customer)).toBe(true)
  expect(matchesCall({ tools: ['look'] }, { ...call, input: null }, customer)).toBe(true)
  expect(matchesCall({ tools: ['look'], input: { toString: { any: true as const } } }, call, customer)).toBe(false)
  for (const other of [{ tool: 'other' }, { outcome: 'error' as const }, { outcome: 'denied' as const }, { input: 'ann@example.com' }, { input: {} }, { input: null }, { input: Object.create({ email: 'ann@example.com' }) as unknown }, { by: 'harness' as const }]) expect(matchesCall(pattern, { ...call, ...other }, customer), JSON.stringify(other)).toBe(false)
})
