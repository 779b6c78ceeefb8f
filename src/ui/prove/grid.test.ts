import { expect, test } from 'vitest'
import { moved } from './grid'

const tasks = ['a', 'b', 'c']
const columns = ['oracle', 'liar', 'mutants'] as const
const go = (key: string, column: (typeof columns)[number], task: string) => moved(key, { column, task }, tasks, columns)

test('arrows move by one cell and stop at the edges', () => {
  expect(go('ArrowDown', 'oracle', 'a')).toEqual({ column: 'oracle', task: 'b' })
  expect(go('ArrowRight', 'liar', 'a')).toEqual({ column: 'mutants', task: 'a' })
  expect(go('ArrowUp', 'oracle', 'a')).toEqual({ column: 'oracle', task: 'a' })
  expect(go('ArrowRight', 'mutants', 'c')).toEqual({ column: 'mutants', task: 'c' })
})

test('Home and End go along the row, Page keys along the column', () => {
  expect(go('End', 'oracle', 'b')).toEqual({ column: 'mutants', task: 'b' })
  expect(go('Home', 'mutants', 'b')).toEqual({ column: 'oracle', task: 'b' })
  expect(go('PageDown', 'liar', 'a')).toEqual({ column: 'liar', task: 'c' })
})

test('other keys do not move', () => {
  expect(go('Enter', 'liar', 'a')).toBeNull()
})
