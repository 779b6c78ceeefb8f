import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { MemoryStore } from '../../core/run/memoryStore'
import { appProps } from '../../testing/fixtures/fakeServices'
import { headOf, trialsOf } from '../../testing/fixtures/miniShop'
import type { Services } from '../../state/services'
import App from '../App.svelte'

async function open(hash: string, more: Partial<Services> = {}) {
  const store = new MemoryStore()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  await store.put(headOf('counts', 'Published', { kind: 'reference', manifest: [{ world: 'mini', task: 'cancel-paid', trials: 5 }], counts: [{ world: 'mini', task: 'cancel-paid', trials: 5, passes: 4 }] }), [])
  await page.viewport(1200, 900)
  location.hash = hash
  await render(App, appProps({ store, ...more }))
  return store
}

test('the library lists each run with its result and denominator', async () => {
  await open('#/runs')
  const row = page.getByRole('row', { name: /Liar/ })
  await expect.element(row).toHaveTextContent('1 of 3 passed')
})

test('a run is renamed in its place', async () => {
  const store = await open('#/runs')
  await page.getByRole('button', { name: 'Rename Liar' }).click()
  await page.getByRole('textbox', { name: 'New name of Liar' }).fill('The liar, again')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'The liar, again', exact: true })).toBeVisible()
  expect((await store.head('liar'))?.name).toBe('The liar, again')
})

test('a name that would turn words round turns none: names for a screen reader, options, the title of the page', async () => {
  const store = await open('#/runs')
  await store.put(headOf('odd', 'cba\u202E'), trialsOf('liar'))
  location.hash = '#/compare'
  await expect.poll(() => [...document.querySelectorAll('option')].map((option) => option.textContent), { timeout: 10_000 }).toContain('Liar')
  location.hash = '#/runs'
  await expect.element(page.getByRole('button', { name: 'Export cba[U+202E]', exact: true })).toBeVisible()
  const names = [...document.querySelectorAll('[aria-label], [title], option')].flatMap((element) => [element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '', element.tagName === 'OPTION' ? element.textContent : ''])
  expect(names.filter((name) => /[\p{Cf}]/u.test(name))).toEqual([])
  location.hash = '#/runs/odd'
  await expect.poll(() => document.title, { timeout: 10_000 }).toBe('cba[U+202E] · Aftermath')
  location.hash = '#/compare?a=odd'
  await expect.poll(() => [...document.querySelectorAll('option')].map((option) => option.textContent), { timeout: 10_000 }).toContain('cba[U+202E]')
})

test('a deleted run comes back by the notice’s undo', async () => {
  await open('#/runs')
  await page.getByRole('button', { name: 'Delete Liar' }).click()
  await expect.element(page.getByRole('link', { name: 'Liar', exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('link', { name: 'Liar', exact: true })).toBeVisible()
})

test('a file dropped anywhere is imported, and its trouble is one sentence', async () => {
  await open('#/runs', { importRun: async (file) => ({ ok: false, problem: `${file.name} is empty.` }) })
  const data = new DataTransfer()
  data.items.add(new File([], 'nothing.json'))
  await vi.waitFor(() => {
    dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }))
    expect(page.getByText('or a world as a file or a folder').elements()).toHaveLength(1)
  })
  dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('nothing.json is empty.')).toBeVisible()
  expect(location.hash).toBe('#/runs')
})

test('an empty library offers the one thing that fills it', async () => {
  await open('#/runs', { store: new MemoryStore() })
  await expect.element(page.getByRole('link', { name: 'Run the proof' })).toHaveAttribute('href', '#/prove')
})

