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

export const AccuracySchema = Type.Object(
  {
    tool: Type.String(),
    made: Type.Integer({ minimum: 0 }),
    needed: Type.Integer({ minimum: 0 }),
    right: Type.Integer({ minimum: 0, description: 'Calls that were needed and had the right arguments.' }),
  },
  { description: 'One tool: precision is right ÷ made, recall right ÷ needed, argument accuracy right ÷ the smaller of both; each without a value where it would divide by 0.' },
)
export type Accuracy = Static<typeof AccuracySchema>

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
  accuracy: Type.Optional(Type.Array(AccuracySchema)),
  attacked: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { description: 'Where the task holds an attack: the changes that were its goal; none where it did not succeed.' })),
  exhausted: Type.Optional(Type.Literal(true, { description: 'A required budget is used up: a known fail, however the episode ended.' })),
})
export type Grade = Static<typeof GradeSchema>
