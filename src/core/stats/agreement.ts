// Agreement of two graders, and of a grader with itself.
import { refused, type Interval, type Refused } from './interval'
import { wilson } from './wilson'

export interface ClassAgreement {
  name: string
  /** How often the first grader said so, the second, and both at once. */
  first: number
  second: number
  both: number
  /** 2·both / (first + second): the chance that one says so when the other does; `never_used` where neither ever did. */
  specific: number | Refused<'never_used'>
}

export interface Agreement {
  items: number
  agreed: number
  raw: number
  /** Wilson's, of `raw`. */
  interval: Interval
  /** Cohen's kappa: (raw − chance) / (1 − chance); `chance_is_certain` where both always say the same one thing. */
  kappa: number | Refused<'chance_is_certain'>
  classes: ClassAgreement[]
}

/**
 * What two graders said of the same items, as pairs. Kappa: Cohen 1960, Educ. Psychol. Meas. 20, 37; specific agreement:
 * Cicchetti & Feinstein 1990, J. Clin. Epidemiol. 43, 551. Classes in the order in which they first appear.
 */
export function agreement(pairs: readonly (readonly [first: string, second: string])[]): Agreement | Refused<'no_items'> {
  const items = pairs.length
  const classes = new Map<string, { first: number; second: number; both: number }>()
  const of = (name: string) => {
    const found = classes.get(name) ?? { first: 0, second: 0, both: 0 }
    classes.set(name, found)
    return found
  }
  for (const [first, second] of pairs) {
    of(first).first += 1
    of(second).second += 1
    if (first === second) of(first).both += 1
  }
  const counts = [...classes].map(([name, count]) => ({ name, ...count }))
  const agreed = counts.reduce((sum, { both }) => sum + both, 0)
  const interval = wilson(agreed, items)
  if ('refused' in interval) return refused('no_items')
  // In whole numbers, so that certainty is exact.
  const chance = counts.reduce((sum, { first, second }) => sum + first * second, 0)
  return {
    items, agreed, raw: agreed / items, interval,
    kappa: chance === items * items ? refused('chance_is_certain') : (agreed * items - chance) / (items * items - chance),
    classes: counts.map((one) => ({ ...one, specific: one.first + one.second === 0 ? refused('never_used') : (2 * one.both) / (one.first + one.second) })),
  }
}

export interface SelfConsistency {
  /** Items judged at least twice. */
  items: number
  /** Items judged once or never: they say nothing, and are counted apart. */
  single: number
  /** Items on which all judgements are the same. */
  unanimous: number
  /** Mean over items of the share of pairs of judgements that agree. */
  pairs: number
}

/** How often a grader that judges the same item again says the same; one list of judgements an item. */
export function selfConsistency(items: readonly (readonly string[])[]): SelfConsistency | Refused<'no_repeats'> {
  const repeated = items.filter(({ length }) => length > 1)
  if (repeated.length === 0) return refused('no_repeats')
  const shares = repeated.map((judgements) => {
    const counts = new Map<string, number>()
    for (const one of judgements) counts.set(one, (counts.get(one) ?? 0) + 1)
    return [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0) / (judgements.length * (judgements.length - 1))
  })
  return { items: repeated.length, single: items.length - repeated.length, unanimous: shares.filter((share) => share === 1).length, pairs: shares.reduce((sum, share) => sum + share, 0) / repeated.length }
}
