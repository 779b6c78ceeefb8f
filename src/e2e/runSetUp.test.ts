// Setting up a run: numbers, what the chosen model allows, and selections of tasks as files.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible, expectClean, openPage } from './helpers'
import { runBench } from './runBench'

const bench = runBench()

test('a number of trials that is none is refused with a sentence', async () => {
  const { page } = await bench.connected('right')
  await using _ = page
  for (const wrong of ['0', '1001', '2.5', 'five', '']) {
    await page.getByLabel('Trials of each task').fill(wrong)
    await page.getByText(/Trials of each task: a whole number from 1 to 1,000/).first().waitFor()
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  }
})

test('a cap that is none is marked, and refused by the name of its field', async () => {
  const { page } = await bench.connected('right')
  await using _ = page
  const cap = page.getByLabel('Stop at, calls')
  await cap.fill('-3')
  await page.getByText('Stop at, calls: a whole number of 0 or more, not “-3”; leave it empty for none.').first().waitFor()
  expect(await cap.getAttribute('aria-invalid')).toBe('true')
  await cap.fill('3')
  expect(await cap.getAttribute('aria-invalid')).toBeNull()
})

test('effort, thinking and the length of a reply are offered as the chosen model allows', async () => {
  const { page } = await bench.connected('right')
  await using _ = page
  await page.getByLabel('Effort').selectOption('max')
  await page.getByLabel('Thinking').selectOption('adaptive')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('It answers').waitFor()
  const options = (label: string) => page.getByLabel(label).locator('option').allTextContents()
  expect(await options('Effort')).toEqual(['the model’s own', 'low', 'medium', 'high', 'max'])
  await page.getByLabel('Model', { exact: true }).fill('claude-haiku-5-5')
  await expect.poll(() => page.getByLabel('Effort').isDisabled()).toBe(true)
  expect(await page.getByLabel('Thinking').inputValue()).toBe('')
  expect(await options('Thinking')).toEqual(['the model’s own', 'off'])
  await page.getByLabel('Tokens of a reply').fill('64001')
  await page.getByText('Tokens of a reply: claude-haiku-5-5 gives at most 64,000, not 64,001.').waitFor()
  expect(await page.getByRole('button', { name: /^Run \d+ trial/ }).isDisabled()).toBe(true)
  // A model that the server does not describe may be anything.
  await page.getByLabel('Model', { exact: true }).fill('fake-oracle')
  await expect.poll(() => page.getByRole('button', { name: /^Run \d+ trial/ }).isEnabled()).toBe(true)
  expect(await options('Effort')).toHaveLength(6)
})

test('a selection of tasks is saved under a name, exported, and comes back by its button and by dropping; a wrong one changes nothing', async () => {
  await using page = await openPage('#/run')
  await page.getByText('Choose one by one').click()
  await page.getByRole('button', { name: 'Take these out' }).click()
  for (const title of [/A slow morning/, /Orders do not load/]) await page.getByRole('checkbox', { name: title }).check()
  await page.getByLabel('Save it under a name').fill('two of the service desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export selection' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('two-of-the-service-desk-selection.json')
  const text = readFileSync(await download.path(), 'utf8')
  const chosen = () => page.getByLabel('Selection', { exact: true }).locator('option:checked').textContent()
  await page.getByRole('button', { name: 'Forget “two of the service desk”' }).click()
  await page.getByLabel('Selection', { exact: true }).selectOption('quick')

  await page.getByLabel('File of a selection').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByText('“two of the service desk” is chosen: 2 tasks.').first().waitFor()
  expect(await chosen()).toBe('two of the service desk, 2 tasks')

  const wrong = text.replace('"task": "restart-and-verify"', '"task": 7')
  await page.getByLabel('File of a selection').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(wrong) })
  await page.getByText(/The selection was not imported: tasks\[\d\]\.task: has to be a text, not 7\./).first().waitFor()
  expect(await chosen()).toBe('two of the service desk, 2 tasks')
  await expectAccessible(page)

  // Dropped on another page, it leads to where it is used; what is not here is named.
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /runs/ }).waitFor()
  await page.evaluate((given) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([given], 'c.json', { type: 'application/json' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  }, text.replace('"restart-and-verify"', '"of-another-world"').replace('two of', 'one of'))
  await page.getByText('“one of the service desk” is chosen with 1 of its 2 tasks. Not here: incidents/of-another-world.').first().waitFor()
  await page.getByRole('heading', { name: /1 task chosen/ }).waitFor()
  expect(await chosen()).toBe('one of the service desk, 1 task')
  expectClean(page)
})
