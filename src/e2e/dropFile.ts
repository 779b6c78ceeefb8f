// Drops a file on the page, as a person does.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Drops a file anywhere on the page. */
export async function dropFile(page: Page, text: string, name = 'world.json'): Promise<void> {
  const data = await page.evaluateHandle(({ text, name }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], name, { type: 'application/json' }))
    return transfer
  }, { text, name })
  // What takes it in loads after the page.
  await expect.poll(async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: data })
    return page.getByText('or a world as a file or a folder').count()
  }).toBe(1)
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}
