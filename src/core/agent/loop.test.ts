// The loop, against models, customers and worlds written by hand.
import { describe, expect, test, vi } from 'vitest'
import { WorldHung, type CallResult, type Session } from '../world/world'
import { scriptedCustomer, type CustomerPlayer } from './customer'
import { callsOf, finalText, type Block, type Turn } from './episode'
import { runEpisode, type EpisodeOptions } from './loop'
import { Stopped, type AgentView, type Message, type Model, type ModelTurn } from './model'
import { scriptedModel } from './script'

const say = (text: string, stop_reason: string | null = 'end_turn'): ModelTurn => ({ content: [{ type: 'text', text }], stop_reason })
const use = (...tools: string[]): ModelTurn => ({ content: tools.map((name, i): Block => ({ type: 'tool_use', id: `id_${name}_${i}`, name, input: { of: name } })), stop_reason: 'tool_use' })

/** A model that gives these turns, throws these errors, and keeps what it was shown, as it was then. */
function modelOf(...turns: (ModelTurn | Error)[]): Model & { seen: AgentView[]; views: AgentView[] } {
  const seen: AgentView[] = []
  const views: AgentView[] = []
  return {
    seen, views,
    next(view) {
      views.push(view)
      seen.push(structuredClone(view))
      const turn = turns[seen.length - 1]
      if (turn === undefined) return Promise.reject(new Error('asked once too often'))
      return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(turn)
    },
  }
}

const session = (call: (tool: string, input: unknown) => CallResult | Error = (tool) => ({ outcome: 'ok', result: `"${tool}"`, changes: [] })): Session & { called: [string, unknown][] } => {
  const called: [string, unknown][] = []
  return {
    called,
    call: (tool, input) => {
      called.push([tool, input])
      const result = call(tool, input)
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
    },
    event: () => Promise.resolve([]),
    confirmed: () => Promise.resolve([]),
    tamper: () => Promise.resolve([]),
    close: () => Promise.resolve([]),
  }
}

const customer = (...replies: string[]) => scriptedCustomer({ opens: 'Hello.', replies: replies.map((says) => ({ says })) })
const run = (model: Model, more: Partial<EpisodeOptions> = {}) => runEpisode({ policy: 'P', tools: [], model, customer: customer(), session: session(), steps: 5, ...more })

