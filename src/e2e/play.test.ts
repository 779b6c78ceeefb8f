// Play, end to end: the recorded episode first, the agent played by hand with the keyboard alone, travelled through, linked to, embedded.
import { expect, inject, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible, expectClean, openPage, watch } from './helpers'

const hand = (task: string) => `#/?world=shop&task=${task}&who=you`

/** Presses Tab until the focus is on what a selector finds. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 80; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}

/** Chooses a tool by the arrows of its radio group, whichever is chosen now. */
async function choose(page: Page, tool: string): Promise<void> {
  await tabTo(page, 'form input[type="radio"]:checked')
  for (let i = 0; i < 10; i += 1) {
    if (await page.evaluate((wanted) => (document.activeElement as HTMLInputElement | null)?.value.trim() === wanted, tool)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`the arrows do not reach ${tool}`)
}

/** Calls a tool by keyboard: its fields are filled in their order. */
async function call(page: Page, tool: string, values: string[]): Promise<void> {
  const calls = await page.locator('.said li.call').count()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await choose(page, tool)
  for (const value of values) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.said li.call').count()).toBe(calls + 1)
}

async function endTurn(page: Page, message: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await choose(page, 'message')
  await page.keyboard.press('Tab')
  await page.keyboard.type(message)
  await page.keyboard.press('Control+Enter')
}

test('the first thing seen is a recorded episode, asked about, and then looked at', async () => {
  await using page = await openPage()
  await page.getByRole('heading', { level: 1, name: 'The agent says it refunded the order, within policy. Did it do right?' }).waitFor()
  await page.getByText('A recorded script').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('nothing allows it')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Required: an escalation; none happened. Refund of $59.00 on ORD-1010: nothing allows it.' }).waitFor()
  await page.getByRole('row', { name: /ORD-1010/ }).waitFor()
  await page.getByRole('link', { name: 'Be the agent' }).waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('the recorded episode needs neither engine nor worlds nor storage', async () => {
  await using page = await openPage('favicon.svg')
  await page.route(/worlds.*\.json|\.wasm/, (route) => route.fulfill({ status: 404 }))
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.goto(new URL('#/', inject('pageUrl')).href)
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: /nothing allows it/ }).waitFor()
  await page.goto(new URL(hand('refund-damaged'), inject('pageUrl')).href)
  await page.getByText(/The worlds could not be loaded from .*worlds.*\.json: the server answered 404/).waitFor()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /kept until this page is closed/ }).waitFor()
})

test('an engine that does not arrive is named with its address, whoever plays', async () => {
  for (const who of ['you', 'oracle']) {
    await using page = await openPage('favicon.svg')
    await page.route('**/*.wasm', (route) => route.abort())
    await page.goto(new URL(`#/?world=shop&task=refund-damaged&who=${who}`, inject('pageUrl')).href)
    await page.getByText(/The database engine could not be loaded from http.*\.wasm: the request was blocked/).waitFor()
    await page.getByRole('link', { name: 'Watch the recorded episode' }).click()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByRole('row', { name: /ORD-1010/ }).waitFor()
  }
})

test('refund-damaged is played by hand to a pass by keyboard alone, kept, travelled through and linked to', async () => {
  await using page = await openPage(hand('refund-damaged'))
  await page.getByText('Your move').waitFor()
  await call(page, 'lookup_customer', ['maren.okafor@example.com'])
  await call(page, 'get_order', ['ORD-1001'])
  await call(page, 'issue_refund', ['ORD-1001', '49.99', 'Broken spout'])
  await page.getByText(/amount_cents must be of type integer; found 49.99/).first().waitFor()
  expect(await page.getByLabel('amount_cents').inputValue()).toBe('49.99')
  await page.getByLabel('amount_cents').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('4999')
  expect(await page.locator('output').textContent()).toBe('$49.99')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /ORD-1001/ }).waitFor()
  await expectAccessible(page)
  await endTurn(page, "I'm sorry. I have refunded $49.99.")
  await page.getByRole('heading', { level: 1, name: 'Everything required happened, and nothing else.' }).waitFor()
  await expectAccessible(page)
  await tabTo(page, 'button.primary')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open the kept trial' }).waitFor()
  await tabTo(page, 'a.primary')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Everything required happened, and nothing else.' }).waitFor()
  await page.getByText('At the end: 1 changed').waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (const key of ['k', 'ArrowLeft']) await page.keyboard.press(key)
  await page.getByText('After step 4 of 6: nothing has changed').waitFor()
  expect(page.url()).toMatch(/#\/runs\/you-refund-damaged-\d+\/shop\/refund-damaged\/0\?step=4$/)
  await page.reload()
  await page.getByText('After step 4 of 6: nothing has changed').waitFor()
  expectClean(page)
})

