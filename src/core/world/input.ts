// A tool's input against its schema: nothing is coerced, and what is wrong is said so that the agent can mend it.
import { SchemaChecker } from '../task/jsonSchema'
import { problemText } from '../task/problem'
import type { Tool } from '../task/schema'
import { shown } from '../task/shown'
import { strangeIn } from '../task/strange'

const checkers = new WeakMap<Tool, SchemaChecker>()

function checkerOf(tool: Tool): SchemaChecker {
  let checker = checkers.get(tool)
  if (!checker) {
    checker = new SchemaChecker(tool.input_schema)
    checkers.set(tool, checker)
  }
  return checker
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
  const strange = strangeIn(input)
  if (strange !== null) return `The input of ${tool.name} is not valid: ${problemText(strange)}. ${valid}`
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return `The input of ${tool.name} must be an object, not ${shown(input)}. ${valid}`
  const properties = tool.input_schema.properties ?? {}
  const extra = Object.keys(input).filter((name) => !Object.hasOwn(properties, name))
  if (extra.length > 0) return `${tool.name} has no field ${extra.map((name) => shown(name)).join(', ')}. ${valid}`
  const missing = (tool.input_schema.required ?? []).filter((name) => !Object.hasOwn(input, name))
  if (missing.length > 0) return `${tool.name} needs ${missing.map((name) => `the field ${name}`).join(' and ')}. ${valid}`
  const problems = checkerOf(tool).problems(input)
  if (problems.length === 0) return null
  return `${problems.map(({ path, says }) => `The field ${path} ${says}.`).join(' ')} ${valid}`
}
