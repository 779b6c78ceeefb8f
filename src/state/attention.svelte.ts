// Attention, only on request: a notification when a run has ended, and a screen that stays awake meanwhile.

export class Attention {
  #notifies = $state(false)
  #awake = $state(false)
  #trouble = $state('')
  #lock: WakeLockSentinel | null = null

  get notifies(): boolean { return this.#notifies }
  get awake(): boolean { return this.#awake }
  /** Why one of them cannot be had, as a sentence. */
  get trouble(): string { return this.#trouble }

  async notify(on: boolean): Promise<void> {
    this.#trouble = ''
    try {
      this.#notifies = on && (await Notification.requestPermission()) === 'granted'
    } catch {
      this.#notifies = false
    }
    if (on && !this.#notifies) this.#trouble = 'The browser does not let this page notify you; its settings for this site decide.'
  }

  async stayAwake(on: boolean): Promise<void> {
    this.#trouble = ''
    this.#awake = on
    if (!on) return this.rest()
    await this.again()
    if (!this.#lock) {
      this.#awake = false
      this.#trouble = 'The browser does not let this page keep the screen awake.'
    }
  }

  /** A page that was hidden has lost its lock: called when it is seen again. */
  async again(): Promise<void> {
    if (!this.#awake || (this.#lock && !this.#lock.released)) return
    try {
      this.#lock = await navigator.wakeLock.request('screen')
    } catch {
      this.#lock = null
    }
  }

  async rest(): Promise<void> {
    const lock = this.#lock
    this.#lock = null
    await lock?.release().catch(() => undefined)
  }

  /** Tells that something has ended, where that was asked for. */
  tell(title: string, text: string): void {
    if (!this.#notifies) return
    try {
      new Notification(title, { body: text })
    } catch {
      this.#notifies = false
    }
  }
}
