import { expect, test } from 'vitest'
import { Notices } from './notices.svelte'

test('the same trouble again is shown once, in the place of the first', () => {
  const notices = new Notices()
  for (let i = 0; i < 3; i++) notices.show('a.json is empty.', 'trouble')
  notices.show('b.json is empty.', 'trouble')
  expect(notices.list.map(({ text }) => text)).toEqual(['a.json is empty.', 'b.json is empty.'])
})

test('two of the same that can each be undone both stay', () => {
  const notices = new Notices()
  const lapsed: number[] = []
  for (const n of [1, 2]) notices.show('Deleted Liar.', 'done', { label: 'Undo', run: () => undefined, lapsed: () => lapsed.push(n) })
  expect(notices.list).toHaveLength(2)
  expect(lapsed).toEqual([])
})

test('a name with an override turns neither what is shown round nor what is spoken', () => {
  const notices = new Notices()
  notices.show('Deleted cba\u202E.')
  notices.speak('Deleted cba\u202E.')
  expect([notices.list[0]?.text, notices.spoken]).toEqual(['Deleted cba[U+202E].', 'Deleted cba[U+202E].'])
})
