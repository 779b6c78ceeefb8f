// What a monitor found, as text for a terminal.
import type { MonitoredRule, MonitorFinding, MonitorReport } from '../core/report/monitor'
import { accuracyParts, accuracyText, keptText, lookedText, NOT_GRADED } from '../core/report/monitorWords'
import { columns, section } from './printReport'

/** Findings of one rule that are named; --json has them all. */
const NAMED = 10

export function printMonitor({ monitor, run, trials, rules, accuracy, warnings }: MonitorReport): string {
  return [
    `${monitor}: ${run.name}${run.label !== null && !run.name.includes(run.label) ? ` (${run.label})` : ''}`,
    `state   ${NOT_GRADED}`,
    `trials  ${lookedText(trials)}`,
    section('Rules', columns([['rule', 'passed', 'failed', 'unknown', 'not applicable', 'not looked at'], ...rules.map((rule) => [nameOf(rule), keptText(rule), String(rule.fail), String(rule.unknown), String(rule.not_applicable), String(rule.not_looked_at)])])),
    ...rules.map((rule) => section(`${nameOf(rule)}: failed`, named(rule.findings.filter(({ result }) => result === 'fail')))),
    ...rules.map((rule) => section(`${nameOf(rule)}: unknown`, named(rule.findings.filter(({ result }) => result === 'unknown')))),
    section('Call accuracy', accuracy ? [accuracyText(accuracy), ...columns([['tool', 'needed and right of made', 'right of needed', 'arguments right'], ...accuracy.tools.map((tool) => { const { precision, recall, inputs } = accuracyParts(tool); return [tool.tool, precision, recall, inputs] })])] : []),
    section('Warnings', warnings),
  ].filter((part) => part !== '').join('\n')
}

const nameOf = ({ title, task }: MonitoredRule): string => (task === undefined ? title : `${title} (task ${task})`)

function named(findings: readonly MonitorFinding[]): string[] {
  const lines = findings.slice(0, NAMED).map(({ task, index, attempt, says }) => `${task} trial ${index + 1}${attempt > 1 ? `, attempt ${attempt}` : ''}: ${says}`)
  return findings.length > NAMED ? [...lines, `and ${findings.length - NAMED} more`] : lines
}
