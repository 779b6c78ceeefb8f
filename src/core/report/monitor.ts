// Monitoring: path rules and call accuracy over recorded trials. They look at calls alone; the state is not graded.
import type { Customer } from '../task/schema'
import { own } from '../task/own'
import { toolsNamed } from '../task/monitor'
import type { Monitor } from '../task/monitorSchema'
import type { PathRule } from '../task/ruleSchema'
import { callsOf } from '../agent/episode'
import { accuracyOf } from '../grade/accuracy'
import type { Accuracy, Check, Result } from '../grade/check'
import { gradePath } from '../grade/path/path'
import { bySlot, counting } from '../run/slot'
import type { Slot } from '../run/store'
import type { RunHead, Trial } from '../trial/record'
import { proportion, type Proportion } from './rate'

type Attempt = Slot & { attempt: number }

/** What one rule found in one trial. */
export interface MonitorFinding extends Attempt {
  result: Result
  /** One sentence. */
  says: string
  /** The number of the call that is its evidence. */
  call?: number
}

export interface MonitoredRule {
  id: string
  title: string
  rule: PathRule['rule']
  /** The task that it holds for alone; absent where it holds for every one. */
  task?: string
  pass: number
  fail: number
  unknown: number
  not_applicable: number
  /** Trials that it holds for and of which no conversation is on record, those that never ran included. */
  not_looked_at: number
  /** Passed of passed and failed: what is unknown, does not apply or was not looked at stands beside it. */
  rate: Proportion
  findings: MonitorFinding[]
}

export interface MonitorReport {
  format: 'aftermath/monitor-report'
  version: 1
  monitor: string
  run: Pick<RunHead, 'id' | 'name'> & { label: string | null }
  /** Always: no world is compared. */
  state: 'not graded'
  trials: { planned: number; looked_at: number; without_conversation: number; never_run: number; broken_off: number }
  rules: MonitoredRule[]
  /** Over the trials whose needed calls are known and whose episode came to its own end; null where the monitor needs no calls. */
  accuracy: { trials: number; without_needs: number; broken_off: number; not_looked_at: number; tools: Accuracy[]; of: (Attempt & { tools: Accuracy[] })[] } | null
  /** What a reader might take for good and is not, a sentence each. */
  warnings: string[]
}

interface Looked extends Attempt {
  practice?: boolean
  /** Null where no turn of the agent is on record. */
  seen: { brokenOff: boolean; checks: Map<string, Check>; accuracy: Accuracy[] | null } | null
}

type Head = Pick<RunHead, 'id' | 'name' | 'manifest' | 'worlds' | 'reference'>

/** Ends that are the agent's own: what was not done by then, was not done. The step limit is one. */
const OWN_ENDS: readonly string[] = ['done', 'step_limit', 'missing_output']

/** Looks at a run's trials one by one, in any order, and adds up. */
export class Monitoring {
  readonly #monitor: Monitor
  readonly #head: Head
  readonly #looked: Looked[] = []
  /** Tools called in the trials that were looked at. */
  readonly #called = new Set<string>()

  constructor(monitor: Monitor, head: Head) {
    this.#monitor = monitor
    this.#head = head
  }

  /** Looks at one trial. */
  add(trial: Trial): void {
    const { world, task, index, attempt, practice, episode } = trial
    const seen = episode.turns.some(({ role }) => role === 'agent') ? this.#see(trial) : null
    if (seen) for (const { tool } of callsOf(episode)) this.#called.add(tool)
    this.#looked.push({ world, task, index, attempt, ...(practice ? { practice } : {}), seen })
  }

