// A report as text for a terminal.
import { attackText } from '../core/report/attackWords'
import type { KFigure } from '../core/stats/reliability'
import { given } from '../core/stats/interval'
import type { DimensionRate } from '../core/report/dimensions'
import { leftOutText } from '../core/report/dimensionWords'
import { failureName, shareText, sourcesText, uncoveredText } from '../core/report/failureWords'
import { horizonText } from '../core/report/horizonWords'
import type { Quantity } from '../core/report/quantities'
import type { Report } from '../core/report/report'
import type { SliceBy } from '../core/report/slices'
import type { TaskRow } from '../core/report/rows'
import { attritionText, headline, kText, partText, percent, range, rateText, worthText } from '../core/report/words'
import type { Regraded } from './regradeAll'

export function printReport(report: Report, regraded?: Regraded): string {
  const { run, total, tasks } = report
  const title = `${run.name}${run.label !== null && !run.name.includes(run.label) ? ` (${run.label})` : ''}`
  return [
    title,
    ...(regraded ? [regradedText(regraded)] : []),
    `pass@1  ${headline(report)}`,
    // It is the error of passed of scored, which the headline gives only here.
    ...((report.attrition === 'drop' || total.scored === total.planned) && given(total.clustered) && given(total.clustered.interval) ? [`        standard error ${total.clustered.error.toFixed(4)} clustered by task, ${total.clustered.naive.toFixed(4)} were all trials independent`] : []),
    flowText(report),
    section('Reliability', curves(report)),
    section('Worth', worthText(report.worth)),
    ...report.slices.map(({ by, slices }) => section(BY[by], columns(slices.map((slice) => [slice.label, `${slice.tasks} ${slice.tasks === 1 ? 'task' : 'tasks'}`, partText(slice)])))),
    section('Dimensions', columns(report.dimensions.map(dimension))),
    section('Why trials failed', failures(report)),
    section('Under attack', report.attack ? attackText(report.attack) : []),
    section('Tasks', columns(tasks.map(task))),
    section('Worst', total.passed === total.scored ? [] : report.worst.map(({ task: id, passed, scored }) => `${id}: ${passed} of ${scored}`)),
    section('A trial', columns(quantities(report))),
    section('Time horizon', horizonText(report.horizon)),
    section('Warnings', report.warnings.map(({ says }) => says)),
    section('Notes', report.notes),
  ].filter((part) => part !== '').join('\n')
}

const BY: Record<SliceBy, string> = { world: 'By world', kind: 'By kind', tier: 'By tier', severity: 'By severity', tag: 'By tag', asked: 'By how it was asked' }

export const section = (heading: string, lines: readonly string[]): string => (lines.length === 0 ? '' : `\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`)

export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), [])
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ').trimEnd())
}

function flowText({ flow, known, exhausted }: Report): string {
  const lost = attritionText(flow)
  const more = [flow.retries > 0 ? `${flow.retries} earlier attempts do not count` : '', flow.practice > 0 ? `${flow.practice} by way of practice do not count` : '', exhausted > 0 ? `${exhausted} failed by exhausting a required budget` : ''].filter(Boolean)
  return [`trials  ${flow.planned} planned → ${flow.started} started → ${flow.finished} finished → ${flow.scored} scored${lost === '' ? '' : `; not scored: ${lost}`}`, ...more, ...(known === 'counts' ? ['only passes a task are known'] : [])].join('; ')
}

function curves({ hat, at, tasks }: Report): string[] {
  const shown = (figure: KFigure) => hat.length <= 12 || 'interval' in figure
  const rows = hat.flatMap((figure, i) => {
    const other = at[i]
    return shown(figure) && other ? [[String(figure.k), kText(figure, tasks), 'refused' in other ? '' : kText(other, tasks)]] : []
  })
  return columns([['k', 'pass^k', 'pass@k'], ...rows])
}

function dimension(row: DimensionRate): string[] {
  const { title, decides, counts, pass, fail, rate, unknown, not_applicable, missed, says } = row
  const lost = leftOutText(row)
  const apart = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(not_applicable > 0 ? [`${not_applicable} not applicable`] : []), ...(lost === '' ? [] : [lost]), ...(says === undefined ? [] : [says])].join(', ')
  const figure = counts ? `${fail} of ${pass + fail} missed; target 0${missed.length > 0 ? `: ${missed.slice(0, 5).map(({ task: id, index }) => `${id} trial ${index + 1}`).join(', ')}${missed.length > 5 ? ' …' : ''}` : ''}` : rateText({ ...rate, scored: rate.of })
  return [title, decides === undefined ? '' : decides ? 'decides' : 'beside', figure + (apart === '' ? '' : ` (${apart})`)]
}

function failures({ failures: found }: Report): string[] {
  if (!found) return []
  const rows = found.counts.filter(({ share, denied }) => share.passed + denied > 0).map((count) => [failureName(count.failure), shareText(count.share), sourcesText(count)])
  return [...columns(rows), ...uncoveredText(found)]
}

function task(row: TaskRow): string[] {
  const lost = attritionText(row)
  return [row.task, `${row.passed} of ${row.scored}`, row.scored === row.planned && row.rate.rate !== null ? percent(row.rate.rate) : row.bounds ? range(row.bounds) : '', lost === '' ? '' : `of ${row.planned} planned; ${lost}`, row.nothing ? 'passed by doing nothing' : '']
}

function quantities({ quantities: { steps, calls, tokens, seconds }, cost, customers_cost: customers }: Report): string[][] {
  const number = (value: number) => (value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(2))
  const row = (name: string, one: Quantity | null): string[][] => (one ? [[name, `median ${number(one.median)}, at most ${number(one.max)} (${one.at.task} trial ${one.at.index + 1})`, one.known < one.of ? `known of ${one.known} of ${one.of}` : '']] : [])
  return [
    ...row('steps', steps), ...row('calls', calls), ...row('tokens', tokens), ...row('seconds', seconds),
    ...(cost ? [['cost', `${customers ? 'the agent alone: ' : ''}${cost.per_success === null ? 'nothing passed' : `$${cost.per_success} a passed trial`}${cost.total === undefined ? '' : `, $${cost.total} in all`}${cost.per_trial === undefined ? '' : `, $${cost.per_trial} a trial`}`, cost.from === 'published' ? 'as published' : cost.known < cost.of ? `known of ${cost.known} of ${cost.of} attempts` : '']] : []),
    ...(customers ? [['customers', customers.total === null ? 'no price' : `$${customers.total} in all, beside it`, customers.known < customers.of ? `known of ${customers.known} of ${customers.of} attempts` : '']] : []),
  ]
}

function regradedText({ graded, trials, changed, otherwise }: Regraded): string {
  const list = changed.slice(0, 20).map(({ trial, before, after }) => `  ${trial}: ${before} → ${after}`)
  return [`graded again: ${graded} of ${trials} trials; ${changed.length} changed${otherwise > 0 ? `, ${otherwise} say something else with the same result` : ''}`, ...list, ...(changed.length > 20 ? [`  and ${changed.length - 20} more`] : [])].join('\n')
}

