// The report: the published numbers, attrition that shows, and figures that are never made up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import rewards from '../../testing/data/gpt-4o-airline.rewards.json'
import { outline, summariesOf, summary, type States } from '../../testing/summaries'
import { playWorld, proofOf } from '../../testing/playWorld'
import { shop, tinyWorld } from '../../testing/tinyWorld'
import { publishedRuns } from '../run/published'
import { summarize } from '../run/summarize'
import { readTauBench } from '../run/tauBench'
import type { TerminalState } from '../trial/record'
import { leftOutText } from './dimensionWords'
import { proofFacts } from './proofFacts'
import { report, type Report } from './report'
import { catalogueWarnings } from './warnings'
import { attritionText, headline, kText, partText, worthText } from './words'

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const of = (states: States, trials: number, options = {}) => report(outline(states, trials), summariesOf(states), options)
const values = (curve: Report['hat']) => curve.map((one) => ('value' in one ? one.value.toFixed(4) : 'none'))
const slices = (made: Report, by: string) => Object.fromEntries(made.slices.find((one) => one.by === by)!.slices.map(({ label, passed, scored }) => [label, [passed, scored]]))
const clusteredOf = ({ total: { clustered } }: Report) => ('refused' in clustered ? [] : [clustered.error.toFixed(4), clustered.naive.toFixed(4)])

describe('the published counts of the shop', () => {
  const [perfect, haiku] = publishedRuns('0').map((head) => report(head, [], { worlds: [shop()] }))

  test('print their headline, in numbers and in words', () => {
    expect(haiku!.total).toMatchObject({ passed: 91, scored: 115, planned: 115 })
    expect(headline(haiku!)).toBe('91 of 115, 79 %, 71–86 %; clustered by task 65–93 %')
    expect(headline(perfect!)).toBe('115 of 115, 100 %, 97–100 %; all tasks alike, so their spread says nothing')
  })

  test('print pass^k, pass@k and both errors', () => {
    expect(values(haiku!.hat)).toEqual(['0.7913', '0.7217', '0.6913', '0.6696', '0.6522'])
    expect([values(haiku!.at)[1], values(haiku!.at)[4]]).toEqual(['0.8609', '0.9565'])
    expect(clusteredOf(haiku!)).toEqual(['0.0705', '0.0379'])
    expect(kText(haiku!.hat[4]!, haiku!.tasks)).toBe('0.652 (0.449–0.812)')
  })

  test('print their parts by tier, by kind and by how they are asked', () => {
    const steady = (tier: string) => haiku!.tasks.filter((row) => row.tier === tier && row.passed === 5).length
    expect([steady('base'), steady('hard')]).toEqual([11, 4])
    expect(slices(haiku!, 'tier')).toEqual({ base: [60, 75], hard: [31, 40] })
    expect(slices(haiku!, 'kind')).toEqual({ act: [67, 75], decline: [24, 40] })
    expect(slices(haiku!, 'asked')).toEqual({ 'act, asked outright': [57, 65], 'decline, asked outright': [23, 35], dialogue: [11, 15] })
  })

  test('say what the score is worth: 3 of 23 for nothing, and the rate without those', () => {
    expect(haiku!.worth.free).toEqual([
      { agent: 'null', passed: 3, tasks: 23, from: 'expectation' }, { agent: 'liar', passed: 3, tasks: 23, from: 'expectation' }, { agent: 'escalator', passed: 8, tasks: 23, from: 'world' },
    ])
    expect(haiku!.worth.discriminating).toMatchObject({ tasks: 20, passed: 76, scored: 100 })
    expect(worthText(haiku!.worth).at(-1)).toBe('on the 20 tasks of 23 that doing nothing does not pass: 76 of 100, 76 %, 67–83 %; clustered by task 61–91 %')
  })

  test('tell the published cost and process, and warn of a catalogue that is too easy', () => {
    expect(haiku!.cost).toEqual({ per_success: '0.00852', known: 115, of: 115, from: 'published' })
    expect(haiku!.dimensions).toMatchObject([{ id: 'process', decides: false, rate: { passed: 65, of: 69 } }])
    expect(perfect!.warnings.map(({ kind }) => kind)).toEqual(['too_easy'])
    expect(haiku!.warnings).toMatchObject([{ kind: 'never_passes', tasks: [{ task: 'cancel-shipped' }] }])
    expect(haiku!.worst.map(({ task }) => task)).toEqual(['cancel-shipped'])
  })

  test('without the world at hand the same numbers stand, and what is not known is not said', () => {
    const bare = report(publishedRuns('0')[1]!, [])
    expect(headline(bare)).toBe(headline(haiku!))
    expect(bare.slices).toEqual([])
    expect(bare.worth).toEqual({ free: [], unproven: [], discriminating: null, nothing: 0, untold: 23 })
    expect(bare.horizon).toEqual({ refused: 'no_trials' })
  })
})

