// Addresses and keys at entry, and where a key is kept.
import { describe, expect, test } from 'vitest'
import { cleanBaseUrl, cleanKey, Session, type KeyStorage } from './connection'
import { PRESETS } from './presets'

describe('an address', () => {
  test.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com'],
    ['  https://api.anthropic.com/ \n', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
    ['https://API.example:443//proxy//anthropic///v1//', 'https://api.example/proxy/anthropic'],
    ['http://localhost:11434/', 'http://localhost:11434'],
    ['HTTP://127.0.0.1:8080/v1/models/', 'http://127.0.0.1:8080'],
    ['https://a.example/v10', 'https://a.example/v10'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%j becomes %s', (entered, value) => {
    expect(cleanBaseUrl(entered)).toEqual({ ok: true, value })
    expect(cleanBaseUrl(value)).toEqual({ ok: true, value })
  })

  test.each([
    ['', 'Enter the address'],
    ['api.anthropic.com', 'has to begin with https://'],
    ['localhost:1234', 'has to begin with https://'],
    ['javascript:alert(1)', 'has to begin with https://'],
    ['ftp://a.example', 'not ftp://'],
    ['file:///etc/passwd', 'not file://'],
    ['https://a b.example', 'contains a space'],
    ['https://user:secret@a.example', 'user name or password'],
    ['https://secret@a.example', 'user name or password'],
    ['https://a.example/?key=secret', 'contains a query'],
    ['https://a.example/?', 'contains a query'],
    ['https://a.example/#x', 'contains a fragment'],
    ['http://a.example', 'Only a server on this machine'],
    ['http://192.168.1.5:8080', 'Only a server on this machine'],
    ['http://localhost.evil.example', 'Only a server on this machine'],
    ['http://[::1]:8080', 'IPv6'],
    ['https://*', 'not the name of a server'],
    ['https://*.example', 'not the name of a server'],
    ['https://', 'not an address'],
  ])('%j is refused: %s', (entered, says) => {
    const cleaned = cleanBaseUrl(entered)
    expect(cleaned).toEqual({ ok: false, says: expect.stringContaining(says) })
    expect(JSON.stringify(cleaned)).not.toContain('secret')
  })

  test('of every preset is one already', () => {
    for (const { base } of PRESETS.filter((preset) => preset.base !== '')) expect(cleanBaseUrl(base)).toEqual({ ok: true, value: base })
  })
})

describe('a key', () => {
  test('loses the blanks around it', () => {
    expect(cleanKey(' \t sk-ant-1 \r\n')).toEqual({ ok: true, value: 'sk-ant-1' })
    expect(cleanKey('')).toEqual({ ok: true, value: '' })
  })

  test.each([
    ['sk ant', 3, 'a space'],
    ['sk\nant', 3, 'a space or a line break'],
    ['  sk\u200bant', 5, 'invisible (U+200B)'],
    ['sk\u00a0ant', 3, 'a space'],
    ['skант', 3, 'not a plain letter, digit or sign (U+0430)'],
    ['sk😀', 3, 'U+1F600'],
    ['sk\u0007', 3, 'invisible (U+0007)'],
    ['sk–ant', 3, 'U+2013'],
  ])('%j is refused at character %i: %s', (entered, at, what) => {
    const cleaned = cleanKey(entered)
    expect(cleaned).toEqual({ ok: false, says: expect.stringMatching(new RegExp(`^Character ${at} of the key is `)) })
    expect(JSON.stringify(cleaned)).toContain(what)
  })
})

/** A storage of which one can see what is in it. */
function storage(): KeyStorage & { all: Map<string, string> } {
  const all = new Map<string, string>()
  return { all, getItem: (name) => all.get(name) ?? null, setItem: (name, value) => { all.set(name, value) }, removeItem: (name) => { all.delete(name) } }
}

describe('a session', () => {
  test('keeps the key in memory only, until it is asked to remember it', () => {
    const kept = storage()
    const session = new Session(() => kept)
    session.choose('anthropic', 'https://api.anthropic.com')
    expect(session.enterKey(' sk-ant-secret ')).toBeNull()
    expect(session.connection).toMatchObject({ base: 'https://api.anthropic.com', key: 'sk-ant-secret', scheme: 'bearer' })
    expect([...kept.all.values()].join()).not.toContain('secret')
    expect(new Session(() => kept).hasKey).toBe(false)
    expect(session.remember(true)).toBe(true)
    expect(new Session(() => kept)).toMatchObject({ hasKey: true, remembers: true, ready: true })
    session.remember(false)
    expect([...kept.all.values()].join()).not.toContain('secret')
    expect(session.hasKey).toBe(true)
  })

  test('forgets the key when the origin changes, also the remembered one; not when only the path does', () => {
    const kept = storage()
    const session = new Session(() => kept)
    session.enterKey('sk-ant-secret')
    session.remember(true)
    session.choose('custom', 'https://api.anthropic.com/proxy')
    expect(session.hasKey).toBe(true)
    session.choose('custom', 'https://evil.example')
    expect(session.hasKey).toBe(false)
    expect([...kept.all.values()].join()).not.toContain('secret')
    session.choose('anthropic', 'https://api.anthropic.com')
    expect(session.hasKey).toBe(false)
  })

  test('does not take a stored key for another origin than its own', () => {
    const kept = storage()
    const session = new Session(() => kept)
    session.enterKey('sk-ant-secret')
    session.remember(true)
    kept.all.set('aftermath.connection', JSON.stringify({ preset: 'custom', base: 'https://evil.example' }))
    expect(new Session(() => kept)).toMatchObject({ origin: 'https://evil.example', hasKey: false })
    expect([...kept.all.values()].join()).not.toContain('secret')
  })

  test('changes nothing where an address or a key is refused', () => {
    const session = new Session(storage)
    session.enterKey('sk-ant-secret')
    expect(session.choose('custom', 'http://evil.example')).toContain('Only a server on this machine')
    expect(session.enterKey('sk ant')).toContain('Character 3')
    expect(session.connection).toMatchObject({ base: 'https://api.anthropic.com', key: 'sk-ant-secret' })
  })

  test('is ready without a key where the server asks for none', () => {
    const session = new Session(storage)
    expect(session.ready).toBe(false)
    session.choose('ollama', 'http://localhost:11434/v1')
    expect(session.ready).toBe(true)
    expect(session.connection).toMatchObject({ ownHeaders: false, caching: false })
  })

  test.each<[string, () => KeyStorage]>([
    ['throws when it is read', () => { throw new Error('denied') }],
    ['throws at every call', () => ({ getItem: () => { throw new Error('denied') }, setItem: () => { throw new Error('full') }, removeItem: () => { throw new Error('denied') } })],
    ['holds nonsense', () => ({ getItem: () => '[{"preset":1', setItem: () => undefined, removeItem: () => undefined })],
    ['holds another shape', () => ({ getItem: () => '{"preset":"__proto__","base":7,"key":{}}', setItem: () => undefined, removeItem: () => undefined })],
  ])('lives on where its storage %s', (name, broken) => {
    const session = new Session(broken)
    expect(session.enterKey('sk-ant-secret')).toBeNull()
    expect(session.remember(true)).toBe(!name.startsWith('throws'))
    expect(session.choose('ollama', 'http://localhost:11434')).toBeNull()
    expect(session.hasKey).toBe(false)
    session.forgetKey()
  })
})
