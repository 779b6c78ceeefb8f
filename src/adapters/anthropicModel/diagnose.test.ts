// What a page says about a server that gave it nothing to read, told from what the browser lets it find out.
import { afterEach, expect, test, vi } from 'vitest'
import type { Api } from './api'
import { diagnose } from './diagnose'

afterEach(() => { vi.unstubAllGlobals() })

interface Surroundings {
  page?: string
  onLine?: boolean
  answers?: boolean
  permission?: PermissionState | null
}

function says(origin: string, { page = 'https://aftermath.example', onLine = true, answers = false, permission = null }: Surroundings): Promise<string> {
  vi.stubGlobal('location', { origin: page })
  vi.stubGlobal('navigator', { onLine, permissions: { query: () => (permission === null ? Promise.reject(new TypeError('unknown')) : Promise.resolve({ state: permission })) } })
  vi.stubGlobal('fetch', vi.fn(() => (answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError('failed')))))
  return diagnose({ origin, base: origin } as Api, new AbortController().signal)
}

test.each<[string, string, Surroundings, string]>([
  ['no CORS headers', 'https://api.example', { answers: true }, 'without the CORS headers'],
  ['an address where nobody is', 'https://api.example', {}, 'cannot be reached: the address may be wrong'],
  ['a browser that is offline', 'https://api.example', { onLine: false }, 'The browser is offline'],
  ['a server here, a page from the web, permission denied', 'http://localhost:8080', { permission: 'denied' }, 'allow "local network access"'],
  ['a server here, a page from the web, permission not given yet', 'http://127.0.0.1:8080', { permission: 'prompt' }, 'if the browser asks whether this page may reach devices on the local network, allow it'],
  ['a server here, a page from the web, a browser that knows no such permission', 'http://localhost:8080', {}, 'start the server'],
  ['a server here and a page from here', 'http://localhost:8080', { page: 'http://localhost:5173', onLine: false }, 'cannot be reached: the address may be wrong'],
])('%s', async (_, origin, surroundings, expected) => {
  const told = await says(origin, surroundings)
  expect(told).toContain(expected)
  expect(told).toMatch(/^[^\n]+\.$/)
})

test('the look sends no key and asks for no permission', async () => {
  await says('https://api.example', {})
  const [, init] = vi.mocked(fetch).mock.calls[0] ?? []
  expect(init).toMatchObject({ mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(init).not.toHaveProperty('headers')
})
