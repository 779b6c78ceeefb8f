// The machine of one run by a model: scheduler, budget, worlds and model put together. Each finished trial is kept before the next begins in its place.
import type { Turn } from '../../core/agent/episode'
import { Budget } from '../../core/run/budget'
import type { Price } from '../../core/run/prices'
import { Scheduler, type PlannedTrial } from '../../core/run/scheduler'
import type { RunStore, TrialSummary } from '../../core/run/store'
import { summarize } from '../../core/run/summarize'
import { own } from '../../core/task/own'
import type { Amount, RunHead, Spent, Trial } from '../../core/trial/record'
import { runTrial } from '../../core/trial/runTrial'
import type { Api } from '../anthropicModel/api'
import { messagesModel, type Wait } from '../anthropicModel/messagesModel'
import { deadline } from '../anthropicModel/time'
import { lateAnswer } from './lateAnswer'
import type { WorldClient } from '../worldWorker/client'
import { customerFor, customersBudget } from './customers'
import { newDraft, type Drafts } from './drafts'
import { enterLedger } from './ledger'
import { REQUEST_SECONDS, type RunSettings } from './settings'

export interface Caps {
  /** Requests at most, of the whole run. */
  calls: number | null
  nanodollars: number | null
  /** Of them, at most these for the model that plays the customers. */
  customers?: { calls: number | null; nanodollars: number | null }
}

export interface MachineParts {
  head: RunHead
  settings: RunSettings
  planned: readonly PlannedTrial[]
  concurrency: number
  caps: Caps
  spent: Spent
  prices: readonly Price[]
  api: Api
  caching: boolean
  client: WorldClient
  store: Pick<RunStore, 'append'>
  drafts: Drafts
}

/** What the machine tells while it works. */
export interface Told {
  changed(): void
  kept(summary: TrialSummary): void
  turn(planned: PlannedTrial, turns: readonly Turn[]): void
  wait(planned: PlannedTrial, wait: Wait | null): void
}

export interface Machine {
  readonly scheduler: Scheduler
  readonly budget: Budget
}

const amountOf = ({ calls, spent, uncertain, aside, unpriced }: Budget): Amount => ({ calls, nanodollars: spent, uncertain: uncertain + aside, unpriced })

const clock = { now: () => Date.now(), steady: () => performance.now() }

export function modelMachine(parts: MachineParts, told: Told): Machine {
  const { head, settings, caps, spent, prices, api, caching, client, store, drafts } = parts
  let entering = false
  /** What is put aside may have been spent by the time anybody reads it. Several changes at once are one entry. */
  const changed = () => {
    if (entering) return
    entering = true
    queueMicrotask(() => {
      entering = false
      enterLedger(head.id, { caps, spent: { ...amountOf(budget), customers: amountOf(theirs) } })
    })
  }
  const budget: Budget = new Budget({ calls: caps.calls, nanodollars: caps.nanodollars, prices, spent, changed })
  const theirs: Budget = customersBudget(caps, budget, prices, spent, changed)
  const keys = new Map<string, string>()
  const keyOf = ({ world, task, index }: Pick<Trial, 'world' | 'task' | 'index'>) => JSON.stringify([world, task, index])
  let hopeless: string | null = null

  async function play(planned: PlannedTrial, signal: AbortSignal): Promise<Trial> {
    const bundle = head.worlds.find(({ world }) => world.id === planned.world)
    const task = bundle?.tasks.find(({ id }) => id === planned.task)
    if (!bundle || !task) throw new Error(`The run has no task ${planned.world}/${planned.task}.`)
    const draft = newDraft(head.id, planned, new Date().toISOString())
    keys.set(keyOf(planned), draft.key)
    const turns: Turn[] = []
    let keeping: Promise<unknown> = Promise.resolve()
    const { model, maxTokens, effort, thinking } = settings
    const limit = deadline(signal, settings.deadline * 1000)
    const heard = {
      onWait: (wait: Wait | null) => told.wait(planned, wait),
      onHopeless: (says: string) => { hopeless = says },
    }
    const trial = await runTrial(client.world(planned.world), {
      bundle, task, index: planned.index, attempt: planned.attempt,
      player: head.configuration.player,
      model: messagesModel({
        api, caching, model, maxTokens, effort, thinking, requestLimit: REQUEST_SECONDS * 1000, gate: budget, prices, ...heard,
      }),
      customer: customerFor(task, settings.customers, { api, caching, gate: theirs, ...heard }),
      steps: settings.steps, seed: head.configuration.seed, controls: own(settings.controls, planned.world),
      signal: limit.signal, wait: lateAnswer(limit.signal, (wait) => told.wait(planned, wait)),
      asker: client,
      onTurn: (turn) => {
        turns.push(turn)
        told.turn(planned, turns)
        keeping = drafts.keep({ ...draft, turns: [...turns] })
      },
    }, clock).finally(() => { limit.done() })
    await keeping
    return trial
  }

  const scheduler = new Scheduler(parts.planned, parts.concurrency, {
    play: (planned, { signal }) => {
      if (!(signal instanceof AbortSignal)) throw new Error('a run by a model needs a signal of the browser')
      return play(planned, signal)
    },
    keep: async (trial) => {
      await store.append(head.id, [trial])
      await drafts.drop(keys.get(keyOf(trial)) ?? '')
      told.kept(summarize(trial, head))
    },
    canceller: () => new AbortController(),
    forbids: () => hopeless ?? budget.usedUp ?? (settings.customers ? theirs.usedUp : null),
    changed: told.changed,
  })
  return { scheduler, budget }
}
