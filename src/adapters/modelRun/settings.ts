// The settings of a run by a model: what is frozen into its configuration, and read back from there when it is resumed.
import type { Prices } from '../../core/report/cost'
import type { Price } from '../../core/run/prices'
import { modelNamed, PRICES_DATE } from '../../core/run/prices'
import { controlsIn } from '../../core/trial/conditions'
import type { Configuration } from '../../core/trial/record'
import { EFFORTS, type Effort } from '../anthropicModel/api'

export interface RunSettings {
  model: string
  effort?: Effort | undefined
  thinking?: 'adaptive' | 'disabled' | undefined
  /** Tokens of a reply at most. */
  maxTokens: number
  /** Model turns allowed an episode. */
  steps: number
  /** Seconds that a trial may take. */
  deadline: number
  trials: number
  /** World → the structural controls that are switched on. */
  controls: Record<string, string[]>
  /** The model that plays the customers; absent where they are as their task is written. */
  customers?: CustomerSettings | undefined
}

export interface CustomerSettings {
  model: string
  /** Messages that a customer writes at most, after the first. */
  answers: number
}

/** Tokens of a customer's message at most. */
export const CUSTOMER_TOKENS = 1024

/** Of every run by a model: the same calls give the same rows. */
export const MODEL_SEED = 1
/** Seconds that one request may take. */
export const REQUEST_SECONDS = 300

/** A price as the report reads it: dollars for a million tokens, as decimal text of at most six decimals. */
const decimal = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '')

function reportPrices(model: string, prices: readonly Price[]): Prices & { date: string } | null {
  const price = prices.find((one) => one.model === modelNamed(model) && one.above === undefined)
  const long = prices.find((one) => one.model === modelNamed(model) && one.above !== undefined)
  return price ? { ...inText(price), ...(long?.above === undefined ? {} : { above: { tokens: long.above, ...inText(long) } }), date: price.own ?? PRICES_DATE } : null
}

const inText = ({ input, output, read, write5m }: Price) => ({ input: decimal(input), output: decimal(output), cache_read: decimal(read), cache_write: decimal(write5m) })

export interface Surroundings {
  /** Where the model answers: an address without a key. */
  server: string
  caching: boolean
  /** Those that hold on the server. */
  prices: readonly Price[]
  /** World → the hashes of what was edited for this run. */
  edited: Record<string, { policy?: string; tools?: string }>
}

/** The frozen configuration. Concurrency and the caps are not part of it: they change how fast it goes, and not what is measured. */
export function configurationOf(settings: RunSettings, { server, caching, prices, edited }: Surroundings): Configuration {
  const { model, effort, thinking, maxTokens, steps, deadline, trials, controls, customers } = settings
  const known = reportPrices(model, prices)
  const theirs = customers && reportPrices(customers.model, prices)
  const own = Object.fromEntries(Object.entries(controls).filter(([, on]) => on.length > 0).map(([world, on]) => [world, [...on].sort()]))
  return {
    player: { kind: 'model', id: model, title: model },
    trials, steps, seed: MODEL_SEED,
    server, caching,
    max_tokens: maxTokens,
    deadline_seconds: deadline,
    request_seconds: REQUEST_SECONDS,
    ...(effort ? { effort } : {}),
    ...(thinking ? { thinking } : {}),
    ...(Object.keys(own).length > 0 ? { controls: own } : {}),
    ...(Object.keys(edited).length > 0 ? { edited } : {}),
    ...(known ? { prices: known } : {}),
    ...(customers ? { customers: { model: customers.model, answers: customers.answers, ...(theirs ? { prices: theirs } : {}) } } : {}),
  }
}

const whole = (value: unknown): number | null => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null)

/** The settings that a configuration holds; null where it is not one of a run by a model. */
export function settingsOf(configuration: Configuration): RunSettings | null {
  const { player, steps, trials, max_tokens, deadline_seconds, effort, thinking, customers } = configuration
  const [maxTokens, deadline] = [whole(max_tokens), whole(deadline_seconds)]
  // A run of replays is none that could be played on.
  if (player.kind !== 'model' || maxTokens === null || deadline === null || configuration['replay_of'] !== undefined) return null
  return {
    model: player.id, steps, trials, maxTokens, deadline,
    effort: EFFORTS.find((one) => one === effort),
    thinking: thinking === 'adaptive' || thinking === 'disabled' ? thinking : undefined,
    controls: controlsIn(configuration),
    customers: customersOf(customers),
  }
}

function customersOf(value: unknown): CustomerSettings | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const [model, answers]: unknown[] = [Reflect.get(value, 'model'), whole(Reflect.get(value, 'answers'))]
  return typeof model === 'string' && typeof answers === 'number' ? { model, answers } : undefined
}
