// Path rules: the few places where the order or the occurrence of calls has meaning. One check a rule.
import type { PathRule, Task } from '../../task/schema'
import type { Episode } from '../../agent/episode'
import type { Check } from '../check'
import { before } from './before'
import { calls } from './calls'
import { confirmed } from './confirmed'
import { never } from './never'
import { noRepeats } from './noRepeats'
import { retries } from './retries'

/** What rules need to know of a task: whose request it was. */
export type Asked = Pick<Task, 'customer'>

/** What a rule found; its sentence is written behind the rule's title. */
export type Finding = Pick<Check, 'result' | 'says' | 'call'>

/** One check a rule, in their order. */
export function gradePath(rules: readonly PathRule[], task: Asked, episode: Episode): Check[] {
  return rules.map((rule) => {
    const { says, ...found } = finding(rule, task, episode)
    return { id: rule.id, dimension: rule.dimension, ...found, says: `${rule.title}: ${says}` }
  })
}

function finding(rule: PathRule, task: Asked, episode: Episode): Finding {
  switch (rule.rule) {
    case 'before': return before(rule, task, episode)
    case 'never': return never(rule, task, episode)
    case 'calls': return calls(rule, task, episode)
    case 'confirmed': return confirmed(rule, task, episode)
    case 'no_repeats': return noRepeats(rule, episode)
    case 'retries': return retries(rule, episode)
  }
}
