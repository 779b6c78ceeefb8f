// A tool's input against its schema: nothing is coerced, and what is wrong is said so that the agent can mend it.
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import type { Tool } from '../task/schema'
import { shown } from '../task/shown'

const validators = new WeakMap<Tool, Validator>()

function validatorOf(tool: Tool): Validator {
  let validator = validators.get(tool)
  if (!validator) {
    validator = new Validator(tool.input_schema as Schema, '2020-12', false)
    validators.set(tool, validator)
  }
  return validator
}

/** The fields of a tool in words: "order_id (string, required), note (string)". */
export function fieldsOf(tool: Tool): string {
  const required = new Set(tool.input_schema.required ?? [])
  const fields = Object.entries(tool.input_schema.properties ?? {}).map(([name, schema]) => {
    const type = String((schema as { type?: unknown }).type ?? 'any')
    return `${name} (${type}${required.has(name) ? ', required' : ''})`
  })
  return fields.length > 0 ? fields.join(', ') : 'none'
}

/** What is wrong with an input, in sentences that name the field and list what is valid; `null` where nothing is. */
export function inputProblem(tool: Tool, input: unknown): string | null {
  const valid = `Fields of ${tool.name}: ${fieldsOf(tool)}.`
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return `The input of ${tool.name} must be an object, not ${shown(input)}. ${valid}`
  const properties = tool.input_schema.properties ?? {}
  const extra = Object.keys(input).filter((name) => !Object.hasOwn(properties, name))
  if (extra.length > 0) return `${tool.name} has no field ${extra.map(shown).join(', ')}. ${valid}`
  const missing = (tool.input_schema.required ?? []).filter((name) => !Object.hasOwn(input, name))
  if (missing.length > 0) return `${tool.name} needs the field ${missing.join(', ')}, which is missing. ${valid}`
  const { valid: fits, errors } = validatorOf(tool).validate(input)
  if (fits) return null
  return `${sentences(errors, input).join(' ')} ${valid}`
}

function sentences(errors: readonly OutputUnit[], input: object): string[] {
  const leaves = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items' && keyword !== 'false')
  const said = leaves.map(({ instanceLocation, error }) => {
    const path = instanceLocation.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const value = path.reduce<unknown>((at, part) => (typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined), input)
    return `The field ${path.join('.') || '(the input)'} is not valid: ${error} It was ${shown(value)}.`
  })
  return [...new Set(said)]
}