test('refund-out-of-window is played by hand to a fail, and undone into practice', async () => {
  await using page = await openPage(hand('refund-out-of-window'))
  await page.getByText('Your move').waitFor()
  await call(page, 'issue_refund', ['ORD-1010', '5900', 'Fair enough'])
  await endTurn(page, 'Your refund of $59.00 has been processed.')
  await page.getByRole('heading', { level: 1, name: /Refund of \$59.00 on ORD-1010: nothing allows it/ }).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('u')
  await page.getByText('Practice: steps were undone').waitFor()
  await page.getByRole('row', { name: /ORD-1010/ }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('So far: nothing has changed').waitFor()
  await page.keyboard.press('h')
  await page.getByText(/The oracle would now call/).waitFor()
  expectClean(page)
})

test('a scripted agent is watched, and the choice stands in the address', async () => {
  await using page = await openPage()
  await page.getByLabel('Who plays').selectOption('liar')
  await page.getByText('Claimed a refund').waitFor()
  expect(page.url()).toMatch(/#\/\?world=shop&task=refund-out-of-window&who=liar$/)
  await page.getByRole('tab', { name: 'Tables' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(page.url()).toMatch(/&tab=changes$/)
  await page.getByText('Required and missing').waitFor()
  await page.getByRole('link', { name: 'Be the agent' }).click()
  await page.getByText('Your move').waitFor()
  await page.goBack()
  await page.getByText('Required and missing').waitFor()
  await page.goto(new URL('#/?world=shop&task=no-such-task&who=you', inject('pageUrl')).href)
  await page.getByText('The support desk has no task “no-such-task”.').waitFor()
  expectClean(page)
})

test('an embed never rewrites its address, and shows neither head nor foot', async () => {
  const route = '#/?world=shop&task=refund-out-of-window&embed=1&hide=controls,policy'
  await using page = await openPage(route)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  for (const key of ['k', 'k', 'j']) await page.keyboard.press(key)
  await page.getByRole('tab', { name: 'Grade' }).click()
  expect(page.url()).toBe(new URL(route, inject('pageUrl')).href)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByText('The policy that the agent was given').count()).toBe(0)
  await expectAccessible(page)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Prove the grader' }).click()
  const other = await opened
  await watch(other)
  expect(page.url()).toBe(new URL(route, inject('pageUrl')).href)
  expectClean(page)
})

test('presenting shows one part at a time, in large type; space steps', async () => {
  await using page = await openPage('#/?step=1&present=1')
  await page.getByText('1 of 5').waitFor()
  await page.keyboard.press('Space')
  await page.getByText('2 of 5').waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('24px')
  await page.keyboard.press('3')
  await page.getByText('After step 2 of 5: nothing has changed').waitFor()
  expect(await page.getByRole('heading', { name: 'Said' }).count()).toBe(0)
  await expectAccessible(page)
  expectClean(page)
})

test.each([900, 390])('at %i px everything is accessible and nothing is wider than the page', async (width) => {
  await using page = await openPage('', { viewport: { width, height: 844 } })
  await page.getByRole('button', { name: 'Yes' }).click()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.goto(new URL(hand('refund-damaged'), inject('pageUrl')).href)
  await page.getByText('Your move').waitFor()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expectClean(page)
})