describe('an episode ends', () => {
  test.each<[string, (ModelTurn | Error)[], object]>([
    ['done, when the agent ends its turn and nobody answers', [say('Bye.')], { kind: 'done' }],
    ['done, at a stop sequence', [say('Bye.', 'stop_sequence')], { kind: 'done' }],
    ['truncated, at max_tokens', [say('By', 'max_tokens')], { kind: 'truncated' }],
    ['context_exceeded', [say('B', 'model_context_window_exceeded')], { kind: 'context_exceeded' }],
    ['refusal', [say('', 'refusal')], { kind: 'refusal' }],
    ['stopped, with the reason that nobody knows', [say('…', 'pause_turn')], { kind: 'stopped', detail: 'pause_turn' }],
    ['stopped, without any reason', [say('…', null)], { kind: 'stopped', detail: 'no stop_reason' }],
    ['stopped, at tool_use without a call', [say('…', 'tool_use')], { kind: 'stopped', detail: 'tool_use without a tool call' }],
    ['missing_output, where the whole of it is silent', [say(' \n')], { kind: 'missing_output' }],
    ['missing_output, without even a block', [{ content: [], stop_reason: 'end_turn' }], { kind: 'missing_output' }],
    ['system_error, when the model throws', [new Error('503')], { kind: 'system_error', detail: '503' }],
    ['as the model says, when it throws Stopped', [new Stopped({ kind: 'wrong_model', detail: 'm' })], { kind: 'wrong_model', detail: 'm' }],
    ['step_limit, when its last step still calls', [use('a'), use('a'), use('a'), use('a'), use('a')], { kind: 'step_limit', detail: 'The episode was not over after 5 model turns.' }],
    ['done, when its last step is its end', [use('a'), use('a'), use('a'), use('a'), say('Bye.')], { kind: 'done' }],
  ])('%s', async (_, turns, termination) => {
    expect((await run(modelOf(...turns))).termination).toMatchObject(termination)
  })

  test('step_limit too, when the customer answers the last step: the limit counts model turns', async () => {
    const model = modelOf(say('One?'), say('Two?'))
    const episode = await run(model, { steps: 2, customer: customer('1', '2', '3') })
    expect(episode.termination.kind).toBe('step_limit')
    expect(model.seen).toHaveLength(2)
  })

  test('done in silence after work, and that is flagged', async () => {
    expect(await run(modelOf(use('a'), say('')))).toMatchObject({ termination: { kind: 'done' }, silent_end: true })
    expect(await run(modelOf(say('A word.'), say('')), { customer: customer('And?') })).toMatchObject({ termination: { kind: 'done' }, silent_end: true })
    expect(await run(modelOf(use('a'), say('Bye.')))).not.toHaveProperty('silent_end')
  })

  test('cancelled or timeout, as the signal says, before the next step', async () => {
    const stop = { aborted: false, reason: undefined as unknown }
    const model = modelOf(use('a'), say('Bye.'))
    const after = (reason: unknown) => session(() => { Object.assign(stop, { aborted: true, reason }); return { outcome: 'ok', result: '1', changes: [] } })
    expect((await run(model, { signal: stop, session: after(new Error('x')) })).termination.kind).toBe('cancelled')
    expect(model.seen).toHaveLength(1)
    stop.aborted = false
    expect((await run(modelOf(use('a')), { signal: stop, session: after(Object.assign(new Error('late'), { name: 'TimeoutError' })) })).termination).toEqual({ kind: 'timeout', detail: 'The trial reached its deadline.' })
  })

  test('by a real signal while the model thinks, with what it threw then', async () => {
    const hanging = (signal: AbortSignal): Model => ({ next: () => new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason as Error)) }) })
    const timeout = AbortSignal.timeout(5)
    expect((await run(hanging(timeout), { signal: timeout })).termination.kind).toBe('timeout')
    const cancel = new AbortController()
    const running = run(hanging(cancel.signal), { signal: cancel.signal })
    cancel.abort()
    expect((await running).termination.kind).toBe('cancelled')
  })

  test('Stopped says more than the signal', async () => {
    expect((await run(modelOf(new Stopped({ kind: 'diverged' })), { signal: { aborted: false } })).termination).toEqual({ kind: 'diverged' })
  })

  test('timeout, when a tool never returned; the calls before it stay', async () => {
    const episode = await run(modelOf(use('a', 'b', 'c')), { session: session((tool) => (tool === 'b' ? new WorldHung('The tool b did not return.') : { outcome: 'ok', result: '1', changes: [] })) })
    expect(episode.termination).toEqual({ kind: 'timeout', detail: 'The tool b did not return.' })
    expect(callsOf(episode).map(({ tool }) => tool)).toEqual(['a'])
  })

  test('system_error, when the world or the customer throws; the turns stay', async () => {
    expect(await run(modelOf(use('a')), { session: session(() => new Error('disk')) })).toMatchObject({ termination: { kind: 'system_error', detail: 'disk' }, turns: [{}, { role: 'agent' }] })
    const rude: CustomerPlayer = { opens: () => ({ role: 'customer', text: 'Hi', by: 'model' }), answers: () => Promise.reject(new Error('hung up')) }
    expect(await run(modelOf(say('Hello.')), { customer: rude })).toMatchObject({ termination: { kind: 'system_error', detail: 'hung up' }, turns: [{}, { role: 'agent' }] })
  })
})

