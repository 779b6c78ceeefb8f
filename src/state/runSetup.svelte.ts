// What a run is set up with before it begins. Numbers stay as they are typed, so that a wrong one can be refused with a sentence.
import { EFFORTS, type Effort, type ListedModel } from '../adapters/anthropicModel/api'
import type { Edits } from '../adapters/modelRun/edits'
import { estimate, type Estimate } from '../adapters/modelRun/estimate'
import type { Caps } from '../adapters/modelRun/machine'
import { worldsOf, type ChosenTask } from '../adapters/modelRun/newModelRun'
import type { RunSettings } from '../adapters/modelRun/settings'
import { settingsOf } from '../adapters/modelRun/settings'
import { MOST_TRIALS } from '../adapters/synthetic'
import { priceOf, type Price } from '../core/run/prices'
import { own } from '../core/task/own'
import type { Bundle } from '../core/task/schema'
import type { RunHead, Spent } from '../core/trial/record'
import { CustomerSetup } from './customerSetup.svelte'
import type { NewPlan } from './liveRoom.svelte'
import { capText, readCaps, readWhole } from './numbers'
import { recall, remember } from './remembered'
import { Selections } from './selections.svelte'

/** Over HTTP/1.1 a page has six connections to a server. */
export const MOST_AT_ONCE = 6

const NUMBERS = {
  trials: { title: 'Trials of each task', least: 1, most: MOST_TRIALS, first: '5' },
  steps: { title: 'Steps of an episode', least: 1, most: 200, first: '20' },
  maxTokens: { title: 'Tokens of a reply', least: 1, most: 200_000, first: '4096' },
  deadline: { title: 'Seconds of a trial', least: 1, most: 86_400, first: '600' },
  concurrency: { title: 'Trials at once', least: 1, most: MOST_AT_ONCE, first: '3' },
} as const
export type NumberField = keyof typeof NUMBERS
export const NUMBER_FIELDS = NUMBERS

/** The whole number in a text, or in a sentence why it is none. */
export const readNumber = (field: NumberField, text: string): number | string => readWhole(NUMBERS[field], text)

const KEPT = 'run-setup'
const keyOf = ({ world, task }: ChosenTask): string => JSON.stringify([world, task])

export class RunSetup {
  readonly #from: { readonly bundles: readonly Bundle[] }
  readonly selections: Selections
  readonly customers = new CustomerSetup()
  texts = $state<Record<NumberField, string>>({ trials: '5', steps: '20', maxTokens: '4096', deadline: '600', concurrency: '3' })
  model = $state('')
  effort = $state<Effort | ''>('')
  thinking = $state<'' | 'adaptive' | 'disabled'>('')
  capDollars = $state('5')
  capCalls = $state('')
  edits = $state.raw<Record<string, Edits>>({})
  controls = $state.raw<Record<string, string[]>>({})
  #chosen = $state.raw<ReadonlySet<string>>(new Set())

  /** Worlds may come and go afterwards: they are read anew each time. */
  constructor(from: { readonly bundles: readonly Bundle[] }) {
    this.#from = from
    this.selections = new Selections(from.bundles)
    this.take(this.selections.given[0]?.tasks ?? [])
    this.#recall()
  }

