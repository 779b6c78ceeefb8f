// Who plays the customers of the next run: the task's own words, or a model with a budget of its own.
import type { CustomerSettings } from '../adapters/modelRun/settings'
import { readCaps, readWhole } from './numbers'

/** What is typed; an empty model is the agent's. */
type Typed = Record<'model' | 'answers' | 'capDollars' | 'capCalls', string>

const FIRST: Typed = { model: '', answers: '10', capDollars: '', capCalls: '' }
const ANSWERS = { title: 'Messages of a customer', least: 1, most: 200 }

export class CustomerSetup {
  played = $state(false)
  texts = $state<Typed>({ ...FIRST })

  get answers(): number | string { return readWhole(ANSWERS, this.texts.answers) }

  /** The customers' own caps, or in a sentence why they are none. Empty is no cap but the run's. */
  get caps(): { nanodollars: number | null; calls: number | null } | string { return readCaps(this.texts.capDollars, this.texts.capCalls, 'the customers’ ') }

  /** Everything that stands in the way, a sentence each. */
  get problems(): string[] {
    return this.played ? [this.answers, this.caps].filter((one) => typeof one === 'string') : []
  }

  /** Undefined where the customers are as their task is written. */
  settings(agent: string): CustomerSettings | undefined {
    const { played, answers, texts } = this
    return played && typeof answers === 'number' ? { model: texts.model.trim() || agent, answers } : undefined
  }

  like(settings: CustomerSettings | undefined): void {
    this.played = settings !== undefined
    if (settings) this.texts = { ...this.texts, model: settings.model, answers: String(settings.answers) }
  }

  get kept(): unknown { return { played: this.played, ...this.texts } }

  /** Takes up what was kept; what is not of its kind stays as it is. */
  recall(kept: unknown): void {
    if (typeof kept !== 'object' || kept === null) return
    this.played = Reflect.get(kept, 'played') === true
    for (const field of Object.keys(FIRST) as (keyof Typed)[]) {
      const text: unknown = Reflect.get(kept, field)
      if (typeof text === 'string' && text.length < 200) this.texts[field] = text
    }
  }
}
