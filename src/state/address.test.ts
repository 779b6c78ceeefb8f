import { expect, test } from 'vitest'
import { readAddress, writeAddress, type Address } from './address'

test('the start page is Play', () => {
  for (const hash of ['', '#', '#/']) expect(readAddress(hash)).toEqual({ page: 'play' })
  expect(readAddress('#/prove')).toEqual({ page: 'prove' })
})

test('a teacher’s link names grader, agents and cell', () => {
  expect(readAddress('#/prove?grader=trust-the-words&agents=oracle,liar&cell=liar/refund-damaged')).toEqual({
    page: 'prove', grader: 'trust-the-words', agents: ['oracle', 'liar'], cell: { column: 'liar', task: 'refund-damaged' },
  })
})

test('what is written is read back as the same address', () => {
  const addresses: Address[] = [
    { page: 'play' },
    { page: 'play', world: 'shop', task: 'refund-damaged', who: 'you', step: 3, tab: 'changes' },
    { page: 'prove', world: 'shop', grader: 'must-only', agents: ['null'], tasks: ['cancel-paid', 'refund-damaged'], cell: { column: 'mutants', task: 'cancel-paid' } },
    { page: 'runs' },
    { page: 'run', id: 'a.b_c-1', show: 'failed', text: 'a & b?/#=%' },
    { page: 'monitor', id: 'r' },
    { page: 'play', world: 'claims', task: 'glass-windscreen', who: 'you', controls: ['route-needs-decision', 'write-needs-confirmation'] },
    { page: 'trial', id: 'r', world: 'shop', task: 'refund-damaged', trial: 12, attempt: 2, step: 3, tab: 'grade', grader: 'calls-only' },
  ]
  for (const address of addresses) expect(readAddress(writeAddress(address))).toEqual(address)
})

test('a bad link is lost, with a sentence that names what is wrong', () => {
  const why = (hash: string) => {
    const address = readAddress(hash)
    return address.page === 'lost' ? address.why : address
  }
  expect(why('#/?who=nobody')).toContain('“nobody”')
  expect(why('#/nowhere')).toContain('/nowhere')
  expect(why('#/prove?grader=kind')).toContain('“kind”')
  expect(why('#/prove?agents=oracle,thief')).toContain('“thief”')
  expect(why('#/runs/a/shop/task/x')).toContain('“x”')
  expect(why('#/runs/%E0%A4%A/b')).toContain('no page')
  expect(why('#/?tab=tabels')).toBe('In this address, “tab” cannot be “tabels”. It can be tables, changes, grade, sql.')
  expect(why('#/?step=two')).toBe('In this address, “step” must be a whole number, and is “two”.')
  expect(why('#/?hide=policy,grades')).toContain('“grades”')
  expect(why('#/runs/a?show=fail')).toContain('“fail”')
  expect(why('#/runs/a?sort=size')).toContain('“size”')
  expect(why('#/prove?cell=thief/refund-damaged')).toContain('“thief”')
  expect(why('#/runs/a?k=-1')).toContain('“-1”')
  expect(why('#/?tab=&step=&hide=')).toEqual({ page: 'play' })
})
