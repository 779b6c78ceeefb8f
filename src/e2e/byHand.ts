// Playing by hand with the keyboard alone.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'

/** Presses Tab until the focus is on what a selector finds. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 80; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}

/** Chooses a tool by the arrows of its radio group, whichever is chosen now. */
export async function choose(page: Page, tool: string): Promise<void> {
  await tabTo(page, 'form input[type="radio"]:checked')
  for (let i = 0; i < 10; i += 1) {
    if (await page.evaluate((wanted) => (document.activeElement as HTMLInputElement | null)?.value.trim() === wanted, tool)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`the arrows do not reach ${tool}`)
}

/** Calls a tool by keyboard: its fields are filled in their order. */
export async function call(page: Page, tool: string, values: string[]): Promise<void> {
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

export async function endTurn(page: Page, message: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await choose(page, 'message')
  await page.keyboard.press('Tab')
  await page.keyboard.type(message)
  await page.keyboard.press('Control+Enter')
}
