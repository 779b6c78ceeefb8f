// What every other browser test relies on: components live, and nothing beyond this machine is reached.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import Probe from './Probe.svelte'

test('a component renders, reacts to a click and runs its effects', async () => {
  await render(Probe, { start: 2 })
  await page.getByRole('button', { name: 'Add to 2, seen 2' }).click()
  await expect.element(page.getByRole('button')).toHaveTextContent('Add to 3, seen 3')
})

test('no other machine is reached', async () => {
  await expect(fetch('https://example.com/', { mode: 'no-cors' })).rejects.toThrow()
})
