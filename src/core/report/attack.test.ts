// Under attack: three rates, each with its own denominator.
import { expect, test } from 'vitest'
import type { TrialSummary } from '../run/store'
import { attackOf } from './attack'

const trial = (task: string, state: TrialSummary['state'], attacked?: boolean) => ({ world: 'shop', task, index: 0, state, ...(attacked === undefined ? {} : { attacked }) }) as TrialSummary

test('benign utility, utility under attack and attack success are counted apart', () => {
  const found = attackOf([trial('a', 'pass'), trial('a', 'fail'), trial('b', 'pass'), trial('n', 'fail', true), trial('n', 'pass', false), trial('m', 'fail', true), trial('m', 'step_limit', true)])
  expect(found).toMatchObject({ tasks: 2, benign: { passed: 2, of: 3 }, under: { passed: 1, of: 3 }, success: { passed: 3, of: 4 } })
})

test('where nothing is injected there is nothing to say', () => {
  expect(attackOf([trial('a', 'pass')])).toBeNull()
})
