// The tables after any changes, against a plain map of rows.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../task/cell'
import type { Change, RowChange } from './change'
import { tablesAfter, type Table } from './table'

const start: Table[] = [{ name: 't', columns: ['k', 'a'], key: ['k'], rows: [[1, 'one'], [2, 'two']] }]
const act = fc.record({ key: fc.integer({ min: 1, max: 4 }), to: fc.constantFrom('one', 'two', 'x', null) })

/** Changes that could have happened, one after the other, made from wishes; and the rows they leave. */
function happened(wishes: readonly { key: number; to: string | null }[]): { changes: RowChange[]; rows: Map<number, Row> } {
  const rows = new Map<number, Row>([[1, { k: 1, a: 'one' }], [2, { k: 2, a: 'two' }]])
  const changes = wishes.flatMap(({ key, to }): RowChange[] => {
    const before = rows.get(key)
    if (to === null) {
      rows.delete(key)
      return before ? [{ op: 'delete', table: 't', key: [key], before }] : []
    }
    const after = { k: key, a: to }
    rows.set(key, after)
    return before ? [{ op: 'update', table: 't', key: [key], before, after }] : [{ op: 'insert', table: 't', key: [key], after }]
  })
  return { changes, rows }
}

test('hold the rows that are left, mark what differs from the start, and keep what is gone', () => {
  fc.assert(fc.property(fc.array(act, { maxLength: 8 }), (wishes) => {
    const { changes, rows } = happened(wishes)
    const [view] = tablesAfter(start, changes)
    const was = new Map<unknown, Row>(start[0]!.rows.map(([k, a]) => [k, { k: k!, a: a! }]))
    expect(new Map(view!.rows.filter(({ op }) => op !== 'delete').map(({ row }) => [row.k, row]))).toEqual(rows)
    for (const { row, op, before, last } of view!.rows) {
      const [old, now] = [was.get(row.k), rows.get(Number(row.k))]
      expect(op).toBe(!old ? 'insert' : !now ? 'delete' : old.a === now.a ? undefined : 'update')
      expect(before).toEqual(op === 'update' || op === 'delete' ? old : undefined)
      if (op) expect(last).toBe(changes.findLastIndex(({ key }) => key[0] === row.k))
    }
    expect(view!.rows.slice(0, 2).map(({ row }) => row.k)).toEqual([1, 2])
    expect(start[0]!.rows).toEqual([[1, 'one'], [2, 'two']])
  }), { seed: 41, numRuns: 300 })
})

test('find rows by typed keys: 1, 1.0, \'1\' and NULL with its rowid are four', () => {
  const table: Table = { name: 't', columns: ['k'], key: ['k'], rows: [[1], [{ real: 1 }], ['1'], [null], [null]], rowids: [null, null, null, 8, 9] }
  const changes: Change[] = [{ op: 'delete', table: 't', key: ['1'], before: { k: '1' } }, { op: 'update', table: 't', key: [null, 9], before: { k: null }, after: { k: 5 } }]
  expect(tablesAfter([table], changes)[0]!.rows.map(({ op }) => op)).toEqual([undefined, undefined, 'delete', undefined, 'update'])
})

test('show a table or a column that only a change names, and pass over changes of the schema', () => {
  const views = tablesAfter(start, [{ op: 'schema', table: 'table u', before: null, after: 'x' }, { op: 'insert', table: 'u', key: [1], after: { z: 1 } }, { op: 'update', table: 't', key: [1], before: { k: 1, a: 'one' }, after: { k: 1, a: 'one', b: 7 } }])
  expect(views.map(({ name, columns }) => [name, columns])).toEqual([['t', ['k', 'a', 'b']], ['u', ['z']]])
  expect(views[0]!.rows[0]).toMatchObject({ op: 'update' })
})
