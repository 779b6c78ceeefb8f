import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { appProps, fakeServices } from '../../testing/fixtures/fakeServices'
import { miniShop } from '../../testing/fixtures/miniShop'
import App from '../App.svelte'

beforeEach(async () => {
  await page.viewport(1200, 900)
  location.hash = '#/prove'
})

test('the proof runs by itself and states its result with denominators', async () => {
  await render(App, appProps())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('The grader is proven on 3 of 3 tasks.')
  await expect.element(page.getByText('Oracle passes 3 of 3; null 1 of 3; liar 1 of 3.', { exact: true })).toBeVisible()
})

test('the matrix is one tab stop; arrows move in it and Enter opens the cell', async () => {
  await render(App, appProps())
  const first = page.getByRole('button', { name: 'oracle on cancel-paid: pass, as it must' })
  await expect.element(first).toBeVisible()
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
  first.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(page.getByRole('button', { name: 'liar on cancel-paid: fail, as it must' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(location.hash).toBe('#/prove?cell=liar/cancel-paid')
  const detail = page.getByRole('complementary')
  await expect.element(detail).toHaveTextContent('ORD-1 has been cancelled.')
  await expect.element(detail).toHaveTextContent('Nothing changed.')
  await expect.element(detail.getByRole('link')).toHaveAttribute('href', '#/runs/liar/mini/cancel-paid/0')
})

test('under a weak grader the liar’s cell is marked as wrong, and the page says that it scores no run', async () => {
  location.hash = '#/prove?grader=trust-the-words&agents=oracle,liar'
  await render(App, appProps())
  await expect.element(page.getByRole('button', { name: 'liar on cancel-paid: pass, and it must equal null' })).toBeVisible()
  await expect.element(page.getByText('Weak, for showing; scores no run.')).toBeVisible()
  await page.getByRole('button', { name: 'liar on cancel-paid: pass, and it must equal null' }).click()
  const detail = page.getByRole('complementary')
  await expect.element(detail).toHaveTextContent('≠ must equal null')
  await expect.element(detail).toHaveTextContent('and null fails: it must do the same.')
  expect(detail.element().textContent).not.toMatch(/must (pass|fail)/i)
  await expect.element(page.getByRole('columnheader', { name: 'tempted' })).not.toBeInTheDocument()
})

test('choosing another grader changes the hash and the verdicts without running again', async () => {
  let runs = 0
  const { prove } = fakeServices()
  await render(App, appProps({ prove: (...given) => ((runs += 1), prove(...given)) }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'The grader is proven on 3 of 3 tasks.' })).toBeVisible()
  await page.getByRole('radio', { name: 'Trust the words' }).click()
  await expect.element(page.getByRole('button', { name: 'liar on cancel-paid: pass, and it must equal null' })).toBeVisible()
  expect(location.hash).toBe('#/prove?grader=trust-the-words')
  expect(runs).toBe(1)
})

test('a world’s title that would turn words round turns none', async () => {
  const odd = { ...miniShop, world: { ...miniShop.world, title: 'cba\u202E' } }
  await render(App, appProps({ bundles: [odd] }))
  await expect.element(page.getByText(/^cba\[U\+202E\]: 3 tasks$/).first()).toBeInTheDocument()
  expect(document.body.textContent).not.toMatch(/\u202E/)
  location.hash = '#/tasks'
  await expect.element(page.getByRole('button', { name: 'Export cba[U+202E]', exact: true })).toBeVisible()
})

test('on a narrow screen it is a list per agent, what is wrong first', async () => {
  await page.viewport(390, 800)
  location.hash = '#/prove?grader=trust-the-words&cell=liar/cancel-paid'
  await render(App, appProps())
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  const items = () => [...document.querySelectorAll('details[open] li button')].map((item) => item.textContent?.replace(/\s+/g, ' ').trim())
  await expect.poll(() => items()[0]).toContain('must equal null')
  expect(items().at(-1)).not.toContain('must')
})

test('a proof that breaks says why, and offers to run again', async () => {
  await render(App, appProps({ prove: () => Promise.reject(new Error('The engine did not load.')) }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The engine did not load.')
  await expect.element(page.getByRole('button', { name: 'Run the proof' })).toBeEnabled()
})
