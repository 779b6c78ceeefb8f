// Mutants: an oracle's script with one deliberate fault each, by the operators that its world declares.
import type { Bundle, Operator, ScriptCall, Task } from '../task/schema'
import { canonicalJson } from '../task/canonical'
import type { ScriptStep } from '../agent/script'
import { callsOf } from '../agent/episode'
import type { Trial } from '../trial/record'

export interface MutantSpec {
  task: string
  /** operator@call */
  id: string
  operator: string
  title: string
  /** The dimension that must catch it. */
  dimension: string
  /** Its place among the mutants of its task. */
  index: number
  script: ScriptStep[]
}

/** The first row of a query over the task's opening tables, by column; `null` where there is none. */
export type Ask = (sql: string, parameters: Record<string, unknown>) => Record<string, unknown> | null

/** A place in a script: turn and call within it; `n` counts calls from 1. */
interface Spot {
  turn: number
  at: number
  n: number
  call: ScriptCall
  writes: boolean
}

/** Every mutant of a task. An operator whose dimension does not apply to the oracle, or that changes nothing, makes none. */
export function mutantsOf(bundle: Bundle, task: Task, oracle: Trial, ask: Ask): MutantSpec[] {
  const script = task.scripts.oracle
  const calls = callsOf(oracle.episode)
  const kept = new Set(bundle.world.bookkeeping ?? [])
  let n = 0
  const spots: Spot[] = script.flatMap((turn, i) => (turn.calls ?? []).map((call, at) => ({ turn: i, at, n: (n += 1), call, writes: calls[n - 1]?.changes.some(({ table }) => !kept.has(table)) ?? false })))
  const original = canonicalJson(script)
  const applies = (dimension: string) => oracle.grade?.dimensions.some(({ id, result }) => id === dimension && result !== 'not_applicable') ?? false
  return bundle.world.operators
    .filter(({ dimension }) => applies(dimension))
    .flatMap((operator) => faults(operator, script, spots, ask).map((fault) => ({ operator, fault })))
    .filter(({ fault }) => canonicalJson(fault.script) !== original)
    .map(({ operator, fault }, index) => ({ task: task.id, id: `${operator.id}@${fault.n}`, operator: operator.id, title: operator.title, dimension: operator.dimension, index, script: fault.script }))
}

type Fault = { n: number; script: ScriptStep[] }

function faults({ does }: Operator, script: readonly ScriptStep[], spots: readonly Spot[], ask: Ask): Fault[] {
  const struck = (on: readonly string[] | undefined) => spots.filter((spot) => (on ? on.includes(spot.call.tool) : spot.writes))
  const lastWrite = spots.findLast(({ writes }) => writes)
  if ('drop' in does) return struck(does.drop.on).map((spot) => ({ n: spot.n, script: without(script, [spot]) }))
  if ('repeat' in does) {
    const chosen = does.repeat.reads ? spots.filter(({ writes }) => !writes).slice(0, 1) : struck(does.repeat.on)
    return chosen.map((spot) => ({ n: spot.n, script: after(script, spot, [spot.call]) }))
  }
  if ('set' in does) {
    const { param, to } = does.set
    return struck(does.set.on).filter(({ call }) => Object.hasOwn(call.input, param)).flatMap((spot) => {
      const row = ask(to, { ...spot.call.input, value: spot.call.input[param] })
      const value = row === null ? null : (Object.values(row)[0] ?? null)
      return value === null ? [] : [{ n: spot.n, script: replaced(script, spot, { ...spot.call, input: { ...spot.call.input, [param]: value } }) }]
    })
  }
  if ('add' in does) return [{ n: spots.length + 1, script: script.toSpliced(-1, 0, { calls: [does.add.call] }) }]
  if ('retool' in does) {
    const { on, as, input } = does.retool
    return struck(on).filter(({ writes }) => writes).flatMap((spot) => {
      const row = ask(input, spot.call.input)
      return row === null ? [] : [{ n: spot.n, script: replaced(script, spot, { tool: as, input: row }) }]
    })
  }
  if ('delay' in does) {
    const late = struck(does.delay.on)
    const [first] = late
    if (!lastWrite || !first || first.n > lastWrite.n) return []
    const moved = late.filter(({ n }) => n < lastWrite.n)
    return [{ n: first.n, script: without(after(script, lastWrite, moved.map(({ call }) => call)), moved) }]
  }
  if ('tamper' in does) return [{ n: spots.length + 1, script: script.map((turn, i) => (i === script.length - 1 ? { ...turn, tamper: does.tamper.run } : turn)) }]
  if ('event' in does) {
    const { actor, run } = does.event
    return [{ n: spots.length + 1, script: script.map((turn, i) => (i === script.length - 1 ? { ...turn, event: { actor, says: 'Somebody else changed the world.', run } } : turn)) }]
  }
  if ('say' in does) return [{ n: spots.length + 1, script: script.map((turn, i) => (i === script.length - 1 ? { ...turn, say: does.say.text } : turn)) }]
  if ('claim' in does) return spots.some(({ writes }) => writes) ? [{ n: 1, script: script.filter(({ say, calls }) => say !== undefined && !calls) }] : []
  if ('stop' in does) return lastWrite ? [{ n: lastWrite.n, script: [...without(script, spots.filter(({ n }) => n >= lastWrite.n)).slice(0, turnsKept(script, lastWrite))] }] : []
  const writes = spots.filter((spot) => spot.writes)
  return writes.slice(1).map((spot, i) => ({ n: writes[i]!.n, script: replaced(replaced(script, spot, writes[i]!.call), writes[i]!, spot.call) }))
}

/** How many turns stand before a call's own, and that one if it has a call before it. */
const turnsKept = (script: readonly ScriptStep[], spot: Spot): number => (spot.at > 0 ? spot.turn + 1 : script.slice(0, spot.turn).length)

/** A script without some calls; a turn that is left with none goes too. */
function without(script: readonly ScriptStep[], spots: readonly Spot[]): ScriptStep[] {
  return script.flatMap((turn, i) => {
    const gone = new Set(spots.filter((spot) => spot.turn === i).map(({ at }) => at))
    if (!turn.calls || gone.size === 0) return [turn]
    const calls = turn.calls.filter((_, at) => !gone.has(at))
    return calls.length === 0 ? [] : [{ ...turn, calls }]
  })
}

const replaced = (script: readonly ScriptStep[], spot: Spot, call: ScriptCall): ScriptStep[] =>
  script.map((turn, i) => (i === spot.turn && turn.calls ? { ...turn, calls: turn.calls.with(spot.at, call) } : turn))

const after = (script: readonly ScriptStep[], spot: Spot, calls: readonly ScriptCall[]): ScriptStep[] =>
  script.flatMap((turn, i) => (i === spot.turn ? [turn, ...calls.map((call) => ({ calls: [call] }))] : [turn]))