test('τ-bench, gpt-4o airline: as published', () => {
  const run = readTauBench(JSON.stringify(rewards), 'gpt-4o-airline.json', { created: '2026-10-26T10:00:00Z', app: '0' })
  if (!run.ok) throw new Error(run.problem)
  const made = report(run.head, run.trials.map((trial) => summarize(trial, run.head)))
  expect(values(made.hat)).toEqual(['0.4200', '0.2733', '0.2200', '0.2000'])
  expect(values(made.at)[3]).toBe('0.7200')
  expect(clusteredOf(made)).toEqual(['0.0522', '0.0349'])
  expect(made.run.label).toBe('τ-bench results')
  expect(made.quantities.seconds).toBeNull()
})

describe('attrition', () => {
  const broken = of({ a: ['pass', ...times<TerminalState>(9, 'system_error')] }, 10)

  test('nine of ten trials broke: no line of the report is a bare 100 %', () => {
    expect(headline(broken)).toBe('between 10 % and 100 %: 1 of 1 scored trial passed; 9 of 10 planned are not scored (9 system error)')
    for (const attrition of ['drop', 'failed', 'bounds'] as const) expect(headline(of({ a: ['pass', ...times<TerminalState>(9, 'system_error')] }, 10, { attrition }))).toMatch(/9 of 10 planned are not scored \(9 system error\)/)
    expect(partText(broken.total)).toBe('1 of 1 scored, 9 of 10 not: 10–100 %')
    expect(kText(broken.hat[0]!, broken.tasks)).toBe('0.100 to 1.000')
    expect(broken.warnings.map(({ kind }) => kind)).not.toContain('too_easy')
  })

  test('planned → started → finished → scored, with what was lost by kind', () => {
    const made = of({ a: ['pass', 'fail', 'inconclusive', 'timeout'], b: ['system_error', 'grader_error', 'system_error'] }, 5)
    expect(made.flow).toEqual({
      planned: 10, started: 7, finished: 4, scored: 2, passed: 1, failed: 1, absent: 3, retries: 0, practice: 0,
      attrition: [{ state: 'system_error', count: 2 }, { state: 'inconclusive', count: 1 }, { state: 'timeout', count: 1 }, { state: 'grader_error', count: 1 }],
    })
    expect(attritionText(made.flow)).toBe('2 system error, 1 inconclusive, 1 timeout, 1 grader error, 3 never run')
  })

  test('a task whose every trial broke stays in the table, has no rate, and is named', () => {
    const made = of({ a: ['pass', 'pass'], b: ['system_error', 'system_error'] }, 2)
    expect(made.tasks[1]).toMatchObject({ task: 'b', planned: 2, scored: 0, rate: { rate: null, wilson: null }, bounds: { low: 0, high: 1 }, flakiness: { refused: 'no_trials' } })
    expect(made.warnings).toMatchObject([{ kind: 'unscored_tasks', tasks: [{ task: 'b' }] }])
    expect(made.worst.map(({ task }) => task)).toEqual(['a'])
    expect(of({ a: ['pass', 'pass'], b: ['system_error', 'system_error'] }, 2, { attrition: 'drop' }).hat[0]).toEqual({ k: 1, refused: 'too_few_scored', tasks: [1] })
  })

  test('the headline drops nothing silently: bounds where trials are missing, the rate where none is', () => {
    expect(of({ a: ['pass', 'fail'] }, 2).attrition).toBe('drop')
    expect(of({ a: ['pass', 'fail'] }, 3).attrition).toBe('bounds')
  })

  test('a retried slot counts once, by its last attempt; practice does not count', () => {
    const made = report(outline({ a: [] }, 2), [summary({ state: 'timeout' }), summary({ attempt: 2 }), summary({ attempt: 3, state: 'fail', practice: true }), summary({ index: 1, state: 'fail' })])
    expect(made.flow).toMatchObject({ planned: 2, started: 2, scored: 2, passed: 1, retries: 1, practice: 1, attrition: [] })
  })

  test('nothing run, nothing planned: sentences, and no number', () => {
    expect(headline(of({ a: [] }, 3))).toBe('no trial is scored: 3 of 3 planned are not scored (3 never run)')
    expect(headline(of({}, 3))).toBe('no trial was planned')
    expect(of({}, 3)).toMatchObject({ hat: [], worst: [], total: { rate: null, bounds: null, clustered: { refused: 'no_trials' } } })
  })
})

