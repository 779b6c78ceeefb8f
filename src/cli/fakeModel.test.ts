// npm run fake-model as a process: it prints an address that answers, and refuses what it cannot use.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const args = ['--import', 'tsx', join(import.meta.dirname, 'fakeModel.ts')]
const refusal = (...options: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [...args, ...options], { encoding: 'utf8' })
  return { status, stderr }
}

test('prints a base URL that lists models and plays a shipped task', { timeout: 30_000 }, async () => {
  const running = spawn(process.execPath, [...args, '--port', '0', '--failing', '0', '--delay', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const base = await new Promise<string>((resolve, reject) => {
      let printed = ''
      running.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const found = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/s\/oracle\/demo)$/m.exec(printed)?.[1]
        if (found) resolve(found)
      })
      running.once('exit', () => { reject(new Error(`it ended: ${printed}`)) })
    })
    const listed = (await (await fetch(`${base}/v1/models`)).json()) as { data: { id: string }[] }
    expect(listed.data.map(({ id }) => id)).toContain('fake-oracle')
    const opens = 'Hi there, the teapot from order ORD-1001 arrived with its spout snapped clean off. I\'d like my money back, please. You\'ll have me under maren.okafor@example.com. Thanks, Maren'
    const answer = await fetch(`${base}/v1/messages`, { method: 'POST', body: JSON.stringify({ model: 'fake-oracle', max_tokens: 10, messages: [{ role: 'user', content: opens }] }) })
    expect(await answer.json()).toMatchObject({ type: 'message', model: 'fake-oracle', stop_reason: 'tool_use', content: [{ type: 'tool_use', name: 'lookup_customer', input: { email: 'maren.okafor@example.com' } }] })
  } finally {
    running.kill()
  }
})

test.each([[['--failing', '1.5'], '--failing: "1.5"'], [['--port', 'x'], '--port: "x"'], [['--nope'], 'npm run fake-model'], [['--delay', '1.5'], 'whole number']])('%j ends 2 with a sentence', { timeout: 20_000 }, (options, says) => {
  expect(refusal(...options)).toEqual({ status: 2, stderr: expect.stringContaining(says) })
})
