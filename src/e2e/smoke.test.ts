// The built page opens under a sub-path, breaks none of its own rules, and the watch would notice if it did.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { accessibilityViolations, expectAccessible, expectClean, openPage, seen } from './helpers'

test('the page opens without an error, a policy violation or a request to elsewhere', async () => {
  await using page = await openPage()
  expect(await page.title()).toContain('Aftermath')
  await page.locator('#app > *').first().waitFor()
  expectClean(page)
})

test('the page has no accessibility violation in light and in dark', async () => {
  await using page = await openPage()
  await page.locator('#app > *').first().waitFor()
  await expectAccessible(page)
  expectClean(page)
})

test('a request to another origin, an inline script and an error are noticed', async () => {
  await using page = await openPage()
  await page.evaluate(async () => {
    await fetch('https://elsewhere.example/').catch(() => undefined)
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.body.append(script)
    setTimeout(() => {
      throw new Error('thrown on purpose')
    })
  })
  await expect.poll(() => seen(page).pageErrors).toHaveLength(1)
  expect(seen(page).policyViolations).toEqual([
    expect.stringContaining('connect-src refused https://elsewhere.example'),
    expect.stringContaining('script-src-elem refused inline'),
  ])
  expect(await page.evaluate(() => Reflect.has(globalThis, 'ran'))).toBe(false)
  expect(() => expectClean(page)).toThrow()
})

test('a request made by a worker is seen, and its policy violation is noticed', async () => {
  await using page = await openPage()
  const started = page.waitForEvent('worker')
  await page.evaluate(() => {
    const own = new URL('favicon.svg?from-worker', location.href).href
    const source = `onmessage = () => fetch('${own}').then(() => fetch('https://elsewhere.example/')).catch(() => postMessage('refused'))`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
    Reflect.set(globalThis, 'worker', worker)
  })
  await started
  await page.evaluate(async () => {
    const worker = Reflect.get(globalThis, 'worker') as Worker
    await new Promise((resolve) => {
      worker.onmessage = resolve
      worker.postMessage('go')
    })
  })
  expect(seen(page).requests).toContainEqual(expect.stringMatching(/favicon.svg.from-worker$/))
  await expect.poll(() => seen(page).policyViolations).toEqual([expect.stringContaining('worker: connect-src refused https://elsewhere.example')])
  expect(() => expectClean(page)).toThrow()
})

test('poor contrast is noticed', async () => {
  await using page = await openPage()
  await page.locator('main').waitFor()
  await page.evaluate(() => {
    const faint = document.createElement('p')
    faint.textContent = 'too faint to read'
    faint.style.color = '#ccc'
    faint.style.backgroundColor = '#fff'
    document.querySelector('main, #app')?.append(faint)
  })
  expect(await accessibilityViolations(page)).toContainEqual(expect.stringMatching(/^color-contrast: p/))
})

test('the host is asked to send the policy that the page carries', () => {
  const folder = inject('builtFolder')
  const inPage = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1]
  const inHeaders = /Content-Security-Policy: (.*)/.exec(readFileSync(join(folder, '_headers'), 'utf8'))?.[1]
  expect(inPage?.replaceAll('&#39;', "'")).toBe(inHeaders)
})
