// The monitor over six recorded airline conversations, against counts that a program of another language took from the same file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { broken, passed, runHead } from '../../testing/builders'
import { readTauBench } from '../run/tauBench'
import { parseMonitor } from '../task/monitor'
import { problemText } from '../task/problem'
import type { RunHead, Trial } from '../trial/record'
import { Monitoring, type MonitoredRule } from './monitor'
import { exampleMonitor } from './monitorExample'
import { callsOf } from '../agent/episode'

const text = gunzipSync(readFileSync(join(import.meta.dirname, '../../testing/data/gpt-4o-airline.sample6.json.gz'))).toString()
const read = readTauBench(text, 'gpt-4o-airline.sample6.json', { created: '2026-10-26T10:00:00Z', app: '0.1.0' })
if (!read.ok) throw new Error(read.problem)
const airline = read
const called = new Set(airline.trials.flatMap(({ episode }) => callsOf(episode).map(({ tool }) => tool)))
const example = JSON.parse(exampleMonitor(airline.head, called)) as Record<string, unknown>

function monitored(monitor: object, { head, trials }: { head: RunHead; trials: readonly Trial[] } = airline) {
  const parsed = parseMonitor({ format: 'aftermath/monitor', version: 1, title: 'A monitor', ...monitor })
  if (!parsed.ok) throw new Error(parsed.problems.map(problemText).join('\n'))
  const monitoring = new Monitoring(parsed.value, head)
  for (const trial of trials) monitoring.add(trial)
  return monitoring.report()
}
const counts = ({ pass, fail, unknown, not_applicable, not_looked_at }: MonitoredRule) => [pass, fail, unknown, not_applicable, not_looked_at]

describe('the ready example over six airline conversations', () => {
  const report = monitored(example)

  // passed, failed, unknown, not applicable, not looked at: the file has 6 of the 24 trials that it plans.
  test('finds what was counted elsewhere, rule by rule', () => {
    expect(Object.fromEntries(report.rules.map((rule) => [rule.id, counts(rule)]))).toEqual({
      'user-first': [3, 0, 0, 3, 18],
      'reservation-read-first': [3, 0, 0, 3, 18],
      // The customer is a model that marks nothing: whether it confirmed is not known, and is no pass.
      confirmed: [0, 0, 5, 1, 18],
      'one-retry': [3, 1, 0, 2, 18],
      'no-repeats': [6, 0, 0, 0, 18],
    })
    expect(report.trials).toEqual({ planned: 24, looked_at: 6, without_conversation: 0, never_run: 18, broken_off: 0 })
  })

  test('names the trial and the call that broke a rule', () => {
    const [broke] = report.rules.find(({ id }) => id === 'one-retry')!.findings.filter(({ result }) => result === 'fail')
    expect(broke).toMatchObject({ task: '9', index: 2 })
    expect(broke!.says).toMatch(/is retry 2 of the same failed call; at most 1 is right\.$/)
  })

  // made, needed, right; with the file's reference actions as what is needed.
  test('call accuracy is that of the reference actions, tool by tool', () => {
    expect(report.accuracy).toMatchObject({ trials: 6, without_needs: 0, broken_off: 0, not_looked_at: 18 })
    expect(report.accuracy!.tools.map(({ tool, made, needed, right }) => [tool, made, needed, right])).toEqual([
      ['search_direct_flight', 21, 10, 10], ['get_reservation_details', 15, 7, 6], ['book_reservation', 10, 4, 0], ['update_reservation_flights', 6, 4, 0],
      ['get_user_details', 6, 2, 2], ['cancel_reservation', 2, 2, 2], ['send_certificate', 1, 1, 1], ['update_reservation_baggages', 0, 1, 0],
      ['calculate', 16, 0, 0], ['think', 12, 0, 0], ['search_onestop_flight', 5, 0, 0],
    ])
  })

  test('says that the state is not graded', () => {
    expect(report.state).toBe('not graded')
  })
})

const noRepeats = { id: 'r', title: 'No repeats', rule: 'no_repeats', scope: 'at_all' }

test('what is not there is not looked at: no conversation, and trials that never ran', () => {
  const report = monitored({ path: [noRepeats] }, { head: runHead({ trials: 2 }), trials: [passed(), broken({ index: 1 })] })
  expect(counts(report.rules[0]!)).toEqual([1, 0, 0, 0, 5])
  expect(report.rules[0]!.rate).toMatchObject({ passed: 1, of: 1 })
  expect(report.trials).toMatchObject({ planned: 6, looked_at: 1, without_conversation: 1, never_run: 4 })
})

test('of an episode that was broken off a pass is unknown, and so is a call that was not made; what it broke stays broken', () => {
  const cut = passed()
  cut.episode.termination = { kind: 'system_error' }
  const path = [noRepeats, { id: 'escalated', title: 'Escalated', rule: 'calls', match: 'any_order', required: [{ tools: ['escalate'] }] }, { id: 'cancelled', title: 'Not cancelled', rule: 'never', calls: { tools: ['cancel_order'] } }]
  const report = monitored({ path, needs: { calls: [{ tool: 'cancel_order' }] } }, { head: runHead({ trials: 1 }), trials: [cut] })
  expect(report.rules.map(({ findings: [one] }) => one?.result)).toEqual(['unknown', 'unknown', 'fail'])
  expect(report.rules[0]!.findings[0]!.says).toBe('no call was repeated. The episode was broken off, so that what would have followed is not known.')
  expect(report.accuracy).toMatchObject({ trials: 0, broken_off: 1, not_looked_at: 2, tools: [] })
})

test('of a slot the last attempt counts; practice does not', () => {
  const report = monitored({ path: [{ id: 'n', title: 'Nothing is cancelled', rule: 'never', calls: { tools: ['cancel_order'] } }] }, { head: runHead({ trials: 1 }), trials: [broken(), passed({ attempt: 2 }), passed({ attempt: 3, practice: true })] })
  expect(report.rules[0]!.findings.map(({ attempt, result }) => [attempt, result])).toEqual([[2, 'fail']])
})

test('a tool that nobody calls, and a task that is not there, are warned of', () => {
  const { warnings } = monitored({ path: [{ id: 'n', title: 'N', rule: 'never', calls: { tools: ['cancel_resevation'] } }], tasks: { 99: { needs: { calls: [] } } } })
  expect(warnings).toEqual([
    'The run plans no task 99: what the monitor asks of it was asked of nothing.',
    'cancel_resevation is called in none of the 6 trials that were looked at. If its name is misspelt, a rule about it says nothing.',
  ])
})

test('a rule of one task holds for its trials alone', () => {
  const report = monitored({ tasks: { 12: { path: [{ id: 'n', title: 'N', rule: 'never', calls: { tools: ['cancel_reservation'] } }] } } })
  expect(report.rules.map((rule) => [rule.task, ...counts(rule)])).toEqual([['12', 1, 0, 0, 0, 3]])
})
