// SQL checks: one query each over the finished episode; true, false and NULL are pass, fail and unknown.
import type { Cell } from '../task/cell'
import type { SqlCheck, Task, World } from '../task/schema'
import { closeDatabase, type Sqlite } from '../world/sqlite'
import type { Check, Result } from './check'
import { ask, openEpisode, type EpisodeParts } from './episodeDatabase'

/** What one query came to: its answer, or SQLite's own sentence where it could not be asked. */
export type Answer = { value: Cell } | { problem: string }

/** Asks finished episodes; the port behind which SQLite runs, here or in a worker. */
export interface Asker {
  /** The first column of each query's first row, NULL where it has none. */
  answers(parts: EpisodeParts, queries: readonly string[]): Promise<Answer[]>
}

/** Check → what its query came to. */
export type Facts = ReadonlyMap<string, Answer>
export const NO_FACTS: Facts = new Map()

export const checksOf = (world: World, task: Task): SqlCheck[] => [...(world.checks ?? []), ...(task.checks ?? [])]

/** Asks every query of a task; where there are none, nothing is opened. */
export async function gatherFacts(asker: Asker, checks: readonly SqlCheck[], parts: EpisodeParts): Promise<Facts> {
  if (checks.length === 0) return NO_FACTS
  const answers = await asker.answers(parts, checks.map(({ sql }) => sql))
  return new Map(checks.flatMap(({ id }, i) => { const answer = answers[i]; return answer ? [[id, answer] as const] : [] }))
}

/** One check a query. What could not be asked is unknown, never a pass. */
export function gradeSql(checks: readonly SqlCheck[], facts: Facts): Check[] {
  return checks.map(({ id, dimension, title, unknown }) => {
    const answer = facts.get(id)
    if (!answer) return { id, dimension, result: 'unknown', says: `${title}: not known, the episode could not be asked.` }
    if ('problem' in answer) return { id, dimension, result: 'unknown', says: `${title}: not known, ${answer.problem}.` }
    const result = resultOf(answer.value)
    const says = result === 'unknown' ? `not known, ${unknown ?? 'what it takes to say so is missing'}` : result === 'pass' ? 'yes' : 'no'
    return { id, dimension, result, says: `${title}: ${says}.` }
  })
}

/** SQL's own truth: NULL is unknown, 0 is false, text counts as the number it begins with. */
export function resultOf(value: Cell): Result {
  if (value === null) return 'unknown'
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) || 0 : 'int' in value ? Number(value.int) : 'real' in value ? Number(value.real) : 0
  return number !== 0 ? 'pass' : 'fail'
}

/** Asks on an SQLite of this thread. */
export class SqliteAsker implements Asker {
  readonly #sqlite: Sqlite
  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
  }

  answers(parts: EpisodeParts, queries: readonly string[]): Promise<Answer[]> {
    const db = openEpisode(this.#sqlite, parts)
    try {
      return Promise.resolve(queries.map((sql): Answer => {
        try {
          return { value: ask(db, sql, 1).rows[0]?.[0] ?? null }
        } catch (error) {
          return { problem: error instanceof Error ? error.message : String(error) }
        }
      }))
    } finally {
      closeDatabase(db)
    }
  }
}
