// Validation against the published schemas.
import published from '../../../public/schema/run.schema.json'
import { SchemaChecker } from './jsonSchema'
import { joinPath, pathText, type Problem } from './problem'

/** A named part of the published schemas, or the whole run. */
export type SchemaName = keyof typeof published.$defs | 'run'

const checkers = new Map<SchemaName, SchemaChecker>()

/** Problems of a value against a schema, the deepest first; none where it fits. `at` is written before each path. */
export function validate(name: SchemaName, value: unknown, at = ''): Problem[] {
  const strange = forbiddenKey(value)
  if (strange !== null) return [{ path: joinPath(at, strange), says: 'the key "__proto__" is refused' }]
  let checker = checkers.get(name)
  if (!checker) {
    checker = new SchemaChecker(name === 'run' ? published : { $ref: `#/$defs/${name}`, $defs: published.$defs })
    checkers.set(name, checker)
  }
  return checker.problems(value, at)
}

/** The path of a key "__proto__" anywhere inside, or null. */
function forbiddenKey(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (Object.hasOwn(value, '__proto__')) return '__proto__'
  for (const [key, one] of Object.entries(value)) {
    const inside = forbiddenKey(one)
    if (inside !== null) return joinPath(pathText([key]), inside)
  }
  return null
}