  get bundles(): readonly Bundle[] { return this.#from.bundles }

  has(world: string, task: string): boolean { return this.#chosen.has(keyOf({ world, task })) }

  /** The chosen tasks in the order of the catalogues. */
  get tasks(): ChosenTask[] {
    return this.bundles.flatMap(({ world, tasks }) => tasks.filter(({ id }) => this.has(world.id, id)).map(({ id }) => ({ world: world.id, task: id })))
  }

  /** The worlds as the run will carry them. */
  get worlds(): Bundle[] { return worldsOf({ bundles: this.bundles, tasks: this.tasks, edits: this.edits }) }

  /** Chooses these tasks and no others. */
  take(tasks: readonly ChosenTask[]): void { this.#chosen = new Set(tasks.map(keyOf)) }

  choose(tasks: readonly ChosenTask[], on: boolean): void {
    const next = new Set(this.#chosen)
    for (const key of tasks.map(keyOf)) if (on) next.add(key)
    else next.delete(key)
    this.#chosen = next
  }

  edit(world: string, edits: Edits): void { this.edits = { ...this.edits, [world]: edits } }

  control(world: string, id: string, on: boolean): void {
    const others = (own(this.controls, world) ?? []).filter((one) => one !== id)
    this.controls = { ...this.controls, [world]: on ? [...others, id] : others }
  }

  /** What of a model's capabilities cannot be had goes back to the model's own. */
  fit(models: readonly ListedModel[]): void {
    const listed = models.find(({ id }) => id === this.model)
    if (listed?.effort && this.effort !== '' && !listed.effort.includes(this.effort)) this.effort = ''
    if (listed?.adaptiveThinking === false && this.thinking === 'adaptive') this.thinking = ''
    if (listed?.thinkingCanBeOff === false && this.thinking === 'disabled') this.thinking = ''
  }

  number(field: NumberField): number | string { return readNumber(field, this.texts[field]) }

  /** The caps, or in a sentence why they are none. Empty is no cap. */
  get caps(): Caps | string {
    const [run, customers] = [readCaps(this.capDollars, this.capCalls), this.customers.caps]
    return typeof run === 'string' || typeof customers === 'string' || !this.customers.played ? run : { ...run, customers }
  }

  /** Why a reply may not be as long as it is set, as a sentence; null where the server does not say how long it may be. */
  tooLong(models: readonly ListedModel[]): string | null {
    const [most, wanted] = [models.find(({ id }) => id === this.model.trim())?.maxTokens ?? null, this.number('maxTokens')]
    return most === null || typeof wanted === 'string' || wanted <= most ? null : `${NUMBERS.maxTokens.title}: ${this.model.trim()} gives at most ${most.toLocaleString('en')}, not ${wanted.toLocaleString('en')}.`
  }

  /** Why a cap in dollars cannot be kept at these prices, as a sentence; null where it can, or where there is none. `customers`: whether any may be played. */
  uncapped(prices: readonly Price[], customers = true): string | null {
    const [model, { caps }] = [this.model.trim(), this]
    return typeof caps === 'string' || model === '' ? null : uncapped(caps, { model, customers: customers ? this.customers.settings(model) : undefined }, prices)
  }

  /** Everything that stands in the way, a sentence each. */
  get problems(): string[] {
    const numbers = (Object.keys(NUMBERS) as NumberField[]).map((field) => this.number(field)).filter((one) => typeof one === 'string')
    const { caps } = this
    return [...(this.#chosen.size === 0 ? ['No task is chosen.'] : []), ...(this.model.trim() === '' ? ['No model is chosen.'] : []), ...numbers, ...(typeof caps === 'string' ? [caps] : []), ...this.customers.problems]
  }

  get #settings(): RunSettings | null {
    const [trials, steps, maxTokens, deadline] = [this.number('trials'), this.number('steps'), this.number('maxTokens'), this.number('deadline')]
    if (typeof trials === 'string' || typeof steps === 'string' || typeof maxTokens === 'string' || typeof deadline === 'string') return null
    const planned = new Set(this.tasks.map(({ world }) => world))
    const controls = Object.fromEntries(Object.entries(this.controls).filter(([world]) => planned.has(world)))
    return { model: this.model.trim(), effort: this.effort || undefined, thinking: this.thinking || undefined, maxTokens, steps, deadline, trials, controls, customers: this.customers.settings(this.model.trim()) }
  }

  /** What it may come to; null while a number is wrong. */
  estimate(prices: readonly Price[], caching: boolean): Estimate | null {
    const settings = this.#settings
    return settings && estimate(this.worlds, settings, prices, caching)
  }

  /** The plan; null while something stands in the way. */
  plan(): NewPlan | null {
    const [settings, concurrency, caps] = [this.#settings, this.number('concurrency'), this.caps]
    if (this.problems.length > 0 || !settings || typeof concurrency === 'string' || typeof caps === 'string') return null
    this.remember()
    return { bundles: this.bundles, tasks: this.tasks, settings, edits: this.edits, caps, concurrency }
  }

  /** The settings and caps of one trial that is watched, or in a sentence what is wrong with them. */
  single(): { settings: RunSettings; caps: Caps } | string {
    const [settings, caps] = [this.#settings, this.caps]
    if (typeof caps === 'string') return caps
    const [wrong] = this.customers.problems
    if (wrong !== undefined) return wrong
    if (settings && settings.model !== '') return { settings: { ...settings, trials: 1, controls: {} }, caps }
    return this.problems.find((problem) => problem !== 'No task is chosen.') ?? 'No model is chosen.'
  }

  /** Sets everything as it was in a run; tasks and worlds that are no longer here are left out. */
  like(head: RunHead): void {
    const settings = settingsOf(head.configuration)
    if (!settings) return
    const { trials, steps, maxTokens, deadline } = settings
    this.take(head.manifest.filter(({ world, task }) => this.bundles.some((bundle) => bundle.world.id === world && bundle.tasks.some(({ id }) => id === task))))
    this.texts = { ...this.texts, trials: String(trials), steps: String(steps), maxTokens: String(maxTokens), deadline: String(deadline) }
    this.model = settings.model
    this.effort = settings.effort ?? ''
    this.thinking = settings.thinking ?? ''
    this.controls = settings.controls
    this.customers.like(settings.customers)
    this.edits = Object.fromEntries(head.worlds.flatMap((used) => {
      const own = this.bundles.find(({ world }) => world.id === used.world.id)
      return own ? [[used.world.id, { policy: used.policy, tools: Object.fromEntries(used.tools.map(({ name, description }) => [name, description])) }]] : []
    }))
  }

  /** Keeps what is set, so that loading the page again changes nothing; edits of texts are not kept. */
  remember(): void {
    const { texts, model, effort, thinking, capDollars, capCalls, customers: { kept: customers } } = this
    remember(KEPT, JSON.stringify({ texts, model, effort, thinking, capDollars, capCalls, customers, chosen: [...this.#chosen] }))
  }

  #recall(): void {
    let kept: unknown
    try {
      kept = JSON.parse(recall(KEPT) ?? 'null')
    } catch {
      return
    }
    const text = (from: unknown, name: string): string | null => {
      const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : null
      return typeof value === 'string' && value.length < 200 ? value : null
    }
    const numbers: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'texts') : null
    for (const field of Object.keys(NUMBERS) as NumberField[]) this.texts[field] = text(numbers, field) ?? this.texts[field]
    this.model = text(kept, 'model') ?? ''
    this.effort = EFFORTS.find((one) => one === text(kept, 'effort')) ?? ''
    this.thinking = (['adaptive', 'disabled'] as const).find((one) => one === text(kept, 'thinking')) ?? ''
    this.capDollars = text(kept, 'capDollars') ?? this.capDollars
    this.capCalls = text(kept, 'capCalls') ?? this.capCalls
    this.customers.recall(typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'customers') : null)
    const chosen: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'chosen') : null
    if (Array.isArray(chosen)) this.#chosen = new Set(this.bundles.flatMap(({ world, tasks }) => tasks.map(({ id }) => keyOf({ world: world.id, task: id }))).filter((key) => chosen.includes(key)))
  }
}

/** A cap in dollars binds nothing without a price: said before anything is sent. */
export function uncapped(caps: Caps, { model, customers }: Pick<RunSettings, 'model' | 'customers'>, prices: readonly Price[]): string | null {
  const unpriced = (one: string) => priceOf(prices, one, 0) === null
  const wanting = caps.nanodollars !== null && unpriced(model) ? model : customers && (caps.nanodollars ?? caps.customers?.nanodollars ?? null) !== null && unpriced(customers.model) ? customers.model : null
  return wanting === null ? null : `Without a price for ${wanting} on this server a cap in dollars cannot be kept: enter its price, or leave that cap empty.`
}

/** Which cap is used up already, as a sentence; '' where none is. */
export function capUsed(caps: Caps, { calls, nanodollars, uncertain, customers }: Spent): string {
  const of = (whose: string, cap: { calls: number | null; nanodollars: number | null }, so: { calls: number; dollars: number }): string[] => [
    ...(cap.calls !== null && so.calls >= cap.calls ? [`${whose} ${cap.calls} calls is used up: ${so.calls} were made. Enter a higher one.`] : []),
    ...(cap.nanodollars !== null && so.dollars >= cap.nanodollars ? [`${whose} $${capText(cap.nanodollars)} is used up: up to $${(so.dollars / 1e9).toPrecision(3)} was spent. Enter a higher one.`] : []),
  ]
  return [
    ...of('The cap of', caps, { calls, dollars: nanodollars + uncertain }),
    ...(caps.customers ? of('The customers’ cap of', caps.customers, { calls: customers.calls, dollars: customers.nanodollars + customers.uncertain }) : []),
  ][0] ?? ''
}
