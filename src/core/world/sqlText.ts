// SQL as text: its tokens, the parameters it names, and what it may not say.

export interface Token {
  text: string
  /** Line within the text, from 1. */
  line: number
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[:@$][A-Za-z_]\w*|\?\d*|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\s]/g

/** The tokens that mean something: comments and white space are left out, quoted text is one token. */
export function tokens(sql: string): Token[] {
  let line = 1
  const found: Token[] = []
  for (const [text] of sql.matchAll(TOKEN)) {
    if (!/^\s|^--|^\/\*/.test(text)) found.push({ text, line })
    line += text.split('\n').length - 1
  }
  return found
}

/** The parameters of one statement, without their colon, in the order SQLite numbers them. */
export function parameters(sql: string): string[] {
  return [...new Set(tokens(sql).filter(({ text }) => /^:\w/.test(text)).map(({ text }) => text.slice(1)))]
}

const FIRST_WORDS = new Set(['ATTACH', 'DETACH', 'PRAGMA', 'VACUUM', 'BEGIN', 'COMMIT', 'END', 'SAVEPOINT', 'RELEASE'])

/**
 * What a world's SQL may not say, with the line: whatever would end the trial's own transaction, reach outside its
 * database, or hide from the comparison of its tables. `null` where there is nothing to refuse.
 */
export function refusal(sql: string): { line: number; says: string } | null {
  let first = true
  const all = tokens(sql)
  for (const [i, { text, line }] of all.entries()) {
    const word = text.toUpperCase()
    if (word === ';') { first = true; continue }
    if (first && FIRST_WORDS.has(word) && !(word === 'END' && all[i + 1]?.text === ';')) return { line, says: `${word} is refused in a world` }
    if (word === 'ROLLBACK') return { line, says: 'ROLLBACK is refused in a world: it would end the trial\'s own transaction; use ABORT' }
    if (/^\?|^[@$]/.test(text)) return { line, says: `the parameter ${text} is refused: parameters are written :name` }
    if (first && word === 'CREATE') {
      const next = all[i + 1]?.text.toUpperCase()
      if (next === 'TEMP' || next === 'TEMPORARY') return { line, says: 'temporary objects are refused: the comparison of tables could not see them' }
      if (next === 'VIRTUAL') return { line, says: 'virtual tables are refused: the comparison of tables could not see into them' }
    }
    first = false
  }
  return null
}