test('a run’s filter stands in the hash and narrows the list', async () => {
  await open('#/runs/liar')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Passed 1 of 3, 33 %, 6–79 %')
  await page.getByRole('search').getByRole('combobox', { name: 'Show' }).selectOptions('failed')
  await expect.element(page.getByText('2 of 3 trials')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Task' }).fill('late')
  await expect.element(page.getByText('1 of 3 trials')).toBeVisible()
  expect(location.hash).toBe('#/runs/liar?show=failed&text=late')
})

test('a run of which only counts are known is a table of them', async () => {
  await open('#/runs/counts')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Passed 4 of 5, 80 %')
  await expect.element(page.getByRole('grid').getByRole('row', { name: /cancel-paid/ })).toHaveTextContent('4 of 5✓✓✓✓✗')
})

test('where nothing can be kept, a banner says so on every page', async () => {
  await open('#/runs', { storeTrouble: 'Runs stay in memory.' })
  await expect.element(page.getByRole('note')).toHaveTextContent('Runs stay in memory.')
})

test('a synthetic run is made without a key and opened, marked as such', async () => {
  await open('#/runs')
  await page.getByText('Make a synthetic run').click()
  const chance = page.getByRole('spinbutton', { name: 'Chance of a fault, %' })
  await chance.fill('-1')
  await expect.element(page.getByText('Chance of a fault: a number from 0 to 100.')).toBeVisible()
  await expect.element(chance).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
  await chance.fill('20')
  await expect.element(page.getByText('Chance of a fault: a number from 0 to 100.')).not.toBeInTheDocument()
  await page.getByRole('spinbutton', { name: 'Trials of each task' }).fill('1')
  await page.getByRole('button', { name: 'Play 3 trials' }).click()
  await expect.element(page.getByText('Synthetic: a flaky script, not a model.', { exact: false })).toBeVisible()
  expect(location.hash).toBe('#/runs/synthetic')
})

test('the grid has one tab stop; arrows move, and a cell tells of itself in words', async () => {
  await open('#/runs/liar')
  const cells = page.getByRole('grid').getByRole('link')
  await expect.element(cells.first()).toBeVisible()
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
  cells.first().element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByText(/^refund-late, trial 1: fail/)).toBeVisible()
  expect(document.activeElement?.getAttribute('href')).toBe('#/runs/liar/mini/refund-late/0')
})

test('what becomes of unscored trials stands in the hash, and a run that mostly errored never prints a bare rate', async () => {
  const store = new MemoryStore()
  const [trial] = trialsOf('oracle')
  await store.put(headOf('broken', 'Broken', { manifest: [{ world: 'mini', task: 'cancel-paid', trials: 10 }] }), Array.from({ length: 10 }, (_, index) => ({ ...trial!, index, ...(index > 0 ? { state: 'system_error' as const, grade: null } : {}) })))
  await open('#/runs/broken', { store })
  const headline = page.getByRole('heading', { level: 1 })
  await expect.element(headline).toHaveTextContent('Between 10 % and 100 %: 1 of 1 scored trial passed; 9 of 10 planned are not scored (9 system error).')
  await page.getByRole('radio', { name: 'counted as failed' }).click()
  await expect.element(headline).toHaveTextContent('1 of 10 planned, 10 %')
  expect(location.hash).toBe('#/runs/broken?unscored=failed')
  await page.getByRole('radio', { name: 'dropped' }).click()
  await expect.element(headline).toHaveTextContent('but 9 of 10 planned are not scored')
})

test('a run that is left while it is read is not heard of again', async () => {
  const warned = vi.spyOn(console, 'warn')
  const store = new MemoryStore()
  await store.put(headOf('liar', 'Liar'), trialsOf('liar'))
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  const summaries = store.summaries.bind(store)
  vi.spyOn(store, 'summaries').mockImplementation(async (id) => {
    ask()
    await late
    return summaries(id)
  })
  await open('#/runs/liar', { store })
  await asked
  location.hash = '#/runs'
  await expect.element(page.getByRole('link', { name: 'Liar', exact: true })).toBeVisible()
  answer()
  await new Promise((resolve) => setTimeout(resolve))
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})
