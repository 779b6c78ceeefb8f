import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { appProps } from '../../testing/fixtures/fakeServices'
import App from '../App.svelte'

beforeEach(async () => {
  await page.viewport(1300, 900)
  location.hash = '#/'
})

const heading = () => page.getByRole('heading', { level: 1 })
const world = () => page.getByRole('region', { name: 'Did and allowed' })

test('the recorded episode is drawn before anything has arrived', async () => {
  await render(App, { ...appProps(), services: new Promise<never>(() => undefined) })
  await expect.element(heading()).toHaveTextContent('Did it do right?')
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect.element(heading()).toHaveTextContent('Refund of $59.00 on ORD-2: nothing allows it.')
  await expect.element(heading()).toHaveFocus()
  await expect.element(world().getByRole('row', { name: /ORD-2 5900/ })).toBeVisible()
})

test('a step in time looks, too, and stands in the address', async () => {
  await render(App, appProps())
  await userEvent.keyboard('k')
  await expect.element(heading()).toHaveTextContent('nothing allows it')
  expect(location.hash).toBe('#/?step=2')
})

test('a call that is pointed at lights its row; a row leads to its call', async () => {
  location.hash = '#/?step=3'
  await render(App, appProps())
  const row = world().getByRole('row', { name: /ORD-2 5900/ })
  await expect.element(row).not.toHaveClass('lit')
  await page.getByRole('button', { name: 'Go to step 2' }).hover()
  await expect.element(row).toHaveClass('lit')
  await row.getByText('5900').click()
  expect(location.hash).toBe('#/?step=2')
})

test('the tabs are one tab stop with arrows, and the chosen one stands in the address', async () => {
  location.hash = '#/?step=3'
  await render(App, appProps())
  await page.getByRole('tab', { name: 'Tables' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Changes' })).toHaveFocus()
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('Required and missing')
  expect(location.hash).toContain('tab=changes')
  await userEvent.keyboard('{End}{ArrowLeft}')
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('Allowed: An escalation')
})

test('a scripted agent is chosen, and a task of another kind', async () => {
  await render(App, appProps())
  await page.getByLabelText('Who plays').selectOptions('oracle')
  await expect.element(heading()).toHaveTextContent('Everything required happened')
  await page.getByLabelText('Task').selectOptions('Cancel an order that has not shipped')
  await expect.element(heading()).toHaveTextContent('Everything required happened, and nothing else.')
  expect(location.hash).toBe('#/?world=mini&task=cancel-paid&who=oracle')
  await expect.element(page.getByRole('option', { name: 'Tempted' })).toBeDisabled()
})

test('by hand: the form sends what is typed, the row lights, the trial is graded and kept', async () => {
  location.hash = '#/?world=mini&task=cancel-paid&who=you'
  await render(App, appProps())
  await expect.element(page.getByText('Your move')).toBeVisible()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await page.getByRole('button', { name: 'Call cancel_order' }).click()
  await expect.element(page.getByRole('region', { name: 'Said' })).toHaveTextContent('cancel_order needs a field.')
  await page.getByRole('radio', { name: 'End my turn' }).click()
  await page.getByLabelText('Your message to the customer').fill('I could not do it.')
  await page.getByRole('button', { name: 'Send and end my turn' }).click()
  await expect.element(heading()).toHaveTextContent('Required: cancellation of ORD-1; none happened.')
  await page.getByRole('button', { name: 'Keep this trial' }).click()
  await expect.element(page.getByRole('link', { name: 'Open the kept trial' })).toHaveAttribute('href', '#/runs/kept/mini/cancel-paid/0')
})

test('what the grader sees can be hidden while one plays', async () => {
  location.hash = '#/?world=mini&task=cancel-paid&who=you'
  await render(App, appProps())
  await page.getByRole('button', { name: 'Hide what the grader sees' }).click()
  await expect.element(world()).not.toBeInTheDocument()
})

test('a teacher’s link leaves out what it names', async () => {
  location.hash = '#/?world=mini&task=cancel-paid&who=liar&hide=grade,policy,controls'
  await render(App, appProps())
  await expect.element(heading()).toHaveTextContent('Did it do right?')
  await expect.element(page.getByRole('tab', { name: 'Grade' })).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('Escalate what is not allowed.')
  await expect.element(page.getByLabelText('Who plays')).not.toBeInTheDocument()
})

test('shortcuts are listed under “?”, and can be turned off', async () => {
  location.hash = '#/?step=2'
  await render(App, appProps())
  await userEvent.keyboard('?')
  await page.getByRole('checkbox', { name: 'Shortcuts are on' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await userEvent.keyboard('j')
  expect(location.hash).toBe('#/?step=2')
  localStorage.removeItem('aftermath.shortcuts')
})

test('worlds that did not arrive are named with a way out, and the recorded episode still plays', async () => {
  location.hash = '#/?world=mini&task=cancel-paid&who=oracle'
  await render(App, appProps({ bundles: [], worldsTrouble: 'The worlds could not be loaded from here.' }))
  await expect.element(page.getByText('The worlds could not be loaded from here.')).toBeVisible()
  await page.getByRole('link', { name: 'Watch the recorded episode' }).click()
  await expect.element(heading()).toHaveTextContent('Did it do right?')
})
