// A check: one assertion's result, with a sentence. A grade: all of them, and the verdict they add up to.
import { Type, type Static } from 'typebox'
import { literals } from '../task/literals'

export const ResultSchema = literals('pass', 'fail', 'unknown', 'not_applicable')
/** Three values, and `not_applicable` where the assertion asks nothing of this episode (never counted as a pass). */
export type Result = Static<typeof ResultSchema>

export const CheckSchema = Type.Object({
  id: Type.String(),
  dimension: Type.String(),
  result: ResultSchema,
  says: Type.String({ description: 'One sentence: what was seen.' }),
  changes: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { description: 'Its evidence: positions in the outcome\'s changes.' })),
  call: Type.Optional(Type.Integer({ minimum: 1, description: 'Its evidence: a call\'s number.' })),
})
export type Check = Static<typeof CheckSchema>

export const VerdictSchema = literals('pass', 'fail', 'inconclusive')
export type Verdict = Static<typeof VerdictSchema>

export const GradeSchema = Type.Object({
  grader: Type.String({ description: '"whole"; or the name of a weak grader, which scores no run; or of the benchmark that graded a reference run.' }),
  checks: Type.Array(CheckSchema),
  dimensions: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), decides: Type.Boolean(), result: ResultSchema })),
  verdict: VerdictSchema,
  end_state: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: 'Which accepted end state matched; else the nearest is reported and this is null.' }),
  changes: Type.Array(literals('required', 'allowed', 'unexpected', 'bookkeeping'), { description: 'One a change of the outcome, in its order.' }),
  missing: Type.Array(Type.String(), { description: 'Required and missing, in words.' }),
})
export type Grade = Static<typeof GradeSchema>
