// The state of the run page: connection, prices, selections and the set-up, as the page reads them.
import { beforeEach, describe, expect, test } from 'vitest'
import { PRICES } from '../core/run/prices'
import { miniShop } from '../testing/fixtures/miniShop'
import { ConnectionState } from './connection.svelte'
import { PriceTable } from './priceTable.svelte'
import { readCaps } from './numbers'
import { readNumber, RunSetup } from './runSetup.svelte'
import { Selections } from './selections.svelte'

beforeEach(() => { localStorage.clear() })

function memory(): Storage {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value), removeItem: (name) => void kept.delete(name), clear: () => kept.clear(), key: () => null, get length() { return kept.size } }
}

describe('a connection', () => {
  test('is ready once its origin may be reached and its key is there; another origin forgets the key', () => {
    const chosen: (string | null)[] = []
    const connection = new ConnectionState(memory, { origin: 'https://api.anthropic.com', choose: (origin) => { chosen.push(origin); return null } })
    expect([connection.allowed, connection.ready]).toEqual([true, false])
    expect(connection.enterKey(' sk-1 ')).toBe(true)
    expect(connection.ready).toBe(true)
    connection.choose('custom', 'http://localhost:1/v1/', 'bearer')
    expect(chosen).toEqual(['http://localhost:1'])
    expect([connection.base, connection.hasKey, connection.allowed, connection.ready]).toEqual(['http://localhost:1', false, false, false])
  })

  test('a base URL or a key that cannot be is refused with its sentence, and nothing changes', () => {
    const connection = new ConnectionState(memory, { origin: null, choose: () => null })
    connection.choose('custom', 'ftp://a', 'bearer')
    expect([connection.base, connection.trouble]).toEqual(['https://api.anthropic.com', expect.stringContaining('https://')])
    expect(connection.enterKey('a\u200bb')).toBe(false)
    expect([connection.hasKey, connection.keyTrouble]).toEqual([false, expect.stringContaining('Character 2')])
  })
})