  #see({ world, task, episode }: Trial): NonNullable<Looked['seen']> {
    const customer: Customer = this.#head.worlds.find((one) => one.world.id === world)?.tasks.find(({ id }) => id === task)?.customer ?? { opens: '' }
    const brokenOff = !OWN_ENDS.includes(episode.termination.kind)
    const asks = this.#asksOf(task)
    const needs = asks?.needs ?? this.#monitor.needs
    const checks = new Map<string, Check>()
    for (const [key, rules] of [['', this.#monitor.path], [task, asks?.path]] as const) {
      for (const check of gradePath(rules ?? [], { customer }, episode)) checks.set(ruleKey(key, check.id), brokenOff ? openEnded(check) : check)
    }
    return { brokenOff, checks, accuracy: needs ? accuracyOf(needs, { customer }, episode) : null }
  }

  #asksOf(task: string) {
    return own(this.#monitor.tasks ?? {}, task)
  }

  /** What was found in the trials that count: of each slot the last attempt, and no practice. */
  report(): MonitorReport {
    const { id, name, manifest, reference } = this.#head
    const trials = counting(this.#looked).sort(bySlot(manifest))
    const planned = (of: (task: string) => boolean) => manifest.reduce((sum, one) => sum + (of(one.task) ? one.trials : 0), 0)
    const all = planned(() => true)
    const seen = trials.filter((one) => one.seen)
    const rules = [
      ...(this.#monitor.path ?? []).map((rule) => ruled(rule, '', trials, all)),
      ...Object.entries(this.#monitor.tasks ?? {}).flatMap(([task, { path = [] }]) => path.map((rule) => ruled(rule, task, trials.filter((one) => one.task === task), planned((other) => other === task)))),
    ]
    return {
      format: 'aftermath/monitor-report', version: 1, monitor: this.#monitor.title,
      run: { id, name, label: reference?.label ?? null },
      state: 'not graded',
      trials: { planned: all, looked_at: seen.length, without_conversation: trials.length - seen.length, never_run: Math.max(0, all - trials.length), broken_off: seen.filter((one) => one.seen?.brokenOff).length },
      rules, accuracy: this.#accuracy(trials, all), warnings: this.#warnings(seen.length),
    }
  }

  #accuracy(trials: readonly Looked[], planned: number): MonitorReport['accuracy'] {
    const { needs, tasks = {} } = this.#monitor
    if (!needs && !Object.values(tasks).some((asks) => asks.needs)) return null
    const seen = trials.flatMap(({ seen: found, world, task, index, attempt }) => (found ? [{ world, task, index, attempt, ...found }] : []))
    const known = seen.filter(({ accuracy }) => accuracy !== null)
    const whole = known.filter(({ brokenOff }) => !brokenOff)
    const tools = new Map<string, Accuracy>()
    for (const { accuracy } of whole) {
      for (const { tool, made, needed, right } of accuracy ?? []) {
        const sum = tools.get(tool) ?? { tool, made: 0, needed: 0, right: 0 }
        tools.set(tool, { tool, made: sum.made + made, needed: sum.needed + needed, right: sum.right + right })
      }
    }
    return {
      trials: whole.length, without_needs: seen.length - known.length, broken_off: known.length - whole.length, not_looked_at: planned - seen.length,
      tools: [...tools.values()].sort((a, b) => b.needed - a.needed || b.made - a.made || (a.tool < b.tool ? -1 : 1)),
      of: whole.map(({ world, task, index, attempt, accuracy }) => ({ world, task, index, attempt, tools: accuracy ?? [] })),
    }
  }

  #warnings(looked: number): string[] {
    const tasks = new Set(this.#head.manifest.map(({ task }) => task))
    const strange = Object.keys(this.#monitor.tasks ?? {}).filter((task) => !tasks.has(task))
    const uncalled = looked === 0 ? [] : toolsNamed(this.#monitor).filter((tool) => !this.#called.has(tool))
    return [
      ...(looked === 0 ? ['No trial of this run has a conversation on record: nothing was looked at.'] : []),
      ...(strange.length > 0 ? [`The run plans no task ${strange.join(', ')}: what the monitor asks of ${strange.length === 1 ? 'it' : 'them'} was asked of nothing.`] : []),
      ...uncalled.map((tool) => `${tool} is called in none of the ${looked} trials that were looked at. If its name is misspelt, a rule about it says nothing.`),
    ]
  }
}

const ruleKey = (task: string, id: string): string => JSON.stringify([task, id])

/** Of an episode that did not come to its own end: what it broke, it broke; what it had not done, or not broken, is not known. */
function openEnded(check: Check): Check {
  const open = check.result === 'pass' || (check.result === 'fail' && check.call === undefined)
  return open ? { ...check, result: 'unknown', says: `${check.says} The episode was broken off, so that what would have followed is not known.` } : check
}

function ruled({ id, title, rule }: PathRule, task: string, trials: readonly Looked[], planned: number): MonitoredRule {
  const findings = trials.flatMap(({ seen, world, task: of, index, attempt }): MonitorFinding[] => {
    const check = seen?.checks.get(ruleKey(task, id))
    return check ? [{ world, task: of, index, attempt, result: check.result, says: check.says.replace(`${title}: `, ''), ...(check.call === undefined ? {} : { call: check.call }) }] : []
  })
  const count = (result: Result) => findings.filter((one) => one.result === result).length
  const [pass, fail] = [count('pass'), count('fail')]
  return {
    id, title, rule, ...(task === '' ? {} : { task }),
    pass, fail, unknown: count('unknown'), not_applicable: count('not_applicable'), not_looked_at: planned - findings.length,
    rate: proportion(pass, pass + fail), findings,
  }
}
