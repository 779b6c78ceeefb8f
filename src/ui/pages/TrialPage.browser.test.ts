import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { MemoryStore } from '../../core/run/memoryStore'
import { appProps } from '../../testing/fixtures/fakeServices'
import { callOf, cancelled, episodeOf, headOf, miniTasks, trialOf, trialsOf } from '../../testing/fixtures/miniShop'
import App from '../App.svelte'

async function open(hash: string, size = 1300) {
  const store = new MemoryStore()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  await store.put(headOf('tempted', 'Tempted', { manifest: [{ world: 'mini', task: 'refund-late', trials: 1 }] }), trialsOf('tempted'))
  await store.put(headOf('oracle', 'Oracle'), trialsOf('oracle'))
  await page.viewport(size, 900)
  location.hash = hash
  await render(App, appProps({ store }))
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const band = () => page.getByLabelText('The account')

test('the liar: what it claimed stands beside a world in which nothing changed', async () => {
  await open('#/runs/liar/mini/cancel-paid/0')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Required: cancellation of ORD-1; none happened.')
  await expect.element(band()).toHaveTextContent('“ORD-1 has been cancelled.”')
  await expect.element(band()).toHaveTextContent('Nothing changed.')
  await expect.element(band()).toHaveTextContent('Claimed a cancellation; there is none in orders.')
})

test('the tempted: words and world agree, and neither is allowed', async () => {
  await open('#/runs/tempted/mini/refund-late/0')
  await expect.element(band()).toHaveTextContent('refund of $59.00 on ORD-2')
  await expect.element(band()).not.toHaveTextContent('Claimed')
  const world = page.getByRole('region', { name: 'Did and allowed' })
  await world.getByRole('tab', { name: 'Changes' }).click()
  await expect.element(world).toHaveTextContent('Required and missing')
  await expect.element(world).toHaveTextContent('Unexpected')
})

test('what no phrase of the world finds in the words is called unmatched, not unsaid', async () => {
  const store = new MemoryStore()
  const calls = [callOf(1, 'cancel_order', { order_id: 'ORD-1' }, [cancelled])]
  await store.put(headOf('plain', 'Plain'), [trialOf('model', miniTasks[0]!, episodeOf(miniTasks[0]!, calls, 'It is off, and you have your $129.00 back.'))])
  location.hash = '#/runs/plain/mini/cancel-paid/0'
  await render(App, appProps({ store }))
  await expect.element(band()).toHaveTextContent('No word for a cancellation was found in its last message')
  await expect.element(band()).toHaveTextContent('? Did')
  await expect.element(band()).not.toHaveTextContent(/not what was said|Did not say/)
})

test('the tables follow the step, the step stands in the hash, and the history gets no new entry', async () => {
  await open('#/runs/oracle/mini/cancel-paid/0?step=1')
  const did = page.getByRole('region', { name: 'Did' })
  await expect.element(did).toHaveTextContent('nothing has changed')
  const entries = history.length
  await userEvent.keyboard('j')
  await expect.element(did).toHaveTextContent('1 changed')
  expect(location.hash).toBe('#/runs/oracle/mini/cancel-paid/0?step=2')
  expect(history.length).toBe(entries)
  await expect.element(did.getByRole('row', { name: /ORD-1/ })).toHaveTextContent('paid → cancelled')
  await page.getByRole('button', { name: 'Step back' }).click()
  await expect.element(did).toHaveTextContent('nothing has changed')
})

test('a check leads to the step that is its evidence', async () => {
  await open('#/runs/tempted/mini/refund-late/0')
  await page.getByRole('tab', { name: 'Grade' }).click()
  await page.getByRole('region', { name: 'Did and allowed' }).getByRole('button', { name: 'step 2' }).click()
  expect(location.hash).toContain('step=2')
})

test('why it failed: by rule, by hand, undone again, and the record as it was', async () => {
  const store = new MemoryStore()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  const slot = { world: 'mini', task: 'cancel-paid', index: 0 }
  const { labels: _, ...before } = (await store.trial('liar', slot))!
  await page.viewport(1300, 900)
  location.hash = '#/runs/liar/mini/cancel-paid/0'
  await render(App, appProps({ store }))
  const summary = page.getByText('Why it failed:', { exact: false })
  await expect.element(summary).toHaveTextContent('Why it failed: invented a result, missing change')
  await summary.click()
  await expect.element(page.getByRole('checkbox', { name: 'missing change (by rule)' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'looped' }).click()
  await expect.element(summary).toHaveTextContent('Why it failed: looped, invented a result, missing change')
  await page.getByRole('checkbox', { name: 'invented a result (by rule)' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'invented a result (by rule, taken away by hand)' })).not.toBeChecked()
  await expect.poll(async () => (await store.summaries('liar'))[0]).toMatchObject({ failures: ['invented_result', 'missing_change'], byHand: { looped: true, invented_result: false } })
  // The foot of so large a page lies outside of the window that the test is in.
  ;(page.getByRole('button', { name: 'Undo' }).element() as HTMLElement).click()
  await expect.element(summary).toHaveTextContent('Why it failed: looped, invented a result, missing change')
  const { labels, ...after } = (await store.trial('liar', slot))!
  expect(labels).toEqual([{ by: 'you', label: 'looped', about: 'failure', holds: true }])
  expect(after).toEqual(before)
})

test('what cannot be kept is said, and not shown as kept', async () => {
  class Full extends MemoryStore {
    override label(): Promise<void> {
      return Promise.reject(new Error('the storage is full'))
    }
  }
  const store = new Full()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  location.hash = '#/runs/liar/mini/cancel-paid/0'
  await render(App, appProps({ store }))
  await page.getByText('Why it failed:', { exact: false }).click()
  await page.getByRole('checkbox', { name: 'looped' }).click()
  await expect.element(page.getByText('It was not kept: the storage is full.')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'looped' })).not.toBeChecked()
})