describe('prices', () => {
  test('are edited, remembered with the day, and brought back', () => {
    const table = new PriceTable()
    expect([table.edited, table.prices]).toEqual([false, PRICES])
    expect(table.set(0, 'input', -1)).toBe(false)
    expect(table.set(0, 'input', 7)).toBe(true)
    expect(table.add('mine', 1, 2)).toBe(true)
    const again = new PriceTable()
    expect(again.prices[0]?.input).toBe(7)
    expect(again.prices.at(-1)).toEqual({ model: 'mine', input: 1, output: 2, write5m: 1, write1h: 1, read: 1, own: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    again.reset()
    expect(new PriceTable().prices).toBe(PRICES)
  })

  test('that ship hold on Anthropic\u2019s own API alone; those that the person entered, changed or took over hold anywhere', () => {
    const table = new PriceTable()
    const [anthropic, local] = ['https://api.anthropic.com', 'http://localhost:11434']
    expect(table.on(anthropic)).toEqual(PRICES)
    for (const elsewhere of [local, 'https://api.anthropic.com.example', 'https://gateway.example/anthropic']) expect(table.on(elsewhere)).toEqual([])
    expect([table.offers('claude-sonnet-5-5-20261001', local), table.offers('claude-sonnet-5-5', anthropic), table.offers('qwen3:8b', local)]).toEqual([true, false, false])
    table.adopt('claude-haiku-5-5')
    table.add('qwen3:8b', 0, 0)
    table.set(0, 'output', 41)
    expect(new PriceTable().on(local).map(({ model, above }) => `${model}/${above ?? 0}`)).toEqual(['claude-fable-5-2/0', 'claude-haiku-5-5/0', 'claude-haiku-5-5/100000', 'qwen3:8b/0'])
    expect(table.offers('claude-haiku-5-5', local)).toBe(false)
  })

  test('of a table kept before it was told whose they are are the person\u2019s where they differ from the shipped ones', () => {
    localStorage.setItem('aftermath.prices', JSON.stringify({ date: '2026-12-01', prices: [PRICES[0], { ...PRICES[1], input: 9 }] }))
    expect(new PriceTable().prices.map(({ own }) => own)).toEqual([undefined, '2026-12-01'])
  })

  test('decide whether a cap in dollars can be kept, which is said before anything begins', () => {
    const setup = new RunSetup({ bundles: [miniShop] })
    const table = new PriceTable()
    setup.model = 'claude-sonnet-5-5'
    expect(setup.uncapped(table.on('https://api.anthropic.com'))).toBeNull()
    setup.customers.played = true
    setup.customers.texts.model = 'nobody'
    expect(setup.uncapped(table.on('https://api.anthropic.com'))).toContain('Without a price for nobody')
    // In a replay no customer is played.
    expect(setup.uncapped(table.on('https://api.anthropic.com'), false)).toBeNull()
    setup.customers.played = false
    expect(setup.uncapped(table.on('http://localhost:1'))).toContain('Without a price for claude-sonnet-5-5 on this server')
    setup.capDollars = ''
    expect(setup.uncapped(table.on('http://localhost:1'))).toBeNull()
  })

  test('that were remembered and are no table are passed over', () => {
    localStorage.setItem('aftermath.prices', '{"date":"x","prices":[{"model":"a"}]}')
    expect(new PriceTable().prices).toBe(PRICES)
  })
})

describe('selections', () => {
  test('quick and whole are always there; another is saved under a name, and theirs are not taken', () => {
    const selections = new Selections([miniShop])
    expect(selections.all.map(({ name }) => name)).toEqual(['quick', 'whole'])
    const tasks = [{ world: miniShop.world.id, task: miniShop.tasks[0]!.id }]
    expect(selections.save('quick', tasks)).toContain('stays as it is')
    expect(selections.save('none', [])).toBe('No task is chosen.')
    expect(selections.save(' mine ', tasks)).toBeNull()
    expect(new Selections([miniShop]).saved).toEqual([{ name: 'mine', tasks }])
  })
})

test('a selection that comes from a file keeps its name, unless another one has it; the same one is not taken twice', () => {
  const selections = new Selections([miniShop])
  const [one, two] = miniShop.tasks.map(({ id }) => [{ world: miniShop.world.id, task: id }])
  expect(selections.bring({ name: 'mine', tasks: one! })).toBe('mine')
  expect(selections.bring({ name: 'mine', tasks: one! })).toBe('mine')
  expect(selections.bring({ name: 'mine', tasks: two! })).toBe('mine (imported)')
  expect(selections.bring({ name: 'quick', tasks: two! })).toBe('quick (imported)')
  expect(selections.bring({ name: 'whole', tasks: selections.given[1]!.tasks })).toBe('whole')
  expect(new Selections([miniShop]).saved.map(({ name, tasks }) => [name, tasks])).toEqual([['mine', one], ['mine (imported)', two], ['quick (imported)', two]])
})

describe('a set-up', () => {
  test.each(['0', '1001', '2.5', '', 'five', '1e9'])('refuses %s trials with a sentence', (text) => {
    expect(readNumber('trials', text)).toContain('a whole number from 1 to 1,000')
  })

  test('takes 5 and 1,000, and at most six at once', () => {
    expect([readNumber('trials', ' 5 '), readNumber('trials', '1000'), readNumber('concurrency', '6')]).toEqual([5, 1000, 6])
    expect(readNumber('concurrency', '7')).toContain('from 1 to 6')
  })

  test('caps are whole nanodollars and calls; empty is none; anything else is refused', () => {
    expect(readCaps('0.10', '')).toEqual({ nanodollars: 100_000_000, calls: null })
    expect(readCaps('', '12')).toEqual({ nanodollars: null, calls: 12 })
    expect(readCaps('much', '')).toContain('“much”')
    expect(readCaps('', '1.5')).toContain('“1.5”')
    expect(readCaps('', '-3')).toBe('Stop at, calls: a whole number of 0 or more, not “-3”; leave it empty for none.')
    expect(readCaps('', '-3', 'the customers’ ')).toBe('Customers’ calls: a whole number of 0 or more, not “-3”; leave it empty for none.')
  })

  test('plans nothing while something is wrong, and says what', () => {
    const setup = new RunSetup({ bundles: [miniShop] })
    setup.take([])
    expect([setup.plan(), setup.problems]).toEqual([null, ['No task is chosen.', 'No model is chosen.']])
    setup.take(setup.selections.given[1]!.tasks)
    setup.model = 'm'
    expect(setup.plan()).toMatchObject({ settings: { model: 'm', trials: 5, steps: 20 }, concurrency: 3, caps: { nanodollars: 5_000_000_000, calls: null } })
    expect(new RunSetup({ bundles: [miniShop] })).toMatchObject({ model: 'm' })
  })

  test('a reply longer than the model gives is refused, where the server says how long that is', () => {
    const setup = new RunSetup({ bundles: [miniShop] })
    const listed = (maxTokens: number | null) => [{ id: 'm', title: 'm', maxTokens, contextTokens: null, effort: null, adaptiveThinking: null, thinkingCanBeOff: null }]
    setup.model = 'm'
    setup.texts.maxTokens = '8001'
    expect(setup.tooLong(listed(8000))).toBe('Tokens of a reply: m gives at most 8,000, not 8,001.')
    expect([setup.tooLong(listed(8001)), setup.tooLong(listed(null)), setup.tooLong([])]).toEqual([null, null, null])
  })

  test('effort that a model does not take goes back to its own', () => {
    const setup = new RunSetup({ bundles: [miniShop] })
    setup.model = 'm'
    setup.effort = 'max'
    setup.thinking = 'adaptive'
    setup.fit([{ id: 'm', title: 'm', maxTokens: null, contextTokens: null, effort: ['low'], adaptiveThinking: false, thinkingCanBeOff: null }])
    expect([setup.effort, setup.thinking]).toEqual(['', ''])
  })
})
