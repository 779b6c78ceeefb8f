// The room of a monitor: its rules as text, and what they find in a run's trials.
import { callsOf } from '../core/agent/episode'
import { Monitoring, type MonitorFinding, type MonitorReport } from '../core/report/monitor'
import { exampleMonitor } from '../core/report/monitorExample'
import { readMonitor } from '../core/run/readMonitor'
import { attemptKey } from '../core/run/slot'
import type { Problem } from '../core/task/problem'
import type { RunHead } from '../core/trial/record'
import { sentence } from './library.svelte'
import { moments } from './moments'
import { recall, remember } from './remembered'
import type { Services } from './services'

const NAME = 'monitor'

export class MonitorRoom {
  readonly head: RunHead
  readonly #store: Services['store']
  #text = $state(recall(NAME) ?? '')
  #applied = $state('')
  #problems = $state.raw<readonly Problem[]>([])
  #report = $state.raw<MonitorReport | null>(null)
  #busy = $state(false)
  #done = $state(0)
  #trouble = $state('')
  /** Attempt → call number → the step of it. */
  #steps = new Map<string, Map<number, number>>()
  #left = false

  constructor(store: Services['store'], head: RunHead) {
    this.#store = store
    this.head = head
    if (this.#text !== '') void this.apply()
  }

  get text(): string { return this.#text }
  set text(text: string) { this.#text = text }

  get problems(): readonly Problem[] { return this.#problems }
  get report(): MonitorReport | null { return this.#report }
  get busy(): boolean { return this.#busy }
  /** Trials that have been read. */
  get done(): number { return this.#done }
  get trouble(): string { return this.#trouble }
  /** Whether the text is no longer what was applied. */
  get edited(): boolean { return this.#report !== null && this.#text !== this.#applied }

  /** Holds the rules against every trial. Where they are faulty, says so, and what was found before stays. */
  async apply(): Promise<void> {
    if (this.#busy) return
    const text = this.#text
    const read = readMonitor(text)
    this.#problems = read.ok ? [] : read.problems
    if (!read.ok) return
    remember(NAME, text)
    const monitoring = new Monitoring(read.value, this.head)
    const steps = new Map<string, Map<number, number>>()
    const done = await this.#eachTrial((trial) => {
      monitoring.add(trial)
      steps.set(attemptKey(trial), new Map(moments(trial.episode).flatMap((moment) => (moment.kind === 'call' ? [[moment.call.n, moment.step]] : []))))
    })
    if (!done) return
    this.#steps = steps
    this.#applied = text
    this.#report = monitoring.report()
  }

  /** Puts an example into the editor, made for this run. */
  async example(): Promise<void> {
    const called = new Set<string>()
    const done = await this.#eachTrial((trial) => { for (const { tool } of callsOf(trial.episode)) called.add(tool) })
    if (done) this.#text = exampleMonitor(this.head, called)
  }

  /** The step at which a finding's evidence stands. */
  stepOf(finding: MonitorFinding): number | undefined {
    return finding.call === undefined ? undefined : this.#steps.get(attemptKey(finding))?.get(finding.call)
  }

  leave(): void {
    this.#left = true
  }

  /** False where it could not be done, or nobody waits for it any more. */
  async #eachTrial(see: (trial: Parameters<Monitoring['add']>[0]) => void): Promise<boolean> {
    this.#busy = true
    this.#done = 0
    this.#trouble = ''
    try {
      for await (const trials of this.#store.trials(this.head.id)) {
        if (this.#left) return false
        for (const trial of trials) see(trial)
        this.#done += trials.length
      }
      return !this.#left
    } catch (error) {
      this.#trouble = sentence(error)
      return false
    } finally {
      this.#busy = false
    }
  }
}