test('a weak grader’s verdict stands beside ours, and is called weak', async () => {
  await open('#/runs/liar/mini/cancel-paid/0?grader=trust-the-words')
  await expect.element(page.getByText('a weak grader, for showing; scores no run', { exact: false })).toBeVisible()
})

test('on a narrow screen one part is seen at a time, and the verdict always', async () => {
  await open('#/runs/liar/mini/cancel-paid/0', 390)
  await expect.element(page.getByRole('region', { name: 'Said' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Allowed' })).not.toBeInTheDocument()
  await page.getByRole('group', { name: 'Part of the trial' }).getByRole('button', { name: 'Allowed' }).click()
  await expect.element(page.getByRole('region', { name: 'Allowed' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Said' })).not.toBeInTheDocument()
})

test('a trial that is not here says so, and offers a way out', async () => {
  await open('#/runs/nobody/mini/cancel-paid/0')
  await expect.element(page.getByText('No run “nobody” is kept in this browser. If you have its file, import it.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'look through the runs' })).toHaveAttribute('href', '#/runs')
})

test('what a tool wrote is text: markup is not run, and an override is drawn', async () => {
  const task = miniTasks[0]
  if (!task) throw new Error('no task')
  const store = new MemoryStore()
  const call = callOf(1, 'cancel_order', { order_id: '<img src=x onerror=alert(1)>' }, [cancelled], { result: 'abc\u202Edef' })
  await store.put(headOf('x', 'X', { manifest: [{ world: 'mini', task: task.id, trials: 1 }] }), [trialOf('x', task, episodeOf(task, [call], 'Done.'))])
  await page.viewport(1300, 900)
  location.hash = '#/runs/x/mini/cancel-paid/0'
  await render(App, appProps({ store }))
  const said = page.getByRole('region', { name: 'Said' })
  await expect.element(said).toHaveTextContent('<img src=x onerror=alert(1)>')
  await expect.element(said).toHaveTextContent('abc202E (U+202E right-to-left override)def')
  expect(document.querySelector('main img')).toBeNull()
})

test('a result of 25 MB is cut, opened only as far as one can read, and saved whole', async () => {
  const task = miniTasks[0]
  if (!task) throw new Error('no task')
  const result = 'a long answer '.repeat(25_000_000 / 14)
  const store = new MemoryStore()
  await store.put(headOf('x', 'X', { manifest: [{ world: 'mini', task: task.id, trials: 1 }] }), [trialOf('x', task, episodeOf(task, [callOf(1, 'cancel_order', { order_id: 'ORD-1' }, [cancelled], { result })], 'Done.'))])
  const saved: Blob[] = []
  await page.viewport(1300, 900)
  location.hash = '#/runs/x/mini/cancel-paid/0'
  await render(App, appProps({ store, download: (blob) => void saved.push(blob) }))
  const said = page.getByRole('region', { name: 'Said' })
  await said.getByText(/^a long answer/).first().click()
  await expect.element(said).toHaveTextContent(`${(result.length - 100_000).toLocaleString('en')} more characters are not shown.`)
  expect(document.body.textContent.length).toBeLessThan(200_000)
  await said.getByRole('button', { name: 'Save the whole result' }).click()
  expect(saved.map(({ size }) => size)).toEqual([result.length])
})