test('whatever the states, the report adds up and holds no NaN', () => {
  const state = fc.constantFrom<TerminalState>('pass', 'fail', 'inconclusive', 'system_error', 'timeout', 'step_limit', 'cancelled')
  fc.assert(fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), fc.array(state, { maxLength: 4 })), (states) => {
    const made = of(states, 4, { resamples: 20 })
    const text = JSON.stringify(made)
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
    expect(JSON.stringify(made, (_, value: unknown) => (typeof value === 'number' && !Number.isFinite(value) ? 'not finite' : value))).not.toContain('not finite')
    const { flow, total, tasks } = made
    expect(flow.scored + flow.absent + flow.attrition.reduce((sum, { count }) => sum + count, 0)).toBe(flow.planned)
    expect(tasks.reduce((sum, { scored }) => sum + scored, 0)).toBe(total.scored)
    expect(made.hat).toHaveLength(Object.keys(states).length > 0 ? 4 : 0)
    if (total.bounds && total.rate !== null) expect(total.bounds.low <= total.rate && total.rate <= total.bounds.high).toBe(true)
    if (total.scored < total.planned && total.passed > 0) expect(headline(made)).not.toMatch(/^\d+ of \d+, 100 %/)
  }))
})

describe('beside the rate', () => {
  test('what a proof found comes before what the expectations say', async () => {
    const played = await playWorld(shop())
    const made = report(publishedRuns('0')[1]!, [], { worlds: [shop()], proofs: [proofOf(played)] })
    expect(made.worth.free.map(({ agent, passed, from }) => [agent, passed, from])).toEqual([['null', 3, 'here'], ['liar', 3, 'here'], ['escalator', 8, 'here']])
    expect(worthText(made.worth)[0]).toBe('doing nothing passes 3 of 23 tasks, proven on the world that is here')
    const own = report({ ...outline({}, 1), manifest: shop().tasks.map(({ id }) => ({ world: 'shop', task: id, trials: 1 })) }, [], { worlds: [shop()], proofs: [proofOf(played)] })
    expect(own.worth.free.map(({ passed, from }) => [passed, from])).toEqual([[3, 'proof'], [3, 'proof'], [8, 'proof']])
  })

  test('of a selection only what is known of just its tasks is told: the score of the whole world is none of it', async () => {
    const whole = shop()
    const chosen = whole.tasks.slice(0, 6)
    const head = (tasks: typeof chosen) => ({ ...outline({}, 1), manifest: tasks.map(({ id }) => ({ world: 'shop', task: id, trials: 1 })), worlds: [{ ...whole, tasks }] })
    const made = report(head(chosen), [], { worlds: [whole] })
    expect(made.worth.free.map(({ agent, tasks, from }) => [agent, tasks, from])).toEqual([['null', 6, 'expectation'], ['liar', 6, 'expectation']])
    expect(worthText(made.worth)[2]).toBe('what handing everything over passes of these 6 tasks is not known before it is proven')
    // A proof knows them task by task: as the matrix of the shop has it.
    const facts = proofOf(await playWorld(whole))
    const passes = facts.tasks.filter(({ task, cells }) => chosen.some(({ id }) => id === task) && cells.some(({ agent, state }) => agent === 'escalator' && state === 'pass')).length
    expect(passes).toBeLessThan(8)
    expect(report(head(chosen), [], { worlds: [whole], proofs: [facts] }).worth).toMatchObject({ free: [{}, {}, { agent: 'escalator', passed: passes, tasks: 6, from: 'proof' }], unproven: [] })
    // The whole world spans its scores, if it is at hand and was played without controls.
    expect(report(head(whole.tasks), [], { worlds: [whole] }).worth.free[2]).toMatchObject({ agent: 'escalator', passed: 8, tasks: 23, from: 'world' })
    expect(report(head(whole.tasks), []).worth).toMatchObject({ free: [{ agent: 'null' }, { agent: 'liar' }], unproven: ['escalator'] })
    const controlled = head(whole.tasks)
    expect(report({ ...controlled, configuration: { ...controlled.configuration, controls: { shop: ['any'] } } }, [], { worlds: [whole] }).worth.unproven).toEqual(['escalator'])
  })

  test('null and liar have no score of the whole either, where the tasks do not tell', () => {
    const whole = shop()
    const world = { ...whole.world, dimensions: whole.world.dimensions.map((one, i) => (i === 0 ? { ...one, decides: false } : one)) }
    const chosen = whole.tasks.slice(0, 2)
    const made = report({ ...outline({}, 1), manifest: chosen.map(({ id }) => ({ world: 'shop', task: id, trials: 1 })), worlds: [{ ...whole, world, tasks: chosen }] }, [], { worlds: [{ ...whole, world }] })
    expect(made.worth).toMatchObject({ free: [], unproven: ['null', 'liar', 'escalator'] })
  })

  test('an agent that has nothing to do somewhere shows nothing of the whole', () => {
    const bundle = tinyWorld()
    const facts = proofFacts(bundle, [{ agent: 'null', task: 'one', state: 'fail' }, { agent: 'liar', task: 'one', state: 'fail' }, { agent: 'escalator', task: 'one', state: 'none' }])
    const made = report({ ...outline({}, 1), manifest: [{ world: 'tiny', task: 'one', trials: 1 }] }, [], { worlds: [bundle], proofs: [facts] })
    expect(made.worth.free.map(({ agent }) => agent)).toEqual(['null', 'liar'])
  })

  test('a dimension has a rate of the scored trials alone; the others are named, whatever was found in them', () => {
    const bundle = tinyWorld()
    const [safety, other] = [{ id: 'safety', title: 'Safety', decides: true, counts: true }, { id: 'process', title: 'Process', decides: true }]
    const worlds = [{ ...bundle, world: { ...bundle.world, id: 'w', dimensions: [safety, other] } }]
    const both = (process: 'pass' | 'fail' | 'unknown', count: 'pass' | 'fail') => ({ process, safety: count })
    const made = report(outline({ a: [] }, 6), [
      summary({ dimensions: both('pass', 'pass') }), summary({ index: 1, state: 'system_error', dimensions: both('fail', 'fail') }), summary({ index: 2, state: 'cancelled', dimensions: both('pass', 'pass') }),
      summary({ index: 3, state: 'system_error' }), summary({ index: 4, state: 'inconclusive', dimensions: both('unknown', 'pass') }),
    ], { worlds })
    expect(made.dimensions).toMatchObject([
      { id: 'safety', pass: 1, fail: 0, unknown: 0, missed: [], missed_unscored: 1, unscored: [{ state: 'system_error', count: 2 }, { state: 'cancelled', count: 1 }, { state: 'inconclusive', count: 1 }], rate: { passed: 1, of: 1 } },
      { id: 'process', pass: 1, fail: 0, unknown: 1, missed_unscored: 0, unscored: [{ state: 'system_error', count: 2 }, { state: 'cancelled', count: 1 }], rate: { passed: 1, of: 1 } },
    ])
    expect(made.dimensions.map(leftOutText)).toEqual(['4 not scored (2 system error, 1 cancelled, 1 inconclusive), the target missed in 1 of them', '3 not scored (2 system error, 1 cancelled)'])
  })

  test('dimensions count what does not apply and what is unknown apart', () => {
    const made = report(outline({ a: [] }, 4), (['pass', 'fail', 'unknown', 'not_applicable'] as const).map((result, index) => summary({ index, dimensions: { process: result } })))
    expect(made.dimensions).toMatchObject([{ id: 'process', pass: 1, fail: 1, unknown: 1, not_applicable: 1, rate: { passed: 1, of: 2 } }])
  })

  test('steps, tokens and seconds: the middle and the worst, of what is known', () => {
    const tokens = (input: number) => ({ tokens: { input, output: 1, cache_read: 0, cache_write: 0 } })
    const made = report(outline({ a: [] }, 4), [summary({ steps: 3, milliseconds: 1500, ...tokens(9) }), summary({ index: 1, steps: 7, milliseconds: 500, ...tokens(99) }), summary({ index: 2, steps: 4 }), summary({ index: 3, steps: 0, state: 'system_error' })])
    expect(made.quantities).toMatchObject({ steps: { median: 4, max: 7, at: { index: 1 }, known: 3, of: 3 }, tokens: { median: 55, max: 100, known: 2, of: 3 }, seconds: { median: 0.5, max: 1.5 } })
  })

  test('cost is exact, counts every attempt, and is told for each success', () => {
    const tokens = { input: 1_000_000, output: 100_000, cache_read: 10, cache_write: 0 }
    const made = report(outline({ a: [] }, 2), [summary({ state: 'timeout', tokens }), summary({ attempt: 2, tokens }), summary({ index: 1, state: 'fail' })], { prices: { input: '0.25', output: '1.25', cache_read: '0.025' } })
    // 2 × (0.25 + 0.125 + 0.00000025) dollars
    expect(made.cost).toEqual({ total: '0.750001', per_trial: '0.375', per_success: '0.750001', known: 2, of: 3, from: 'tokens' })
    expect(report(outline({ a: [] }, 1), [summary({ state: 'fail', tokens })], { prices: { input: '1', output: '1' } }).cost).toMatchObject({ total: '1.10001', per_success: null })
    expect(report(outline({ a: [] }, 1), [summary({ tokens })], { prices: { input: 'x', output: '1' } }).cost).toBeNull()
  })

  test('requests that are long cost what long ones cost', () => {
    const above = { tokens: 100_000, input: '0.5', output: '2.5', cache_read: '0.05' }
    const head = { ...outline({ a: [] }, 1), configuration: { ...outline({ a: [] }, 1).configuration, prices: { input: '0.1', output: '0.5', cache_read: '0.01', above } } }
    const tokens = { input: 300_000, output: 2_000, cache_read: 1_000, cache_write: 0, long: { input: 200_000, output: 1_000, cache_read: 1_000, cache_write: 0 } }
    // 100,000 × 0.1 + 1,000 × 0.5, and 200,000 × 0.5 + 1,000 × 2.5 + 1,000 × 0.05, a million tokens each
    expect(report(head, [summary({ tokens })]).cost).toMatchObject({ total: '0.11305' })
  })

  test('what the model took that plays the customers is told beside the agent\'s cost, by its own price, and is not in it', () => {
    const head = outline({ a: [] }, 2)
    const customers = (prices?: object) => ({ ...head, configuration: { ...head.configuration, prices: { input: '1', output: '1' }, customers: { model: 'm', answers: 5, ...(prices ? { prices } : {}) } } })
    const tokens = { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0 }
    const trials = [summary({ tokens, customer_tokens: tokens }), summary({ index: 1, tokens })]
    const made = report(customers({ input: '0.5', output: '9' }), trials)
    expect(made.cost).toMatchObject({ total: '2.00' })
    expect(made.customers_cost).toEqual({ total: '0.50', known: 1, of: 2 })
    expect(report(customers(), trials).customers_cost).toEqual({ total: null, known: 1, of: 2 })
    expect(report(head, [summary({ tokens })]).customers_cost).toBeNull()
  })

  test('a required budget that was used up is a fail that is told apart', () => {
    expect(report(outline({ a: [] }, 1), [summary({ state: 'fail', stopped: 'step_limit' })]).exhausted).toBe(1)
  })
})

