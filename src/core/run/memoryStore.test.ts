// The store in memory keeps the contract.
import { expect, test } from 'vitest'
import { storeContract } from '../../testing/storeContract'
import { MemoryStore } from './memoryStore'

storeContract('the store in memory', async () => new MemoryStore())

test('the store in memory does not outlive the page', () => {
  expect(new MemoryStore().durable).toBe(false)
})
