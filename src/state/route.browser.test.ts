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

test('an embed never rewrites its address, and stays one', () => {
  stop()
  location.hash = '#/?embed=1&hide=policy'
  route = new Route()
  stop = route.listen()
  const entries = history.length
  route.replace({ page: 'play', who: 'oracle', step: 2 })
  route.go({ page: 'runs' })
  expect(location.hash).toBe('#/?embed=1&hide=policy')
  expect(history.length).toBe(entries)
  expect(route.address).toEqual({ page: 'runs' })
  expect(route.view.embed).toBe(true)
})

test('the view stays in the hash while the address changes', () => {
  stop()
  location.hash = '#/?present=1'
  route = new Route()
  stop = route.listen()
  route.replace({ page: 'play', step: 2 })
  expect(location.hash).toBe('#/?step=2&present=1')
})
