// A customer played by a model: what it is told, what is recorded, how it ends, and how it leaves the role.
import { describe, expect, test } from 'vitest'
import type { Block } from './episode'
import { modelCustomer } from './modelCustomer'
import { Stopped, type AgentView, type Model, type ModelTurn } from './model'
import { customerPrompt, GOODBYE, NO, personaOf, YES, type Persona } from './persona'

const maren: Persona = { who: 'Maren, in a hurry, polite.', wants: 'Her money back for order ORD-1001.', knows: ['Her email is maren@example.com.'], opens: 'My teapot broke.' }
const says = (text: string, more: Partial<ModelTurn> = {}): ModelTurn => ({ content: [{ type: 'text', text }], stop_reason: 'end_turn', ...more })

function played(turns: (ModelTurn | Error)[], answers = 5) {
  const seen: AgentView[] = []
  const model: Model = {
    next: (view) => {
      const turn = turns[seen.length]
      seen.push(structuredClone(view))
      return turn === undefined || turn instanceof Error ? Promise.reject(turn ?? new Error('asked once too often')) : Promise.resolve(turn)
    },
  }
  return { seen, customer: modelCustomer({ persona: maren, model, answers }) }
}

test('opens with the persona\'s own words, without asking the model', () => {
  const { customer, seen } = played([])
  expect(customer.opens()).toEqual({ role: 'customer', text: 'My teapot broke.', by: 'script' })
  expect(seen).toEqual([])
})

test('is told persona, wish and facts, sees the agent as the user, and has no tools', async () => {
  const { customer, seen } = played([says('It is maren@example.com.'), says('Thanks.')])
  await customer.answers('What is your email?')
  await customer.answers('')
  expect(seen[1]).toEqual({
    system: customerPrompt(maren), tools: [], messages: [
      { role: 'user', content: 'Write your first message.' },
      { role: 'assistant', content: 'My teapot broke.' },
      { role: 'user', content: 'What is your email?' },
      { role: 'assistant', content: [{ type: 'text', text: 'It is maren@example.com.' }] },
      { role: 'user', content: '(The agent sent no text.)' },
    ],
  })
  for (const part of [maren.who, maren.wants, ...maren.knows, GOODBYE, YES, NO]) expect(seen[0]!.system).toContain(part)
})

test('what it says is recorded with who said it, every request for it, and what it cost', async () => {
  const usage = { input_tokens: 5, output_tokens: 7 }
  const served = { model: 'm', usage, request_id: 'req_1', milliseconds: 12, attempts: [{ at: '2026-11-30T10:00:00.000Z', status: 503, error: 'busy' }, { at: '2026-11-30T10:00:01.000Z', status: 200 }] }
  const { customer } = played([says('Yes, please.', served)])
  expect(await customer.answers('Shall I?')).toEqual({ role: 'customer', text: 'Yes, please.', by: 'model', ...served })
})

test('marks what it confirms and what it refuses; both marks, or none, mark nothing; no mark is left in its words', async () => {
  const { customer, seen } = played([says(`Yes, do that. ${YES}`), says(`${NO} Leave it.`), says(`${YES} ${NO} Hm.`), says('Well.'), says(YES)])
  expect(await customer.answers('Shall I?')).toMatchObject({ text: 'Yes, do that.', confirms: true })
  expect(await customer.answers('Shall I?')).toMatchObject({ text: 'Leave it.', confirms: false })
  for (const text of ['Hm.', 'Well.']) {
    const turn = await customer.answers('Shall I?')
    expect(turn).toMatchObject({ text })
    expect(turn).not.toHaveProperty('confirms')
  }
  expect(await customer.answers('Shall I?')).toMatchObject({ text: YES, confirms: true })
  // The model sees its own words as it wrote them.
  expect(seen.at(-1)!.messages[3]).toEqual({ role: 'assistant', content: [{ type: 'text', text: `Yes, do that. ${YES}` }] })
})

