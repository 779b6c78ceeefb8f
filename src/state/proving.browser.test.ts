import { expect, test } from 'vitest'
import { fakeServices } from '../testing/fixtures/fakeServices'
import { miniShop } from '../testing/fixtures/miniShop'
import { Proving, Provings } from './proving.svelte'

test('a proof takes the batches, and another grader needs no new run', async () => {
  let runs = 0
  const services = fakeServices()
  const proving = new Proving({ ...services, prove: (...given) => ((runs += 1), services.prove(...given)) }, miniShop)
  expect(proving.proof('whole').done).toBe(0)
  await proving.run()
  expect(proving.phase).toBe('done')
  expect(proving.proof('whole').totals.find(({ agent }) => agent === 'liar')).toMatchObject({ passed: 1, scored: 3 })
  expect(proving.proof('trust-the-words').totals.find(({ agent }) => agent === 'liar')).toMatchObject({ passed: 2, scored: 3 })
  expect(runs).toBe(1)
  expect(proving.runOf('liar')).toBe('liar')
  expect(proving.trialOf('liar', 'cancel-paid')?.state).toBe('fail')
})

test('while it runs, a second start does nothing, and a stop ends it', async () => {
  let started = 0
  const services = fakeServices({
    prove: (_world, _batch, signal) => {
      started += 1
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    },
  })
  const proving = new Proving(services, miniShop)
  const running = proving.run()
  await proving.run()
  expect([proving.phase, started]).toEqual(['running', 1])
  proving.stop()
  await running
  expect([proving.phase, proving.trouble]).toEqual(['stopped', ''])
})

test('what breaks it is told', async () => {
  const proving = new Proving(fakeServices({ prove: () => Promise.reject(new Error('The engine did not load.')) }), miniShop)
  await proving.run()
  expect([proving.phase, proving.trouble]).toEqual(['broken', 'The engine did not load.'])
})

test('a world’s proof is the same one for the whole visit', () => {
  const provings = new Provings(fakeServices())
  expect(provings.of(miniShop)).toBe(provings.of(miniShop))
})
