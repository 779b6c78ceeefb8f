// The table of dimensions: rates of scored trials, and the others named in their row.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { MemoryStore } from '../../core/run/memoryStore'
import { appProps } from '../../testing/fixtures/fakeServices'
import { headOf, trialsOf } from '../../testing/fixtures/miniShop'
import App from '../App.svelte'

test('a trial that broke off is in no rate, and stands beside it by how it ended', async () => {
  const store = new MemoryStore()
  const [broken, ...others] = trialsOf('oracle')
  await store.put(headOf('oracle', 'Oracle'), [{ ...broken!, state: 'system_error' }, ...others])
  location.hash = '#/runs/oracle'
  await render(App, appProps({ store }))
  const row = page.getByRole('region', { name: 'Dimensions' }).getByRole('row').nth(1)
  await expect.element(row).toBeVisible()
  const cells = [...row.element().children].map((cell) => cell.textContent.trim())
  expect(cells[2]).toBe(`${others.length} of ${others.length}`)
  expect(cells.at(-1)).toBe('1 not scored (1 system error)')
})
