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
