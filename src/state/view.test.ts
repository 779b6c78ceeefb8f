import { expect, test } from 'vitest'
import { writeAddress } from './address'
import { readView, withView } from './view'

test('a view is read back from the hash that it was written into, with or without other parameters', () => {
  for (const hash of ['#/', '#/?world=shop&who=you', '#/runs/a/shop/b/0?step=3']) {
    for (const view of [{ present: true, embed: false, hide: new Set<never>() }, { present: false, embed: true, hide: new Set(['policy', 'grade'] as const) }]) {
      expect(readView(withView(hash, view))).toEqual(view)
    }
  }
})

test('what is not known in a view is left out, and a plain view adds nothing', () => {
  expect(readView('#/?present=yes&hide=policy,everything')).toEqual({ present: false, embed: false, hide: new Set(['policy']) })
  expect(withView(writeAddress({ page: 'runs' }), readView('#/runs'))).toBe('#/runs')
})
