// A monitor to begin with: rules for tools that a run really calls, and the needed calls that its source names.
import { toolsOf } from '../task/parse'
import type { CallPattern, NeededCalls, PathRule } from '../task/ruleSchema'
import type { RunHead } from '../trial/record'

type Rule = PathRule extends infer R ? (R extends PathRule ? Omit<R, 'dimension'> : never) : never

const ok = (...tools: string[]): CallPattern => ({ tools, outcome: 'ok' })

const RESERVATION = ['update_reservation_flights', 'update_reservation_baggages', 'update_reservation_passengers', 'cancel_reservation']
const ORDER = ['cancel_pending_order', 'modify_pending_order_items', 'modify_pending_order_address', 'modify_pending_order_payment', 'return_delivered_order_items', 'exchange_delivered_order_items']

/** Where order has a meaning in benchmarks that are often imported: an airline's desk, a shop's. */
const KNOWN: readonly Rule[] = [
  { id: 'user-first', title: 'The user is looked up before a reservation is booked', rule: 'before', first: ok('get_user_details'), then: { tools: ['book_reservation'] }, shared: { first: 'user_id', then: 'user_id' } },
  { id: 'reservation-read-first', title: 'A reservation is read before it is changed or cancelled', rule: 'before', first: ok('get_reservation_details'), then: { tools: RESERVATION }, shared: { first: 'reservation_id', then: 'reservation_id' } },
  { id: 'order-read-first', title: 'An order is read before it is changed, cancelled or sent back', rule: 'before', first: ok('get_order_details'), then: { tools: ORDER }, shared: { first: 'order_id', then: 'order_id' } },
  { id: 'confirmed', title: 'The customer confirms before anything is written', rule: 'confirmed', calls: { tools: ['book_reservation', ...RESERVATION, 'send_certificate', ...ORDER] } },
  { id: 'one-retry', title: 'A write that failed is made again at most once', rule: 'retries', tools: ['book_reservation', ...RESERVATION, ...ORDER], most: 1 },
]

/** The text of a monitor for a run, as a person would write it; `called` are the tools that its trials call. */
export function exampleMonitor(head: Pick<RunHead, 'worlds' | 'reference'>, called: ReadonlySet<string>): string {
  const tools = [...called].sort()
  const known = KNOWN.flatMap((rule) => only(rule, called))
  const retries: Rule[] = known.length > 0 || tools.length === 0 ? [] : [{ id: 'one-retry', title: 'A call that failed is made again at most once', rule: 'retries', tools, most: 1 }]
  const path: Rule[] = [...known, ...retries, { id: 'no-repeats', title: 'No identical call twice in a row', rule: 'no_repeats', scope: 'in_a_row' }]
  const needs = neededBy(head)
  const monitor = {
    format: 'aftermath/monitor', version: 1, title: 'Path rules and needed calls', path,
    ...(needs.length > 0 ? { tasks: Object.fromEntries(needs.map(([task, one]) => [task, { needs: one }])) } : {}),
  }
  return laidOut(monitor)
}

/** A rule kept to the tools that are called; none where it would say nothing. */
function only(rule: Rule, called: ReadonlySet<string>): Rule[] {
  const here = (tools: readonly string[]) => tools.filter((tool) => called.has(tool))
  const kept = (pattern: CallPattern): CallPattern => ({ ...pattern, tools: here(pattern.tools) })
  const narrowed: Rule = rule.rule === 'before' ? { ...rule, first: kept(rule.first), then: kept(rule.then) } : rule.rule === 'confirmed' ? { ...rule, calls: kept(rule.calls) } : rule.rule === 'retries' ? { ...rule, tools: here(rule.tools) } : rule
  const empty = narrowed.rule === 'before' ? narrowed.first.tools.length === 0 || narrowed.then.tools.length === 0 : toolsOf({ ...narrowed, dimension: 'path' }).length === 0
  return empty ? [] : [narrowed]
}

/** By task: what the tasks of the run's worlds need, or the source of a reference run says. */
function neededBy({ worlds, reference }: Pick<RunHead, 'worlds' | 'reference'>): [string, NeededCalls][] {
  const own = worlds.flatMap(({ tasks }) => tasks.flatMap(({ id, needs }): [string, NeededCalls][] => (needs ? [[id, { calls: needs.calls }]] : [])))
  return own.length > 0 ? own : (reference?.tasks ?? []).flatMap(({ task, needs }): [string, NeededCalls][] => (needs ? [[task, needs]] : []))
}

/** A rule and a needed call a line: what a person edits is short. */
function laidOut({ path, tasks, ...head }: { path: readonly unknown[]; tasks?: Record<string, { needs: NeededCalls }> }): string {
  const lines = (values: readonly unknown[], indent: string) => (values.length === 0 ? '[]' : `[\n${values.map((one) => `${indent}  ${JSON.stringify(one)}`).join(',\n')}\n${indent}]`)
  const fields = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  const byTask = tasks && `  "tasks": {\n${Object.entries(tasks).map(([id, { needs }]) => `    ${JSON.stringify(id)}: { "needs": { "calls": ${lines(needs.calls, '    ')} } }`).join(',\n')}\n  }`
  return `{\n${[...fields, `  "path": ${lines(path, '  ')}`, ...(byTask ? [byTask] : [])].join(',\n')}\n}\n`
}
