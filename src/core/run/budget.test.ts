// The budget: what is put aside, what is given back, and that nothing passes the cap.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Budget, worstCost, type Need } from './budget'
import { PRICES } from './prices'

const need = (input: number, output: number, model = 'claude-sonnet-5-5'): Need => ({ model, input, output })
const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output })
const granted = (budget: Budget, of: Need) => {
  const reserved = budget.reserve(of)
  if (reserved.state !== 'granted') throw new Error(reserved.state)
  return reserved.reservation
}

test('the worst case is all of the input written to a cache and all of the output used', () => {
  // claude-sonnet-5-5: $2.50 a million for writing the cache, $10 for output.
  expect(worstCost(PRICES, need(1_000_000, 1_000_000))).toBe(12_500_000_000)
  // claude-haiku-5-5 above 100,000 tokens of input: $0.625 and $2.50.
  expect(worstCost(PRICES, need(200_000, 0, 'claude-haiku-5-5'))).toBe(125_000_000)
  expect(worstCost(PRICES, need(1, 1, 'nobody'))).toBeNull()
})

describe('a cap in dollars', () => {
  test('counts what was used and gives back the rest', () => {
    const budget = new Budget({ calls: null, nanodollars: 1_000_000_000, prices: PRICES })
    const one = granted(budget, need(1000, 1000))
    expect(budget.aside).toBe(12_500_000)
    one.settle(usage(1000, 100))
    one.settle(usage(1000, 100))
    expect([budget.aside, budget.spent, budget.calls]).toEqual([0, 3_000_000, 1])
  })

  test('refuses a request whose worst case would pass it, in a sentence with both amounts, and then stays used up', () => {
    const budget = new Budget({ calls: null, nanodollars: 10_000_000, prices: PRICES })
    expect(budget.usedUp).toBeNull()
    expect(budget.reserve(need(1000, 1000))).toEqual({ state: 'refused', says: 'The budget of $0.0100 does not cover another request: $0.0100 is left, and the next one may cost $0.0125.' })
    expect(budget.usedUp).toContain('does not cover')
    expect(budget.calls).toBe(0)
  })

  test('lets a request wait for what another has put aside, and wakes it', async () => {
    const budget = new Budget({ calls: null, nanodollars: 20_000_000, prices: PRICES })
    const first = granted(budget, need(1000, 1000))
    const second = budget.reserve(need(1000, 1000))
    if (second.state !== 'wait') throw new Error(second.state)
    first.settle(usage(1000, 100))
    await second.until
    expect(budget.reserve(need(1000, 1000)).state).toBe('granted')
  })

  test('counts in full what nobody can say the cost of, and nothing where the server refused', () => {
    const budget = new Budget({ calls: null, nanodollars: 1_000_000_000, prices: PRICES })
    granted(budget, need(1000, 1000)).settle('unknown')
    granted(budget, need(1000, 1000)).settle({ input_tokens: null, output_tokens: null })
    granted(budget, need(1000, 1000)).settle('unbilled')
    expect([budget.spent, budget.uncertain, budget.unpriced, budget.calls]).toEqual([0, 25_000_000, 1, 3])
  })

  test('cannot be kept where no price is known, and that is said', () => {
    const budget = new Budget({ calls: null, nanodollars: 1_000_000_000, prices: PRICES })
    expect(budget.reserve(need(1, 1, 'fake-oracle'))).toMatchObject({ state: 'refused', says: expect.stringContaining('No price is known for fake-oracle') as string })
    expect(new Budget({ calls: 1, nanodollars: null, prices: PRICES }).reserve(need(1, 1, 'fake-oracle')).state).toBe('granted')
  })

  test('is passed by no order of requests and endings, however many are under way', () => {
    const step = fc.record({ input: fc.integer({ min: 0, max: 5000 }), output: fc.integer({ min: 0, max: 5000 }), used: fc.double({ min: 0, max: 1, noNaN: true }), how: fc.constantFrom('usage', 'unknown', 'unbilled'), end: fc.nat(5) })
    fc.assert(fc.property(fc.integer({ min: 0, max: 200_000_000 }), fc.array(step, { maxLength: 60 }), (cap, steps) => {
      const budget = new Budget({ calls: null, nanodollars: cap, prices: PRICES })
      const open: (() => void)[] = []
      for (const { input, output, used, how, end } of steps) {
        const reserved = budget.reserve(need(input, output))
        if (reserved.state === 'granted') open.push(() => reserved.reservation.settle(how === 'usage' ? usage(Math.floor(input * used), Math.floor(output * used)) : how === 'unknown' ? 'unknown' : 'unbilled'))
        expect(budget.spent + budget.uncertain + budget.aside).toBeLessThanOrEqual(cap)
        open.splice(end, 1)[0]?.()
      }
      for (const settle of open) settle()
      expect(budget.aside).toBe(0)
      expect(budget.spent + budget.uncertain).toBeLessThanOrEqual(cap)
    }))
  })
})

describe('a cap in requests', () => {
  test('counts each that was sent, those under way included', () => {
    const budget = new Budget({ calls: 2, nanodollars: null, prices: PRICES })
    granted(budget, need(1, 1))
    granted(budget, need(1, 1)).settle('unbilled')
    expect(budget.reserve(need(1, 1))).toEqual({ state: 'refused', says: 'The budget of 2 requests is used up.' })
    expect(budget.usedUp).toBe('The budget of 2 requests is used up.')
  })

  test('goes on from what a run had spent before', () => {
    expect(new Budget({ calls: 5, nanodollars: null, prices: PRICES, spent: { calls: 5, nanodollars: 1 } }).usedUp).not.toBeNull()
  })

  test.each([-1, 1.5, Number.NaN, Infinity])('of %s is refused', (calls) => {
    expect(() => new Budget({ calls, nanodollars: null, prices: PRICES })).toThrow(RangeError)
  })
})

test('a budget within another is granted by both, and counts in both', () => {
  const run = new Budget({ calls: 2, nanodollars: null, prices: PRICES })
  const customer = new Budget({ calls: 1, nanodollars: null, prices: PRICES, within: run })
  granted(customer, need(1000, 0)).settle(usage(1000, 0))
  expect([run.calls, run.spent, customer.spent]).toEqual([1, 2_000_000, 2_000_000])
  expect(customer.reserve(need(1, 1)).state).toBe('refused')
  expect(run.usedUp).toBeNull()
  granted(run, need(1, 1))
  const other = new Budget({ calls: null, nanodollars: null, prices: PRICES, within: run })
  expect(other.reserve(need(1, 1))).toEqual({ state: 'refused', says: 'The budget of 2 requests is used up.' })
})
