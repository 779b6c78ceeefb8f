// The budget: a hard cap in requests and in dollars. Money is put aside before a request is sent, so that several at once cannot pass it.
import type { Usage } from '../agent/episode'
import { costOf, priceOf, type Price } from './prices'

/** What a request may come to at most. */
export interface Need {
  model: string
  /** Tokens. */
  input: number
  output: number
}

/** How a request ended: with usage; unbilled, where the server refused it; or nobody can say what it cost. */
export type Settlement = Usage | 'unbilled' | 'unknown'

export interface Reservation {
  /** Gives back what was put aside and counts what it cost. Only the first call of it counts. */
  settle(how: Settlement): void
}

export type Reserved =
  | { state: 'granted'; reservation: Reservation }
  /** It would fit if less was put aside; ask again then. */
  | { state: 'wait'; until: Promise<void> }
  /** It does not fit, and never will. */
  | { state: 'refused'; says: string }

/** What stands between a model and its requests. */
export interface Gate {
  reserve(need: Need): Reserved
}

export interface BudgetPlan {
  /** Requests at most, those that fail and are sent again included; null for no cap. */
  calls: number | null
  /** Nanodollars (10⁻⁹ $) at most; null for no cap. */
  nanodollars: number | null
  prices: readonly Price[]
  /** What was spent before (a resumed run). */
  spent?: { calls: number; nanodollars: number; uncertain?: number; unpriced?: number }
  /** A budget that has to grant each request as well. */
  within?: Gate
  /** Told whenever something was put aside or settled. */
  changed?: () => void
  /** Whose it is, where it is not the whole run's: "customers’". */
  whose?: string
}

const dollars = (nano: number): string => `$${(nano / 1e9).toFixed(nano < 1e9 ? 4 : 2)}`

/** What a request costs at most, in nanodollars: all of its input written to a cache, all of its output used; null without a price. */
export function worstCost(prices: readonly Price[], { model, input, output }: Need): number | null {
  const price = priceOf(prices, model, input)
  return price && Math.ceil((input * Math.max(price.input, price.write5m) + output * price.output) * 1000)
}

/** Throws a RangeError where a cap is not a whole number of 0 or more. */
export class Budget implements Gate {
  readonly #plan: BudgetPlan
  #calls: number
  #spent: number
  #uncertain = 0
  #unpriced = 0
  #aside = 0
  #usedUp: string | null = null
  #waiters: (() => void)[] = []

  constructor(plan: BudgetPlan) {
    for (const cap of [plan.calls, plan.nanodollars]) if (cap !== null && !(Number.isSafeInteger(cap) && cap >= 0)) throw new RangeError(`a cap is a whole number of 0 or more; it was ${cap}`)
    this.#plan = plan
    this.#calls = plan.spent?.calls ?? 0
    this.#spent = plan.spent?.nanodollars ?? 0
    this.#uncertain = plan.spent?.uncertain ?? 0
    this.#unpriced = plan.spent?.unpriced ?? 0
  }

  /** Requests sent. */
  get calls(): number { return this.#calls }
  /** Known cost of what was answered, in nanodollars. */
  get spent(): number { return this.#spent }
  /** At most what requests cost that were sent and never answered whole, in nanodollars. */
  get uncertain(): number { return this.#uncertain }
  /** Answered requests whose cost is unknown, for want of a price or of usage. */
  get unpriced(): number { return this.#unpriced }
  /** Put aside for requests under way, in nanodollars. */
  get aside(): number { return this.#aside }
  /** Why nothing more may begin, as a sentence; null where it may. Once a request has been refused it stays so. */
  get usedUp(): string | null { return this.#usedUp ?? this.#callsUsedUp() }

  reserve(need: Need): Reserved {
    const { nanodollars, prices, within } = this.#plan
    const callsUsedUp = this.#callsUsedUp()
    if (callsUsedUp !== null) return this.#refuse(callsUsedUp)
    const worst = worstCost(prices, need)
    if (nanodollars !== null) {
      if (worst === null) return this.#refuse(`No price is known for ${need.model}, so that a cap in dollars cannot be kept: enter its price, or cap the requests instead.`)
      const left = nanodollars - this.#spent - this.#uncertain
      if (worst > left) return this.#refuse(`${this.#title()} of ${dollars(nanodollars)} does not cover another request: ${dollars(Math.max(0, left))} is left, and the next one may cost ${dollars(worst)}.`)
      if (worst > left - this.#aside) return { state: 'wait', until: new Promise((resolve) => this.#waiters.push(resolve)) }
    }
    const above = within?.reserve(need)
    if (above && above.state !== 'granted') return above.state === 'refused' ? this.#refuse(above.says) : above
    this.#calls += 1
    this.#aside += worst ?? 0
    this.#plan.changed?.()
    return { state: 'granted', reservation: this.#reservation(need, worst ?? 0, above?.reservation) }
  }

  #reservation({ model }: Need, worst: number, above: Reservation | undefined): Reservation {
    let open = true
    return {
      settle: (how) => {
        if (!open) return
        open = false
        this.#aside -= worst
        if (how === 'unknown') this.#uncertain += worst
        else if (how !== 'unbilled') {
          const cost = costOf(this.#plan.prices, model, how)
          if (cost === null) {
            this.#unpriced += 1
            this.#uncertain += worst
          } else this.#spent += cost
        }
        above?.settle(how)
        this.#plan.changed?.()
        for (const wake of this.#waiters.splice(0)) wake()
      },
    }
  }

  #callsUsedUp(): string | null {
    const { calls } = this.#plan
    return calls !== null && this.#calls >= calls ? `${this.#title()} of ${calls} ${calls === 1 ? 'request' : 'requests'} is used up.` : null
  }

  #title(): string {
    return this.#plan.whose === undefined ? 'The budget' : `The ${this.#plan.whose} budget`
  }

  #refuse(says: string): Reserved {
    this.#usedUp = says
    return { state: 'refused', says }
  }
}
