import { expect, test } from 'vitest'
import { miniWorld } from '../testing/fixtures/fakeServices'
import { miniShop, miniTasks } from '../testing/fixtures/miniShop'
import { HandPlay, leavePlay, takePlay } from './play.svelte'

const task = (id: string) => miniTasks.find((one) => one.id === id)!
const clock = { now: () => Date.UTC(2026, 9, 26), steady: () => 0 }
const start = async (id: string, world = () => Promise.resolve({ world: miniWorld() })) => {
  const play = new HandPlay(world, miniShop, task(id), clock)
  await play.begin()
  return play
}

test('the person is the model: calls, then a message, then a graded trial', async () => {
  const play = await start('cancel-paid')
  expect(play.phase).toBe('yours')
  expect(play.moments.map(({ kind }) => kind)).toEqual(['customer'])
  await play.call('cancel_order', { order_id: 'ORD-1' })
  expect(play.phase).toBe('yours')
  expect(play.moments[1]).toMatchObject({ kind: 'call', call: { n: 1, id: 'call_1', tool: 'cancel_order', outcome: 'ok' } })
  await play.say('ORD-1 has been cancelled.')
  expect(play.phase).toBe('over')
  expect(play.trial).toMatchObject({ world: 'mini', task: 'cancel-paid', index: 0, attempt: 1, state: 'pass', player: { kind: 'person', id: 'you', title: 'You' }, started: '2026-10-26T00:00:00.000Z' })
  expect(play.trial).not.toHaveProperty('practice')
})

test('an undone step is played no more, and the trial is practice', async () => {
  const play = await start('refund-late')
  await play.call('issue_refund', { order_id: 'ORD-2', amount_cents: 5900 })
  await play.undo()
  expect(play.phase).toBe('yours')
  expect(play.practice).toBe(true)
  expect(play.moments.map(({ kind }) => kind)).toEqual(['customer'])
  await play.call('escalate', { note: 'Too late.' })
  await play.say('I have passed this on.')
  expect(play.trial).toMatchObject({ state: 'pass', practice: true, outcome: { changes: [{ table: 'escalations' }] } })
  await play.undo()
  expect(play.phase).toBe('yours')
  expect(play.trial).toBeUndefined()
  expect(play.moments.map(({ kind }) => kind)).toEqual(['customer', 'call'])
  await play.begin()
  expect(play.practice).toBe(false)
})

test('an error of a tool is its result, and the episode goes on', async () => {
  const play = await start('cancel-paid')
  await play.call('cancel_order', {})
  expect(play.phase).toBe('yours')
  expect(play.moments[1]).toMatchObject({ kind: 'call', call: { outcome: 'error' } })
})

test('a customer who has more to say answers, and it is the person’s turn again', async () => {
  const two = { ...task('cancel-paid'), customer: { opens: 'Cancel it.', replies: [{ says: 'ORD-1.' }] } }
  const play = new HandPlay(() => Promise.resolve({ world: miniWorld() }), { ...miniShop, tasks: [two] }, two, clock)
  await play.begin()
  await play.say('Which one?')
  expect(play.phase).toBe('yours')
  expect(play.moments.map((moment) => ('text' in moment ? moment.text : ''))).toEqual(['Cancel it.', 'Which one?', 'ORD-1.'])
})

test('a turn that ends in silence, with nothing done, is not scored', async () => {
  const play = await start('cancel-paid')
  await play.say('')
  expect(play.trial?.state).toBe('missing_output')
})

test('a world that does not open breaks it with its sentence, and it can be begun again', async () => {
  let broken = true
  const play = await start('cancel-paid', () => (broken ? Promise.reject(new Error('The engine did not load')) : Promise.resolve({ world: miniWorld() })))
  expect(play.phase).toBe('broken')
  expect(play.trouble).toBe('The engine did not load.')
  broken = false
  await play.begin()
  expect(play.phase).toBe('yours')
})

test('nothing is heard any more of an episode that was left', async () => {
  const play = await start('cancel-paid')
  play.leave()
  await play.call('cancel_order', { order_id: 'ORD-1' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(play.trial).toBeUndefined()
  expect(play.moments).toHaveLength(1)
})

test('a play that was left is found again as it was, by its task, its world and its controls; one without a move is given up', async () => {
  const visit = {}
  const fresh = await start('cancel-paid')
  leavePlay(visit, fresh)
  expect(takePlay(visit, miniShop, task('cancel-paid'))).toBeUndefined()

  const play = await start('cancel-paid')
  await play.call('cancel_order', { order_id: 'ORD-1' })
  leavePlay(visit, play)
  expect(takePlay(visit, miniShop, task('refund-late'))).toBeUndefined()
  expect(takePlay(visit, miniShop, task('cancel-paid'), ['a-control'])).toBeUndefined()
  expect(takePlay({}, miniShop, task('cancel-paid'))).toBeUndefined()
  const again = takePlay(visit, miniShop, task('cancel-paid'))
  expect(again).toBe(play)
  await again!.say('ORD-1 has been cancelled.')
  expect(again!.trial?.state).toBe('pass')

  again!.kept = 'run-1'
  leavePlay(visit, again!)
  expect(takePlay(visit, miniShop, task('cancel-paid'))?.kept).toBe('run-1')
  leavePlay(visit, again!)
  // The world has been replaced: what was played in the other one is not taken up in this.
  expect(takePlay(visit, { ...miniShop }, task('cancel-paid'))).toBeUndefined()
})
