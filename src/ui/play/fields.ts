// A tool's JSON Schema as the fields of a form, and what is typed there as the tool's input. Nothing is coerced silently.
import type { Tool } from '../../core/task/schema'

export interface Field {
  name: string
  description: string
  required: boolean
  /** `json`: whatever is neither text, number, choice nor truth. */
  kind: 'text' | 'number' | 'choice' | 'truth' | 'json'
  /** In words, what must be typed: "integer", "like ^ORD-[0-9]+$"; '' for any text. */
  wants: string
  /** The texts of a choice, each the JSON of its value where the values are not all strings. */
  choices: string[]
}

interface Loose {
  type?: unknown
  enum?: unknown
  pattern?: unknown
  description?: unknown
}

/** The fields of a tool, in the order of its schema. */
export function fieldsOf({ input_schema: schema }: Tool): Field[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { type, enum: choices, pattern, description } = (typeof property === 'object' && property !== null ? property : {}) as Loose
    const list = Array.isArray(choices) ? choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))) : []
    const kind = list.length > 0 ? 'choice' : type === 'string' ? 'text' : type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? 'truth' : 'json'
    return {
      name, required: required.has(name), kind, choices: list,
      description: typeof description === 'string' ? description : '',
      wants: kind === 'json' ? 'JSON' : kind === 'text' ? (typeof pattern === 'string' ? `like ${pattern}` : '') : kind === 'number' ? String(type) : kind === 'truth' ? 'true or false' : 'one of these',
    }
  })
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** The value that a field sends: a number where it is one, JSON where it is that, else the text as it was typed. */
export function valueOf(field: Field, text: string): unknown {
  if (field.kind === 'text') return text
  if (field.kind === 'number') return NUMBER.test(text) ? Number(text) : text
  if (field.kind === 'choice' && !isJsonChoice(field)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isJsonChoice = ({ choices }: Field): boolean => choices.every((choice) => { try { JSON.parse(choice); return true } catch { return false } })

/** What the form sends: a field left empty is left out. */
export function inputOf(fields: readonly Field[], texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => {
    const text = texts[field.name] ?? ''
    return text === '' ? [] : [[field.name, valueOf(field, text)]]
  }))
}

/** The texts that make a form send an input. */
export function textsOf(input: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))
}
