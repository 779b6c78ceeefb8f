// A tool file: SQL cut into steps by its comment heads.

export type StepKind = 'check' | 'authorize' | 'fault' | 'run' | 'return row' | 'return rows'

export interface Step {
  kind: StepKind
  /** What the agent reads where a check or an authorization says no. */
  message: string
  sql: string
  /** Line of the head in its file, from 1. */
  line: number
}

// The whole line, so that an ordinary comment that begins with such a word stays one.
const HEAD = /^--\s*(?:(check|authorize)(?::(.*))?|(fault|run|return rows|return row))$/

/** Cuts a tool's file into its steps, or says with the line what is wrong. */
export function parseToolFile(file: string): { steps: Step[] } | { line: number; says: string } {
  const steps: Step[] = []
  for (const [i, line] of file.split(/\r?\n/).entries()) {
    const head = HEAD.exec(line.trim())
    if (head) {
      steps.push({ kind: (head[1] ?? head[3]) as StepKind, message: head[2]?.trim() ?? '', sql: '', line: i + 1 })
      continue
    }
    const step = steps.at(-1)
    if (step) step.sql += `${line}\n`
    else if (line.trim() !== '' && !line.trim().startsWith('--')) return { line: i + 1, says: 'SQL stands before the first step; a step begins with -- check:, -- authorize:, -- fault, -- run, -- return row or -- return rows' }
  }
  const order = ['check', 'authorize', 'fault', 'run', 'return row', 'return rows']
  let last = 0
  for (const step of steps) {
    const empty = step.sql.replace(/--[^\n]*/g, '').trim() === ''
    if ((step.kind === 'check' || step.kind === 'authorize') && step.message === '') return { line: step.line, says: `a ${step.kind} needs the message that the agent reads: -- ${step.kind}: …` }
    if (step.kind === 'fault' ? !empty : empty) return { line: step.line, says: step.kind === 'fault' ? 'a fault step holds no SQL: it is only the point where a fault strikes' : `the step ${step.kind} holds no SQL` }
    const rank = step.kind === 'authorize' ? 0 : order.indexOf(step.kind)
    if (rank < last) return { line: step.line, says: `the step ${step.kind} stands too late: the order is check and authorize, fault, run, return` }
    last = rank
  }
  const returns = steps.filter((step) => step.kind.startsWith('return'))
  if (returns.length !== 1) return { line: returns[1]?.line ?? steps.at(-1)?.line ?? 1, says: `a tool has exactly one return step; this one has ${returns.length}` }
  if (steps.filter((step) => step.kind === 'fault').length > 1) return { line: steps.at(-1)?.line ?? 1, says: 'a tool has at most one fault step' }
  return { steps }
}
