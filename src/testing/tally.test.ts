import { expect, test } from 'vitest'
import { tallyOfCheck, tallyOfVitest } from './tally'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((state) => ({ status: state })) })

test('passed, failed and skipped tests are counted apart', () => {
  const report = { testResults: [file('failed', 'passed', 'failed', 'pending', 'todo'), file('passed', 'passed')] }
  expect(tallyOfVitest(1, report)).toEqual({ passed: 2, failed: 1, skipped: 2 })
})

test('a file that does not load is a failure', () => {
  expect(tallyOfVitest(1, { testResults: [file('failed'), file('passed', 'passed')] })).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('a bad exit that no test explains is a failure', () => {
  expect(tallyOfVitest(1, { testResults: [file('passed', 'passed')] })).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('nothing run is a failure', () => {
  expect(tallyOfVitest(0, { testResults: [] })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(tallyOfVitest(1, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('each problem of a type check is a failure', () => {
  expect(tallyOfCheck(0, '')).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(tallyOfCheck(1, 'svelte-check found 2 errors and 1 warning in 2 files')).toEqual({ passed: 0, failed: 3, skipped: 0 })
  expect(tallyOfCheck(2, 'a.ts(1,2): error TS2322: x\nb.ts(3,4): error TS2304: y\n')).toEqual({ passed: 0, failed: 2, skipped: 0 })
  expect(tallyOfCheck(1, 'crashed')).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
