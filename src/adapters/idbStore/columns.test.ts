// Summaries packed as columns come back as they were, and so do those that an older app packed.
import { expect, test } from 'vitest'
import type { TrialSummary } from '../../core/run/store'
import { pack, unpack } from './columns'

const plain: TrialSummary = { world: 'shop', task: 'a', index: 0, attempt: 1, state: 'pass', steps: 2, calls: 1, changes: 1, milliseconds: 1.5, dimensions: { state: 'pass' }, why: '' }
const full: TrialSummary = { ...plain, task: 'b', state: 'fail', why: 'too many', title: 'Refunds twice', practice: true, stopped: 'step_limit', tokens: { input: 10, output: 0, cache_read: 3, cache_write: 4 }, customer_tokens: { input: 0, output: 0, cache_read: 0, cache_write: 0 } }

test('what may be absent stays absent beside one that has it', () => {
  expect(unpack(pack([plain, full, plain]))).toEqual([plain, full, plain])
})

test('columns kept before reasons and tokens were known are read', () => {
  const { stopped: _, tokens: __, customerTokens: _____, ...old } = pack([plain, full])
  const { stopped: ___, tokens: ____, customer_tokens: ______, ...rest } = full
  expect(unpack(old)).toEqual([plain, rest])
})
