import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Route } from './route.svelte'

let route: Route
let stop: () => void

beforeEach(() => {
  location.hash = '#/runs'
  route = new Route()
  stop = route.listen()
})
afterEach(() => stop())

test('the address follows the hash, there and back', async () => {
  expect(route.address).toEqual({ page: 'runs' })
  route.go({ page: 'run', id: 'r1' })
  await expect.poll(() => route.address).toEqual({ page: 'run', id: 'r1' })
  history.back()
  await expect.poll(() => route.address).toEqual({ page: 'runs' })
})

test('a parameter is replaced without a new entry in the history', () => {
  const entries = history.length
  route.replace({ page: 'prove', grader: 'must-only' })
  flushSync()
  expect(location.hash).toBe('#/prove?grader=must-only')
  expect(route.address).toEqual({ page: 'prove', grader: 'must-only' })
  expect(history.length).toBe(entries)
})

test('nothing is followed any more once it has stopped', async () => {
  stop()
  location.hash = '#/prove'
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(route.address).toEqual({ page: 'runs' })
})