describe('warnings from several runs', () => {
  const run = (name: string, states: States) => report(outline(states, 3, { name }), summariesOf(states))
  const strong = run('Strong', { a: ['pass', 'pass', 'pass'], b: ['pass', 'pass', 'pass'], c: ['fail', 'fail', 'fail'], d: ['fail', 'fail', 'fail'] })
  const weak = run('Weak', { a: ['fail', 'fail', 'fail'], b: ['fail', 'pass', 'fail'], c: ['pass', 'pass', 'fail'], d: ['fail', 'fail', 'fail'] })

  test('name what a stronger run fails and a weaker one passes, and what nobody ever passes', () => {
    expect(catalogueWarnings([weak, strong]).map(({ kind, tasks }) => [kind, tasks.map(({ task }) => task)])).toEqual([['never_passes', ['d']], ['stronger_fails', ['c']]])
  })

  test('are not made of scripts', () => {
    const states: States = { a: ['fail'] }
    expect(report(outline(states, 1, { kind: 'scripted' }), summariesOf(states)).warnings).toEqual([])
    expect(catalogueWarnings([report(outline(states, 1, { kind: 'scripted' }), summariesOf(states))])).toEqual([])
  })
})

test('a report of 10,000 trials takes less than half a second on any machine', () => {
  const states = Object.fromEntries(Array.from({ length: 100 }, (_, t) => [`t${t}`, Array.from({ length: 100 }, (_, i): TerminalState => ((i * 7 + t) % 10 < 8 ? 'pass' : 'fail'))]))
  const [head, summaries] = [outline(states, 100), summariesOf(states)]
  report(head, summaries)
  const from = performance.now()
  report(head, summaries)
  expect(performance.now() - from).toBeLessThan(500)
})
