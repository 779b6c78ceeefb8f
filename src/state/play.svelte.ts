// Playing by hand: the person is the model of one trial. The same loop runs it as any other.
import { PERSON, PERSON_SEED, PERSON_STEPS } from '../adapters/person'
import { customerOf } from '../core/agent/customer'
import type { Turn } from '../core/agent/episode'
import { Stopped, type Model, type ModelTurn } from '../core/agent/model'
import type { Bundle, Task } from '../core/task/schema'
import type { Trial } from '../core/trial/record'
import { runTrial, type Clock } from '../core/trial/runTrial'
import type { Table } from '../core/world/table'
import { sentence } from './library.svelte'
import { moments, type Moment } from './moments'
import type { Place } from './services'

/** `yours`: the person's turn; `working`: the world or the customer answers; `over`: there is a trial. */
type Phase = 'opening' | 'yours' | 'working' | 'over' | 'broken'

interface Waiting {
  resolve(turn: ModelTurn): void
  reject(reason: Error): void
}

const ownClock: Clock = { now: () => Date.now(), steady: () => performance.now() }

export class HandPlay {
  readonly bundle: Bundle
  readonly task: Task
  /** The structural controls that are switched on. */
  readonly controls: readonly string[]
  readonly #open: () => Promise<Place>
  readonly #clock: Clock
  #phase = $state<Phase>('opening')
  #trouble = $state('')
  #turns = $state.raw<Turn[]>([])
  #start = $state.raw<Table[]>([])
  #trial = $state.raw<Trial>()
  #practice = $state(false)
  /** What the person did, turn by turn: what an undo plays again. */
  #moves = $state.raw<ModelTurn[]>([])
  /** Which episode is the present one; an older one has nothing more to say here. */
  #episode = 0
  #waiting: Waiting | null = null
  #settled: (() => void)[] = []
  #began: { at: number; steady: number } | null = null

  /** The run that keeps its trial. */
  kept = $state<string>()

