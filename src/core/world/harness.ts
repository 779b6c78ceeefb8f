// What the harness itself writes for a world: receipts of calls, confirmations on record.
import type { Database } from './sqlite'
import { parameters, refusal } from './sqlText'
import { messageOf, statementFacts, type PreparedStatement } from './tool'

export type HarnessStatement = PreparedStatement & { tables: ReadonlySet<string> }

/** Prepares one statement; it may name only the parameters it is given, and write only bookkeeping tables. */
export function prepareHarness(db: Database, sql: string, known: readonly string[], bookkeeping: readonly string[]): HarnessStatement | { says: string } {
  const refused = refusal(sql)
  if (refused) return { says: refused.says }
  const names = parameters(sql)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) return { says: `:${unknown} is not known here; parameters: ${known.map((name) => `:${name}`).join(', ')}` }
  try {
    const facts = statementFacts(db, sql)
    const other = facts.tables.find((table) => !bookkeeping.includes(table))
    if (facts.schema || other) return { says: `it writes ${other ?? 'the schema'}, which is not a bookkeeping table` }
    return { statement: db.prepare(sql), parameters: names, columns: [], tables: new Set(facts.tables) }
  } catch (error) {
    return { says: messageOf(error) }
  }
}