test('a task without a persona has one made from its own words, and nothing of what the grader knows', () => {
  const task = { customer: { email: 'maren@example.com', opens: 'My teapot broke.', replies: [{ says: 'The blue one.' }] } }
  const made = personaOf(task)
  expect(made.opens).toBe('My teapot broke.')
  expect(made.knows).toEqual(['The customer’s email address is maren@example.com.', 'Would say: “The blue one.”'])
  expect(personaOf({ customer: { ...task.customer, persona: { who: 'Maren.', wants: 'Money.' } } })).toEqual({ who: 'Maren.', wants: 'Money.', knows: [], opens: 'My teapot broke.' })
})

test('ends by the marker: alone at once, in a message after that message', async () => {
  expect(await played([says(` ${GOODBYE} `, { usage: { input_tokens: 1, output_tokens: 2 } })]).customer.answers('Done.')).toEqual({ role: 'customer', text: GOODBYE, by: 'model', ends: true, usage: { input_tokens: 1, output_tokens: 2 } })
  const { customer, seen } = played([says(`Thank you! ${GOODBYE}`)])
  expect(await customer.answers('Done.')).toMatchObject({ text: 'Thank you!' })
  expect(await customer.answers('Bye.')).toBeNull()
  expect(seen).toHaveLength(1)
})

test('ends when it has answered as often as it may', async () => {
  const { customer, seen } = played([says('One.'), says('Two.')], 1)
  expect(await customer.answers('?')).not.toBeNull()
  expect(await customer.answers('?')).toBeNull()
  expect(seen).toHaveLength(1)
})

describe('leaves the role, and the episode ends as customer', () => {
  test.each<[string, ModelTurn]>([
    ['by silence', says(' \n')],
    ['by an empty message', { content: [], stop_reason: 'end_turn' }],
    ['by refusing', { content: [], stop_reason: 'refusal' }],
    ['by being cut off', says('I would', { stop_reason: 'max_tokens' })],
    ['by an unknown stop', says('I', { stop_reason: 'pause_turn' })],
    ['by calling a tool', { content: [{ type: 'text', text: 'Hm' }, { type: 'tool_use', id: 'a', name: 'refund', input: {} } as Block], stop_reason: 'end_turn' }],
    ['by repeating the agent', says('Shall I?')],
    ['by writing both sides', says('Yes.\nAgent: It is done.')],
    ['by speaking as a machine', says('As an AI language model, I cannot have a teapot.')],
    ['by speaking as the agent', says('Hello! How can I help you today?')],
    ['by claiming the agent\'s deed', says('I have issued a refund of $49.99.')],
    ['by judging', says('Verdict: pass')],
  ])('%s', async (_, turn) => {
    const thrown: unknown = await played([turn]).customer.answers('Shall I?').catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Stopped)
    expect((thrown as Stopped).termination.kind).toBe('customer')
    // What was said is kept, and ends the episode.
    expect((thrown as Stopped).turn).toMatchObject({ role: 'customer', by: 'model', ends: true })
  })

  test.each(['I have a refund pending, I think. Can you help me?', 'The support person told me: no.', 'Could the system be wrong?', 'My agent at the bank says otherwise.'])('but not by “%s”', async (text) => {
    expect(await played([says(text)]).customer.answers('Shall I?')).toMatchObject({ text })
  })
})

test('what stops its model is told as the customer\'s; what the person stopped stays as it is', async () => {
  const thrown = (error: Error) => played([error]).customer.answers('?').catch((found: unknown) => (found as Stopped).termination)
  expect(await thrown(new Stopped({ kind: 'system_error', detail: '503.' }))).toEqual({ kind: 'system_error', detail: 'The model that plays the customer: 503.' })
  expect(await thrown(new Stopped({ kind: 'cancelled', detail: 'Cancelled by the person.' }))).toEqual({ kind: 'cancelled', detail: 'Cancelled by the person.' })
  const { customer, seen } = played([says('Never.')])
  await expect(customer.answers('?', { aborted: true })).rejects.toBeInstanceOf(Stopped)
  expect(seen).toEqual([])
})