  constructor(open: () => Promise<Place>, bundle: Bundle, task: Task, clock: Clock = ownClock, controls: readonly string[] = []) {
    this.controls = controls
    this.#open = open
    this.bundle = bundle
    this.task = task
    this.#clock = clock
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Why it broke, as a sentence. */
  get trouble(): string {
    return this.#trouble
  }

  /** The steps so far. Worked out anew each time: a play outlives the page that shows it. */
  get moments(): Moment[] {
    return moments({ turns: this.#turns, termination: { kind: 'done' } })
  }

  /** Moves that stand: calls and messages. */
  get made(): number {
    return this.#moves.length
  }

  get turns(): readonly Turn[] {
    return this.#turns
  }

  /** The tables before the first step. */
  get start(): Table[] {
    return this.#start
  }

  /** The graded trial, once it is over. */
  get trial(): Trial | undefined {
    return this.#trial
  }

  /** Whether steps were undone: the trial is practice, and is not counted. */
  get practice(): boolean {
    return this.#practice
  }

  get canUndo(): boolean {
    return this.#moves.length > 0 && (this.#phase === 'yours' || this.#phase === 'over')
  }

  /** Starts from the beginning; resolves when it is the person's turn, or when it broke. */
  begin(): Promise<void> {
    this.#practice = false
    this.#began = null
    return this.#play([])
  }

  /** Calls a tool; resolves when its result is there. Does nothing where it is not the person's turn. */
  call(tool: string, input: unknown): Promise<void> {
    const calls = this.#moves.filter(({ stop_reason }) => stop_reason === 'tool_use').length
    return this.#move({ content: [{ type: 'tool_use', id: `call_${calls + 1}`, name: tool, input }], stop_reason: 'tool_use' })
  }

  /** Ends the turn with a message, '' for none; resolves when the customer has answered, or the trial is graded. */
  say(text: string): Promise<void> {
    return this.#move({ content: text.trim() === '' ? [] : [{ type: 'text', text }], stop_reason: 'end_turn' })
  }

  /** Takes the last move back: the others are made again in a fresh world. The trial is practice from now on. */
  undo(): Promise<void> {
    if (!this.canUndo) return Promise.resolve()
    this.#practice = true
    return this.#play(this.#moves.slice(0, -1))
  }

  /** Leaves the episode. */
  leave(): void {
    this.#episode += 1
    this.#waiting?.reject(new Stopped({ kind: 'cancelled' }))
    this.#waiting = null
  }

  #move(turn: ModelTurn): Promise<void> {
    const waiting = this.#waiting
    if (!waiting) return Promise.resolve()
    this.#waiting = null
    this.#moves = [...this.#moves, turn]
    this.#phase = 'working'
    waiting.resolve(turn)
    return this.#whenSettled()
  }

  #whenSettled(): Promise<void> {
    return new Promise((resolve) => this.#settled.push(resolve))
  }

  #settle(phase: Phase): void {
    this.#phase = phase
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  #play(moves: ModelTurn[]): Promise<void> {
    this.leave()
    this.kept = undefined
    this.#moves = moves
    this.#trial = undefined
    this.#phase = moves.length === 0 ? 'opening' : 'working'
    const settled = this.#whenSettled()
    void this.#run(this.#episode, [...moves])
    return settled
  }

  async #run(episode: number, again: ModelTurn[]): Promise<void> {
    const { bundle, task } = this
    const turns: Turn[] = []
    const model: Model = {
      next: () => {
        const past = again.shift()
        if (past) return Promise.resolve(past)
        if (episode !== this.#episode) return Promise.reject(new Stopped({ kind: 'cancelled' }))
        return new Promise((resolve, reject) => {
          this.#waiting = { resolve, reject }
          this.#turns = [...turns]
          this.#settle('yours')
        })
      },
    }
    try {
      const { world, asker } = await this.#open()
      const start = this.#start.length > 0 ? this.#start : await world.start(task.id)
      if (episode !== this.#episode) return
      this.#start = start
      this.#began ??= { at: this.#clock.now(), steady: this.#clock.steady() }
      const { at, steady } = this.#began
      const trial = await runTrial(world, {
        bundle, task, index: 0, player: PERSON, model, customer: customerOf(task.customer), steps: PERSON_STEPS, seed: PERSON_SEED, controls: this.controls, asker, onTurn: (turn) => turns.push(turn),
      }, this.#clock)
      if (episode !== this.#episode) return
      this.#turns = trial.episode.turns
      // The time of the person, undone steps included.
      this.#trial = { ...trial, started: new Date(at).toISOString(), milliseconds: Math.max(0, Math.round(this.#clock.steady() - steady)), ...(this.#practice ? { practice: true } : {}) }
      this.#settle('over')
    } catch (error) {
      if (episode !== this.#episode) return
      this.#trouble = sentence(error)
      this.#settle('broken')
    }
  }
}

/** Plays that were left in the middle, or before they were kept, by the visit they belong to. */
const left = new WeakMap<object, Map<string, HandPlay>>()
const keyOf = (world: string, task: string, controls: readonly string[]): string => JSON.stringify([world, task, controls])

/** Puts a play aside, for whoever comes back to its task; one without a move is given up. */
export function leavePlay(visit: object, play: HandPlay): void {
  if (play.made === 0) return play.leave()
  const plays = left.get(visit) ?? new Map<string, HandPlay>()
  left.set(visit, plays.set(keyOf(play.bundle.world.id, play.task.id, play.controls), play))
}

/** The play of a task that was put aside in this visit, if it was of just this world. */
export function takePlay(visit: object, bundle: Bundle, task: Task, controls: readonly string[] = []): HandPlay | undefined {
  const plays = left.get(visit)
  const key = keyOf(bundle.world.id, task.id, controls)
  const play = plays?.get(key)
  plays?.delete(key)
  if (play?.bundle === bundle) return play
  play?.leave()
  return undefined
}
