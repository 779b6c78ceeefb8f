// What a monitor found, as tables to read and to save.
import { accuracyParts, keptText } from '../../core/report/monitorWords'
import type { MonitorReport, MonitoredRule } from '../../core/report/monitor'
import type { DataTable } from '../charts/tableText'
import { signOfResult } from '../words/states'

export const titleOf = ({ title, task }: Pick<MonitoredRule, 'title' | 'task'>): string => (task === undefined ? title : `${title} (task ${task})`)

/** One rule a row. */
export const ruleTable = ({ rules }: MonitorReport): DataTable => ({
  columns: ['rule', 'passed', 'failed', 'unknown', 'not applicable', 'not looked at'],
  rows: rules.map((rule) => [titleOf(rule), keptText(rule), rule.fail, rule.unknown, rule.not_applicable, rule.not_looked_at]),
})

/** One tool a row; precision, recall and arguments each with what they are out of. */
export const accuracyTable = ({ tools }: NonNullable<MonitorReport['accuracy']>): DataTable => ({
  columns: ['tool', 'made', 'needed', 'right', 'right of made', 'right of needed', 'arguments right'],
  rows: tools.map((one) => {
    const { precision, recall, inputs } = accuracyParts(one)
    return [one.tool, one.made, one.needed, one.right, precision, recall, inputs]
  }),
})

/** One rule in one trial a row. */
export const findingsTable = ({ rules, state }: MonitorReport): DataTable => ({
  columns: ['rule', 'world', 'task', 'trial', 'attempt', 'result', 'call', 'says', 'state'],
  rows: rules.flatMap((rule) => rule.findings.map(({ world, task, index, attempt, result, call, says }) => [titleOf(rule), world, task, index + 1, attempt, signOfResult(result).word, call ?? null, says, state])),
})
