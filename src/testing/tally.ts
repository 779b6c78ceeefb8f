// Counts what the test tools report, so that the last line of `npm test` is true.

/** Tests that ran and how they ended. A type error, a warning and a file that does not load are failures. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface FileResult {
  readonly status?: unknown
  readonly assertionResults?: readonly { readonly status?: unknown }[]
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: sum(tallies.map((tally) => tally.passed)),
    failed: sum(tallies.map((tally) => tally.failed)),
    skipped: sum(tallies.map((tally) => tally.skipped)),
  }
}

/** A type check passes as one, and fails once for each problem it lists (at least once). */
export function tallyOfCheck(status: number, output: string): Tally {
  if (status === 0) return { passed: 1, failed: 0, skipped: 0 }
  const summary = /found (\d+) errors? and (\d+) warnings?/.exec(output)
  const listed = summary ? Number(summary[1]) + Number(summary[2]) : (output.match(/: error TS\d+/g)?.length ?? 0)
  return { passed: 0, failed: Math.max(1, listed), skipped: 0 }
}

/** Reads Vitest's JSON report. No report, no test at all, or a bad exit that no test explains is one failure. */
export function tallyOfVitest(status: number, report: unknown): Tally {
  const files = filesOf(report)
  const states = files.flatMap((file) => (file.assertionResults ?? []).map((test) => test.status))
  const passed = states.filter((state) => state === 'passed').length
  const failedTests = states.filter((state) => state === 'failed').length
  const skipped = states.length - passed - failedTests
  const brokenFiles = files.filter((file) => file.status === 'failed' && !file.assertionResults?.some((test) => test.status === 'failed')).length
  const failed = failedTests + brokenFiles
  const unexplained = failed === 0 && (status !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed, skipped }
}

function filesOf(report: unknown): readonly FileResult[] {
  const results: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'testResults') : undefined
  return Array.isArray(results) ? (results as readonly FileResult[]) : []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
