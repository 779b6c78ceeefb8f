// What a policy may name: an origin and nothing that could widen it.
import { expect, test } from 'vitest'
import { allowedOrigin, narrowPolicy } from './narrow'

test.each(['https://api.anthropic.com', 'https://a.example:8443', 'http://localhost:11434', 'http://127.0.0.1:8080'])('%s may be chosen', (origin) => {
  expect(allowedOrigin(origin)).toBe(origin)
  expect(narrowPolicy(origin)).toBe(`connect-src 'self' ${origin}`)
})

test.each([null, '', 'null', '*', 'https:', 'https://*', 'https://a.example/', 'https://a.example/v1', 'https://a.example; script-src *', 'https://a.example https://b.example', 'https://u:p@a.example', 'http://a.example', 'http://[::1]:80', 'https://[::1]', 'ftp://a.example', 'data:,x', 'blob:https://a.example/x', ' https://a.example', 'HTTPS://A.EXAMPLE'])('%j may not', (text) => {
  expect(allowedOrigin(text)).toBeNull()
})

test('where none is chosen, only the page is left', () => {
  expect(narrowPolicy(null)).toBe("connect-src 'self'")
})
