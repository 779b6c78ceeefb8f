// Attention, only on request: a notification when a run has ended, and a screen that stays awake meanwhile. It outlives the pages that show a run.

const NO_NOTICE = 'The browser does not let this page notify you; its settings for this site decide.'
const NOT_AWAKE = 'The browser does not let this page keep the screen awake.'

export class Attention {
  #notifies = $state(false)
  #awake = $state(false)
  #trouble = $state('')
  #lock: WakeLockSentinel | null = null
  /** Whether something runs that the screen is kept awake for. */
  #working = false

  constructor() {
    // A page that is hidden loses its lock, and may have it again once it is seen.
    document.addEventListener('visibilitychange', () => { if (!document.hidden) void this.#hold() })
  }

  /** Whether the end of a run is told by a notification. */
  get notifies(): boolean { return this.#notifies }
  /** Whether the screen is kept awake while a run is played. */
  get awake(): boolean { return this.#awake }
  /** Why one of them cannot be had, as a sentence. */
  get trouble(): string { return this.#trouble }

  async notify(on: boolean): Promise<void> {
    this.#trouble = ''
    this.#notifies = on
    if (!on) return
    const allowed = await askToNotify()
    // It may have been switched off again while the browser asked.
    if (!allowed && this.#notifies) this.#noNotice()
  }

  async stayAwake(on: boolean): Promise<void> {
    this.#trouble = ''
    this.#awake = on
    if (on) await this.#hold()
    else await this.#release()
  }

  /** A run begins. */
  async begin(): Promise<void> {
    this.#working = true
    await this.#hold()
  }

  /** It has ended: told, where that was asked for, and the screen may sleep. */
  async end(title: string, text: string): Promise<void> {
    this.#working = false
    this.#tell(title, text)
    await this.#release()
  }

  #tell(title: string, text: string): void {
    if (!this.#notifies) return
    try {
      const notification = new Notification(title, { body: text })
      notification.onclick = () => { focus() }
    } catch {
      this.#noNotice()
    }
  }

  #noNotice(): void {
    this.#notifies = false
    this.#trouble = NO_NOTICE
  }

  async #hold(): Promise<void> {
    if (!this.#awake || !this.#working || document.hidden || (this.#lock && !this.#lock.released)) return
    try {
      const lock = await navigator.wakeLock.request('screen')
      this.#lock = lock
      // While the browser was asked, it may have come to its end.
      if (!this.#awake || !this.#working) return await this.#release()
      lock.addEventListener('release', () => { if (lock === this.#lock && !document.hidden) this.#asleep() })
    } catch {
      if (!document.hidden) this.#asleep()
    }
  }

  #asleep(): void {
    this.#lock = null
    if (!this.#awake || !this.#working) return
    this.#awake = false
    this.#trouble = NOT_AWAKE
  }

  async #release(): Promise<void> {
    const lock = this.#lock
    this.#lock = null
    await lock?.release().catch(() => undefined)
  }
}

async function askToNotify(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted'
  } catch {
    return false
  }
}
