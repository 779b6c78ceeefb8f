// A browser of one's own on a profile that stays: it can be killed and started again, or left alone without a debugger.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright-core'
import { chromiumFlags, findChromium } from '../testing/chromium'

export class OwnBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'aftermath-browser-'))
  #child: ChildProcess | undefined
  #port = ''

  /** Starts it, and connects to it. */
  async start(): Promise<Browser> {
    const portFile = join(this.#profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    rmSync(join(this.#profile, 'SingletonLock'), { force: true })
    this.#child = spawn(findChromium() ?? 'chromium', [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${this.#profile}`, 'about:blank'], { detached: true, stdio: 'ignore' })
    for (let tries = 0; !(existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n')); tries += 1) {
      if (tries > 1000) throw new Error('the browser does not start')
      await sleep(20)
    }
    this.#port = readFileSync(portFile, 'utf8').split('\n')[0] ?? ''
    return this.connect()
  }

  /** Connects once more. Closing a connection leaves the browser as it is. */
  connect(): Promise<Browser> {
    return chromium.connectOverCDP(`http://127.0.0.1:${this.#port}`)
  }

  /** Ends the whole browser at once, without a word to it. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
