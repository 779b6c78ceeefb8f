// Queries that are ready to run on any episode.

export interface Example {
  title: string
  sql: string
}

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** What is worth asking of an episode: its changes, its calls, and the rows of a table that are new. */
export function examplesFor(tables: readonly string[], changed: readonly string[]): Example[] {
  const table = changed[0] ?? tables[0]
  const examples: Example[] = [
    { title: 'What changed', sql: 'SELECT n, "table", op, key, before, after\nFROM changes\nORDER BY n;' },
    { title: 'Calls and their outcome', sql: 'SELECT n, tool, outcome, input, result\nFROM calls\nORDER BY n;' },
    { title: 'Who said what', sql: 'SELECT n, role, text\nFROM turns\nORDER BY n;' },
  ]
  if (table) {
    examples.push(
      { title: `Rows of ${table} that were not there before`, sql: `SELECT * FROM ${quoted(table)}\nEXCEPT\nSELECT * FROM ${quoted(`before_${table}`)};` },
      { title: `All of ${table}`, sql: `SELECT * FROM ${quoted(table)};` },
    )
  }
  return examples
}
