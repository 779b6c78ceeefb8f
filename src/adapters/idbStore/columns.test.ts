// Summaries packed as columns come back as they were, and so do those that an older app packed.
import { expect, test } from 'vitest'
import type { TrialSummary } from '../../core/run/store'
import { pack, unpack } from './columns'

const plain: TrialSummary = { world: 'shop', task: 'a', index: 0, attempt: 1, state: 'pass', steps: 2, calls: 1, changes: 1, milliseconds: 1.5, dimensions: { state: 'pass' }, why: '' }
const full: TrialSummary = { ...plain, task: 'b', state: 'fail', why: 'too many', title: 'Refunds twice', practice: true, stopped: 'step_limit', tokens: { input: 10, output: 0, cache_read: 3, cache_write: 4 }, customer_tokens: { input: 0, output: 0, cache_read: 0, cache_write: 0 }, attacked: false, failures: ['wrong_tool', 'missing_change'], byHand: { looped: true, wrong_tool: false, missing_change: true } }

test('what may be absent stays absent beside one that has it', () => {
  expect(unpack(pack([plain, full, plain]))).toEqual([plain, full, plain])
})

test('looked at and nothing found is told apart from not looked at', () => {
  const none = { ...plain, state: 'fail' as const, failures: [] }
  const unseen = { ...plain, state: 'fail' as const }
  expect(unpack(pack([none, unseen]))).toEqual([none, unseen])
})

test('tokens of long requests stay apart, where there are any', () => {
  const long: TrialSummary = { ...full, tokens: { input: 10, output: 1, cache_read: 0, cache_write: 0, long: { input: 4, output: 1, cache_read: 0, cache_write: 0 } } }
  expect(unpack(pack([plain, full, long]))).toEqual([plain, full, long])
})

test('columns kept before reasons, tokens and failures were known are read', () => {
  const { stopped: _, tokens: _t, customerTokens: _c, attacked: _a, failures: _f, byHand: _h, ...old } = pack([plain, full])
  const { stopped: _s, tokens: _to, customer_tokens: _cu, attacked: _at, failures: _fa, byHand: _by, ...rest } = full
  expect(unpack(old)).toEqual([plain, rest])
})
