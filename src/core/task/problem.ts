// A problem: what is wrong with a file, and where.

export interface Problem {
  /** Where: a file with its line, or a path into the value, e.g. "tasks/refund-damaged.json: expect.must[0].refund". */
  path: string
  says: string
}

/** Input that was refused: a listed problem each, nothing half-loaded. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'))
    this.problems = problems
  }
}

export const problemText = ({ path, says }: Problem): string => (path === '' ? says : `${path.replace(/:$/, '')}: ${says}`)

/** Steps into a value as one reads them: tasks[3].expect.must[0]. */
export const pathText = (steps: readonly string[]): string => steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '')

/** A path written behind another; "file.json:" takes it after a space. */
export const joinPath = (at: string, path: string): string =>
  at === '' ? path : path === '' ? at : at.endsWith(':') ? `${at} ${path}` : path.startsWith('[') ? `${at}${path}` : `${at}.${path}`
