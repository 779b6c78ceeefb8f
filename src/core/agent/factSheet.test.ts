// A customer with a fact sheet: tells what is asked, when it is asked, and nothing else.
import { expect, test } from 'vitest'
import { factSheetCustomer } from './factSheet'

const customer = factSheetCustomer({
  opens: 'My car was hit.',
  facts: [
    { asked: ['when', 'date'], says: 'It was on 3 October.' },
    { asked: ['where', 'place'], says: 'In the car park on Mill Lane.' },
    { asked: ['go ahead', 'confirm'], says: 'Yes, please go ahead.', confirms: true },
  ],
})
const says = async (text: string) => (await customer.answers(text, undefined))?.text ?? null

test('it opens without telling a fact', () => {
  expect(customer.opens()).toEqual({ role: 'customer', text: 'My car was hit.', by: 'facts' })
})

test.each<[string, string, string | null]>([
  ['a fact is told when it is asked for', 'When did it happen?', 'It was on 3 October.'],
  ['two facts are told in the order of the sheet', 'Where was that, and on which date?', 'It was on 3 October. In the car park on Mill Lane.'],
  ['asked again, it is told again', 'When did it happen?', 'It was on 3 October.'],
  ['a request without a question mark asks too', 'Please tell me the place.', 'In the car park on Mill Lane.'],
  ['a question that the sheet does not answer is not known', 'What colour is it?', "I don't know that."],
  ['part of a word is not the word', 'Is this your whenever policy?', "I don't know that."],
  ['case does not matter', 'WHERE?', 'In the car park on Mill Lane.'],
  ['a report asks nothing and ends the conversation', 'I have filed the claim with the date you gave.', null],
  ['a goodbye ends the conversation', 'Your claim is on its way.', null],
])('%s', async (_, said, expected) => {
  expect(await says(said)).toBe(expected)
})

test('a confirmation is marked as one', async () => {
  expect(await customer.answers('I will send it to the adjuster. Shall I go ahead?', undefined)).toEqual({ role: 'customer', text: 'Yes, please go ahead.', by: 'facts', confirms: true })
  expect((await customer.answers('When?', undefined))?.confirms).toBeUndefined()
})

test('the same question gets the same answer, whatever was asked before', async () => {
  const fresh = factSheetCustomer({ opens: 'x', facts: [{ asked: ['when'], says: 'Now.' }] })
  expect((await fresh.answers('When?', undefined))?.text).toBe('Now.')
  await fresh.answers('Who?', undefined)
  expect((await fresh.answers('When?', undefined))?.text).toBe('Now.')
})