describe('tools', () => {
  test.each(['end_turn', 'max_tokens', 'refusal', 'pause_turn', null])('are not run when the turn stopped for %s', async (reason) => {
    const world = session()
    await run(modelOf({ ...use('a'), stop_reason: reason }), { session: world })
    expect(world.called).toEqual([])
  })

  test('are run one by one, in their order, with their input as it came', async () => {
    const world = session()
    const input = { b: 1, a: [null, 'x'] }
    const episode = await run(modelOf({ content: [{ type: 'text', text: 'Now.' }, { type: 'tool_use', id: 'x', name: 'one', input }, { type: 'thinking', thinking: '…' }, { type: 'tool_use', id: 'y', name: 'two', input: 'no object' }], stop_reason: 'tool_use' }, use('three'), say('Bye.')), { session: world })
    expect(world.called).toEqual([['one', input], ['two', 'no object'], ['three', { of: 'three' }]])
    expect(callsOf(episode).map(({ n, id, tool }) => [n, id, tool])).toEqual([[1, 'x', 'one'], [2, 'y', 'two'], [3, 'id_three_0', 'three']])
  })

  test('answer in one user message, a result for each call, errors and denials marked', async () => {
    const outcomes: Record<string, CallResult> = { a: { outcome: 'ok', result: '{"n":1}', changes: [] }, b: { outcome: 'error', result: 'No.', changes: [] }, c: { outcome: 'denied', result: 'Not you.', changes: [] } }
    const model = modelOf(use('a', 'b', 'c'), say('Bye.'))
    await run(model, { session: session((tool) => outcomes[tool]!) })
    expect(model.seen[1]!.messages).toHaveLength(3)
    expect(model.seen[1]!.messages[2]).toEqual({
      role: 'user', content: [
        { type: 'tool_result', tool_use_id: 'id_a_0', content: '{"n":1}' },
        { type: 'tool_result', tool_use_id: 'id_b_1', content: 'No.', is_error: true },
        { type: 'tool_result', tool_use_id: 'id_c_2', content: 'Not you.', is_error: true },
      ],
    })
  })

  test('that the harness ran in the agent\'s name are calls of the episode and no message to the model', async () => {
    const world = { ...session(), tamper: vi.fn(() => Promise.resolve([])) }
    const model = modelOf({ ...use('a'), tamper: 'DELETE FROM x' }, { ...say('Mm.'), tamper: 'DELETE FROM y' })
    const episode = await run(model, { session: world })
    expect(world.tamper.mock.calls).toEqual([['DELETE FROM x'], ['DELETE FROM y']])
    expect(callsOf(episode).map(({ n, tool, by }) => [n, tool, by])).toEqual([[1, 'tamper', 'harness'], [2, 'a', undefined], [3, 'tamper', 'harness']])
    expect(JSON.stringify(model.seen)).not.toMatch(/tamper|DELETE/)
    expect(episode.turns[1]).not.toHaveProperty('tamper')
  })
})

describe('the conversation', () => {
  test('only ever grows: each view begins with the one before it', async () => {
    const model = modelOf(use('a'), say('And?'), use('b'), say('Bye.'))
    await run(model, { customer: customer('More.') })
    const lists = model.seen.map(({ messages }) => messages as Message[])
    expect(lists.map((list) => list.map(({ role }) => role).join(' '))).toEqual(['user', 'user assistant user', 'user assistant user assistant user', 'user assistant user assistant user assistant user'])
    for (const [i, list] of lists.entries()) if (i > 0) expect(list.slice(0, lists[i - 1]!.length)).toEqual(lists[i - 1])
    expect(model.seen.every(({ system }) => system === 'P')).toBe(true)
  })

  test('keeps content blocks as they came, the unknown ones too', async () => {
    const content = [{ type: 'thinking', thinking: 'mm', signature: 'x==' }, { type: 'redacted_thinking', data: 'y' }, { type: 'text', text: 'Bye.', citations: [] }] as Block[]
    const model = modelOf({ content, stop_reason: 'end_turn', usage: { input_tokens: 3, output_tokens: null } }, say('Bye.'))
    const episode = await run(model, { customer: customer('?') })
    expect(model.seen[1]!.messages[1]).toEqual({ role: 'assistant', content })
    expect(episode.turns[1]).toEqual({ role: 'agent', content, stop_reason: 'end_turn', usage: { input_tokens: 3, output_tokens: null }, calls: [] })
    expect(finalText(episode)).toBe('Bye.')
  })

  test('leaves no call without a result: one of a turn that had ended is answered as not run, before the customer', async () => {
    const model = modelOf({ content: [{ type: 'text', text: 'Mm.' }, { type: 'tool_use', id: 'x', name: 'a', input: {} }], stop_reason: 'end_turn' }, say('Bye.'))
    const world = session()
    const episode = await run(model, { customer: customer('Go on.'), session: world })
    expect(world.called).toEqual([])
    expect(model.seen[1]!.messages[2]).toEqual({
      role: 'user', content: [
        { type: 'tool_result', tool_use_id: 'x', content: expect.stringContaining('Not run') as string, is_error: true },
        { type: 'text', text: 'Go on.' },
      ],
    })
    expect(episode.turns[2]).toEqual({ role: 'customer', text: 'Go on.', by: 'script' })
  })

  test('keeps a turn that came and ended the episode, without running its calls', async () => {
    const world = session()
    const episode = await run(modelOf(new Stopped({ kind: 'wrong_model', detail: 'm' }, { ...use('a'), model: 'other' })), { session: world })
    expect(episode).toMatchObject({ termination: { kind: 'wrong_model' }, turns: [{ role: 'customer' }, { role: 'agent', model: 'other', calls: [] }] })
    expect(world.called).toEqual([])
  })

  test('ends with a customer\'s last words, and keeps what one said who left their role', async () => {
    const turn = { role: 'customer' as const, text: '[goodbye]', by: 'model' as const, ends: true as const }
    const model = modelOf(say('Done.'), say('Never asked.'))
    expect(await run(model, { customer: { ...customer(), answers: () => Promise.resolve(turn) } })).toMatchObject({ termination: { kind: 'done' }, turns: [{}, { role: 'agent' }, turn] })
    const left = new Stopped({ kind: 'customer', detail: 'The customer spoke as a machine.' }, { ...turn, text: 'As an AI language model …' })
    const episode = await run(modelOf(say('Done.')), { customer: { ...customer(), answers: () => Promise.reject(left) } })
    expect(episode).toMatchObject({ termination: { kind: 'customer' }, turns: [{}, { role: 'agent' }, { role: 'customer', text: 'As an AI language model …' }] })
  })

  test('goes on with the customer\'s replies, each once, after silence too', async () => {
    const model = modelOf(say(''), say('Yes.'), say('Bye.'))
    const asked: string[] = []
    const script = customer('Anybody there?', 'Thanks.')
    const episode = await run(model, { customer: { ...script, answers: (text) => { asked.push(text); return script.answers(text) } } })
    expect(episode.turns.map((turn: Turn) => (turn.role === 'customer' ? turn.text : turn.role))).toEqual(['Hello.', 'agent', 'Anybody there?', 'agent', 'Thanks.', 'agent'])
    expect(asked).toEqual(['', 'Yes.', 'Bye.'])
    expect(episode.termination).toEqual({ kind: 'done' })
  })

  test('tells of each turn once, in order, when it is whole', async () => {
    const told: Turn[] = []
    const episode = await run(modelOf(use('a'), say('Bye.')), { onTurn: (turn) => { told.push(structuredClone(turn)) } })
    expect(told).toEqual(episode.turns)
  })
})

