// What can go wrong in a trial, in eight words.

export const FAILURES = ['wrong_tool', 'bad_argument', 'gave_up_early', 'looped', 'invented_result', 'ignored_error', 'unexpected_change', 'missing_change'] as const
/** A failed trial may stand under several, or under none: what no rule can tell is not guessed. */
export type Failure = (typeof FAILURES)[number]

export const isFailure = (text: string): text is Failure => (FAILURES as readonly string[]).includes(text)
