// A monitor: rules for episodes that were played elsewhere, with no world beside them.
import { Type, type TSchema } from 'typebox'
import { BeforeRuleSchema, CallsRuleSchema, ConfirmedRuleSchema, NeededCallsSchema, NeverRuleSchema, NoRepeatsRuleSchema, RetriesRuleSchema, type NeededCalls, type PathRule } from './ruleSchema'

const closed = { additionalProperties: false }

/** The rule as a task has it; its dimension may be there and counts for nothing: a monitor gives no verdict. */
const free = ({ properties, description }: { properties: Record<string, TSchema>; description?: string }) =>
  Type.Object({ ...properties, dimension: Type.Optional(Type.String()) }, { ...closed, ...(description === undefined ? {} : { description }) })

/** By the word that stands under `rule`. */
export const MonitorRuleSchemas = {
  before: free(BeforeRuleSchema), never: free(NeverRuleSchema), calls: free(CallsRuleSchema),
  confirmed: free(ConfirmedRuleSchema), no_repeats: free(NoRepeatsRuleSchema), retries: free(RetriesRuleSchema),
} satisfies Record<PathRule['rule'], TSchema>

const rules = Type.Array(Type.Union(Object.values(MonitorRuleSchemas)))

export const MonitorSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    format: Type.Literal('aftermath/monitor'),
    version: Type.Literal(1),
    title: Type.String({ minLength: 1 }),
    path: Type.Optional(rules),
    needs: Type.Optional(NeededCallsSchema),
    tasks: Type.Optional(Type.Record(Type.String(), Type.Object({ path: Type.Optional(rules), needs: Type.Optional(NeededCallsSchema) }, closed), {
      description: 'By a task\'s id: rules that hold for it alone, and the calls that it needs instead of those that stand above.',
    })),
  },
  { ...closed, title: 'Aftermath monitor', description: 'Path rules and needed calls for recorded conversations, in the words that tasks have. They look at calls; the state is not graded, as no world is at hand.' },
)

/** What a monitor asks of one task: rules, and the calls that it needs where that is said. */
export interface MonitorAsks {
  path?: PathRule[]
  needs?: NeededCalls
}

export interface Monitor extends MonitorAsks {
  format: 'aftermath/monitor'
  version: 1
  title: string
  /** By a task's id. */
  tasks?: Record<string, MonitorAsks>
}