test('a confirming reply keeps its mark', async () => {
  const player = scriptedCustomer({ opens: 'Hi', replies: [{ says: 'Yes', confirms: true }, { says: 'No', confirms: false }, { says: 'Mm' }] })
  expect([await player.answers(''), await player.answers(''), await player.answers(''), await player.answers('')]).toEqual([{ role: 'customer', text: 'Yes', by: 'script', confirms: true }, { role: 'customer', text: 'No', by: 'script', confirms: false }, { role: 'customer', text: 'Mm', by: 'script' }, null])
})

test('a script that is over ends its turn in silence, and numbers its calls through', async () => {
  const model = scriptedModel([{ say: 'Now.', calls: [{ tool: 'a', input: {} }, { tool: 'b', input: {} }] }, { calls: [{ tool: 'c', input: {} }] }])
  const episode = await run(model)
  expect(callsOf(episode).map(({ id }) => id)).toEqual(['call_1', 'call_2', 'call_3'])
  expect(episode).toMatchObject({ termination: { kind: 'done' }, silent_end: true })
})

describe('an answer that comes late', () => {
  const slow = () => session((tool) => ({ outcome: 'ok', result: `"${tool}"`, changes: [], ...(tool === 'slow' ? { fault: 'delay', delayed: 3000 } : {}) }))

  test('is waited for where there is a way to wait, and is on record either way', async () => {
    const waited: number[] = []
    const played = async (more: Partial<EpisodeOptions>) => callsOf(await run(modelOf(use('quick', 'slow', 'quick'), say('Done.')), { session: slow(), ...more })).map(({ tool, delayed }) => [tool, delayed])
    const onRecord = [['quick', undefined], ['slow', 3000], ['quick', undefined]]
    expect(await played({ wait: (milliseconds) => { waited.push(milliseconds); return Promise.resolve() } })).toEqual(onRecord)
    expect(waited).toEqual([3000])
    expect(await played({})).toEqual(onRecord)
  })

  test.each([['its deadline', new DOMException('late', 'TimeoutError'), 'timeout'], ['the person', new Error('stop'), 'cancelled']])('is not waited for beyond %s: the call is kept, and the next is not made', async (_, reason, kind) => {
    const signal = { aborted: false, reason: undefined as unknown }
    const world = slow()
    const episode = await run(modelOf(use('slow', 'quick')), { session: world, signal, wait: () => { Object.assign(signal, { aborted: true, reason }); return Promise.resolve() } })
    expect(episode.termination.kind).toBe(kind)
    expect(callsOf(episode).map(({ tool }) => tool)).toEqual(['slow'])
    expect(world.called).toHaveLength(1)
  })
})
