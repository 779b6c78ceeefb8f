// A download goes through a link that is gone at once and an address that is given back later.
import { afterEach, expect, test, vi } from 'vitest'
import { download } from './downloads'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a download clicks a link with a safe name and gives its address back a minute later', async () => {
  vi.useFakeTimers()
  const clicked: { name: string; text: Promise<string> }[] = []
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, text: fetch(this.href).then((response) => response.text()) })
  })
  download(new Blob(['{"a":1}']), 'a/run.json')
  expect(clicked.map(({ name }) => name)).toEqual(['a-run.json'])
  expect(await clicked[0]!.text).toBe('{"a":1}')
  expect(document.querySelector('a[download]')).toBeNull()
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledOnce()
})
