// A value against a JSON Schema: what is wrong, where, what was found and what was expected. Interpreted, never compiled.
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { joinPath, pathText, type Problem } from './problem'
import { shown } from './shown'

export class SchemaChecker {
  readonly #schema: object
  readonly #quick: Validator
  readonly #thorough: Validator

  constructor(schema: object) {
    this.#schema = schema
    this.#quick = new Validator(schema as Schema, '2020-12', true)
    this.#thorough = new Validator(schema as Schema, '2020-12', false)
  }

  /** The problems of a value, the deepest first; none where it fits. `at` is written before each path. */
  problems(value: unknown, at = ''): Problem[] {
    if (this.#quick.validate(value).valid) return []
    const telling = this.#thorough.validate(value).errors.filter(({ keyword }) => !SILENT.has(keyword))
    const deepest = Math.max(...telling.map(depth))
    // A union reports the faults of all its branches; what lies deepest is what was meant.
    const told = telling.filter((error) => depth(error) === deepest || !error.keywordLocation.includes('/anyOf'))
    const places = [...new Set(told.map(({ instanceLocation }) => instanceLocation))]
    return places
      .sort((a, b) => b.split('/').length - a.split('/').length)
      .map((location) => {
        const errors = told.filter(({ instanceLocation }) => instanceLocation === location)
        const steps = pointer(location)
        return { path: joinPath(at, pathText(steps)), says: fault(errors, walk(value, steps), this.#schema) }
      })
  }
}

/** Keywords that only say that something below them is wrong. */
const SILENT = new Set(['properties', 'items', '$ref', 'patternProperties', 'false'])
const depth = ({ instanceLocation }: OutputUnit) => instanceLocation.split('/').length

/** What is wrong at one place, as a sentence's end. */
function fault(errors: readonly OutputUnit[], found: unknown, schema: object): string {
  const expected = ({ keywordLocation }: OutputUnit) => walkSchema(schema, pointer(keywordLocation))
  const of = (keyword: string) => errors.filter((error) => error.keyword === keyword)
  const or = (values: unknown[], text: (value: unknown) => string) => [...new Set(values.map(text))].join(' or ')
  const named = (keyword: string) => [...new Set(of(keyword).map(({ error }) => /"([^"]+)"/.exec(error)?.[1] ?? ''))].join(', ')
  const union = of('anyOf')[0]
  if (union) return `must be ${or(forms(expected(union), schema), String)}; found ${shown(found)}`
  if (of('required').length > 0) return `${named('required')} is missing`
  if (of('additionalProperties').length > 0) return `${named('additionalProperties')} is not a known field`
  const choices = [...of('const').map(expected), ...of('enum').flatMap((error) => expected(error) as unknown[])]
  if (choices.length > 0) return `must be ${or(choices, (one) => shown(one))}; found ${shown(found)}`
  if (of('type').length > 0) return `must be ${or(of('type').flatMap((error) => expected(error)), (type) => `of type ${String(type)}`)}; found ${shown(found)}`
  const [first] = errors
  if (first?.keyword === 'pattern') return `must match ${String(expected(first))}; found ${shown(found)}`
  if (first?.keyword === 'minLength') return `must not be empty; found ${shown(found)}`
  return `${first?.error ?? 'does not fit.'} Found ${shown(found)}`
}

/** The accepted forms of a union in words: its types, and the fields of its objects. */
function forms(branches: unknown, root: object): string[] {
  return (branches as Record<string, unknown>[]).flatMap((branch) => {
    const schema = typeof branch.$ref === 'string' ? (walkSchema(root, ['$ref'], branch) as Record<string, unknown>) : branch
    if (Array.isArray(schema.anyOf)) return forms(schema.anyOf, root)
    if (schema.type === 'object' && schema.properties) return [`{${Object.keys(schema.properties).join(', ')}}`]
    return [String(schema.type ?? 'any value')]
  })
}

const pointer = (location: string): string[] => location.split('/').slice(1).map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))

function walk(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, step) => (typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined), value)
}

/** The same through a schema, where a step "$ref" goes on at what it names. */
function walkSchema(root: object, steps: readonly string[], from: unknown = root): unknown {
  return steps.reduce<unknown>((at, step) => {
    const next = walk(at, [step])
    return step === '$ref' && typeof next === 'string' ? walk(root, next.split('/').slice(1)) : next
  }, from)
}
