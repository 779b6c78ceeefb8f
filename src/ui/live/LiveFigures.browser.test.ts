// The figures of a run under way: each says what it is of, and what the report names likewise is the same number.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { report } from '../../core/report/report'
import type { ModelRun } from '../../state/modelRun.svelte'
import { outline, summary } from '../../testing/summaries'
import LiveFigures from './LiveFigures.svelte'

const tokens = { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0 }
const summaries = [summary({ tokens, customer_tokens: tokens }), summary({ index: 1, state: 'fail', tokens }), summary({ index: 2, state: 'system_error' }), summary({ index: 3, state: 'system_error', steps: 0 })]

/** As much of a run as the figures read: four dollars were spent, two of them by the customers' model. */
async function mount(customers: boolean) {
  const plain = outline({ a: [] }, 4)
  const head = { ...plain, configuration: { ...plain.configuration, prices: { input: '1', output: '1' }, ...(customers ? { customers: { model: 'm', answers: 5, prices: { input: '2', output: '2' } } } : {}) } }
  const run = { head, summaries, kept: 4, planned: 4, over: true, price: { own: '2026-11-30' }, caps: { calls: null, nanodollars: null }, purse: { calls: 9, spent: 4e9, uncertain: 0, unpriced: 0 }, pace: { perMinute: 8, left: 0 } }
  await render(LiveFigures, { run: run as unknown as ModelRun })
  const figures = Object.fromEntries([...document.querySelectorAll('dl > div')].map((one) => [one.querySelector('dt')!.textContent.trim(), [...one.querySelectorAll('dd')].map((dd) => dd.textContent.trim())]))
  return { figures, cost: report(head, summaries).cost! }
}

test('with customers that a model plays, what they took is in the sum, is named there, and is in no trial\'s cost', async () => {
  const { figures, cost } = await mount(true)
  expect(figures['Cost so far, with the customers']).toEqual(['$4.00'])
  expect(figures['Calls, with the customers’']).toEqual(['9'])
  // Two dollars of the agent's over the two attempts of which the tokens are known, and over the one that passed.
  expect(figures['A trial, the agent alone']).toEqual(['$1.00', 'tokens are known of 2 of 4 attempts'])
  expect(figures['A passed trial, the agent alone']).toEqual(['$2.00'])
  expect([cost.per_trial, cost.per_success, cost.known, cost.of]).toEqual(['1.00', '2.00', 2, 4])
})

test('without them nothing is said of them, and trials in which the model never answered are none a minute', async () => {
  const { figures } = await mount(false)
  expect(Object.keys(figures)).toEqual(['Passed, of those scored', 'Cost so far', 'A trial', 'A passed trial', 'Calls', 'Trials a minute'])
  // 3 of 4.
  expect(figures['Trials a minute']).toEqual(['6.0'])
  await expect.element(page.getByText('Prices as of 2026-11-30.')).toBeVisible()
})
