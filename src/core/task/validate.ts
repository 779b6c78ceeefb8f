// Validation against the published schemas.
import published from '../../../public/schema/run.schema.json'
import { SchemaChecker } from './jsonSchema'
import { joinPath, type Problem } from './problem'
import { strangeIn } from './strange'

/** A named part of the published schemas, or the whole run. */
export type SchemaName = keyof typeof published.$defs | 'run'

const checkers = new Map<SchemaName, SchemaChecker>()

/** Problems of a value against a schema, the deepest first; none where it fits. `at` is written before each path. */
export function validate(name: SchemaName, value: unknown, at = ''): Problem[] {
  if (value === undefined) return [{ path: at, says: 'is missing' }]
  const strange = strangeIn(value)
  if (strange !== null) return [{ ...strange, path: joinPath(at, strange.path) }]
  let checker = checkers.get(name)
  if (!checker) {
    checker = new SchemaChecker(name === 'run' ? published : { $ref: `#/$defs/${name}`, $defs: published.$defs })
    checkers.set(name, checker)
  }
  return checker.problems(value, at)
}
