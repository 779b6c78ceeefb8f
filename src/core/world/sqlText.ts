// SQL as text: its tokens, the parameters it names, and what it may not say.

export interface Token {
  text: string
  /** Line within the text, from 1. */
  line: number
}

// As SQLite cuts it: an identifier holds any character beyond ASCII and, after its first, "$"; U+FEFF before one is white space.
const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[:@$][\w$\u0080-\uffff]+|\?\d*|[A-Za-z_\u0080-\ufefe\uff00-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|\s+|[^\s]/g

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
  return [...new Set(tokens(sql).filter(({ text }) => /^:./.test(text)).map(({ text }) => text.slice(1)))]
}

// Under EXPLAIN a PRAGMA takes effect all the same, while it is prepared.
const FIRST_WORDS = new Set(['ATTACH', 'DETACH', 'PRAGMA', 'VACUUM', 'BEGIN', 'COMMIT', 'END', 'SAVEPOINT', 'RELEASE', 'EXPLAIN'])
const CLOCK_FUNCTIONS = new Set(['DATE', 'TIME', 'DATETIME', 'JULIANDAY', 'UNIXEPOCH', 'STRFTIME'])

/** A token in upper case and without its quotes. */
const bare = (token: Token | undefined): string => (token?.text ?? '').replace(/^["'`[]|["'`\]]$/g, '').toUpperCase()

/**
 * What a world's SQL may not say, with the line: whatever would end the trial's own transaction, reach outside its
 * database, hide from the comparison of its tables, never be checked, or read the machine's time zone. `null` where there is nothing to refuse.
 */
export function refusal(sql: string): { line: number; says: string } | null {
  const all = tokens(sql)
  /** Whether the token begins a statement, and whether that statement stands in a trigger's body, which END ends. */
  let first = true
  let trigger = false
  /** What stands before each parenthesis that is open. */
  const open: string[] = []
  for (const [i, token] of all.entries()) {
    const { text, line } = token
    const word = text.toUpperCase()
    if (word === ';') { first = true; continue }
    if (first && FIRST_WORDS.has(word) && !(trigger && word === 'END')) return { line, says: `${word} is refused in a world` }
    if (first && word === 'END') trigger = false
    if (word === 'ROLLBACK') return { line, says: 'ROLLBACK is refused in a world: it would end the trial\'s own transaction; use ABORT' }
    if (word === 'INITIALLY' && all[i + 1]?.text.toUpperCase() === 'DEFERRED') return { line, says: 'INITIALLY DEFERRED is refused in a world: it would be checked when the trial is committed, which never happens' }
    if (/^\?|^[@$]/.test(text) || /^:(?![A-Za-z_]\w*$)./.test(text)) return { line, says: `the parameter ${text} is refused: parameters are written :name` }
    if (first && word === 'CREATE') {
      const head = all.slice(i + 1, i + 8)
      const [next] = head.map(bare)
      if (next === 'VIRTUAL') return { line, says: 'virtual tables are refused: the comparison of tables could not see into them' }
      if (next === 'TEMP' || next === 'TEMPORARY' || namesTemp(head)) return { line, says: 'temporary objects are refused: the comparison of tables could not see them' }
      trigger = next === 'TRIGGER'
    }
    if (text === '(') open.push(bare(all[i - 1]))
    if (text === ')') open.pop()
    if (/^['"]/.test(text) && ['LOCALTIME', 'UTC'].includes(bare(token)) && CLOCK_FUNCTIONS.has(open.at(-1) ?? '')) return { line, says: `${text} is refused in a world: the machine's time zone would decide the answer` }
    first = false
  }
  return null
}

/** Whether the head of a CREATE names an object of the temporary schema: temp.name. */
function namesTemp(head: readonly Token[]): boolean {
  const end = head.findIndex(({ text }) => /^(?:AS|ON|\(|;)$/i.test(text))
  return head.slice(0, end === -1 ? head.length : end).some((token, i) => bare(token) === 'TEMP' && head[i + 1]?.text === '.')
}
