// Changes and patterns in words, in the world's own names.
import type { Cell, Row } from '../task/cell'
import { dollars } from '../task/money'
import type { ChangePattern, Pattern, ValuePattern, ValuePatterns } from '../task/pattern'
import type { Mutation, World } from '../task/schema'
import { shown } from '../task/shown'
import { changedColumns, type Change } from '../world/change'
import { matchesChange } from './match'

/** A named mutation with no arguments as a pattern over changes. */
const bare = ({ table, op, set, was }: Mutation): ChangePattern => ({ table, op, ...(set ? { set } : {}), ...(was ? { was } : {}) })

/** A pattern spelled out over changes. Throws where the world has no such mutation: parsing has refused that before. */
export function resolvePattern(pattern: Pattern, world: World): ChangePattern {
  const [[name, value] = ['', {}]] = Object.entries(pattern)
  if (name === 'change') return value as ChangePattern
  const mutation = Object.hasOwn(world.mutations, name) ? world.mutations[name] : undefined
  if (!mutation) throw new Error(`the world ${world.id} names no mutation ${name}`)
  const row = Object.fromEntries(Object.entries(value as ValuePatterns).map(([argument, wanted]) => [mutation.args?.[argument] ?? argument, wanted]))
  return { ...bare(mutation), row }
}

/** The kind of change that a pattern asks for, whatever its values: the mutation that it names, else table, operation and columns. */
export function kindOf(pattern: Pattern, world: World): ChangePattern {
  const [[name, value] = ['', {}]] = Object.entries(pattern)
  if (name !== 'change') return resolvePattern({ [name]: {} }, world)
  const { table, op, set } = value as ChangePattern
  return { table, op, ...(set ? { set: Object.fromEntries(Object.keys(set).map((column) => [column, { any: true as const }])) } : {}) }
}

/** The world's name for a change, if it has one. */
export function mutationOf(change: Change, world: World): string | null {
  return Object.entries(world.mutations).find(([, mutation]) => matchesChange(bare(mutation), change))?.[0] ?? null
}

const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : shown(cell, 40))

function fill(template: string, row: Row): string | null {
  let whole = true
  const text = template.replace(/\{(\w+)(:money)?\}/g, (_all, column: string, money: string | undefined) => {
    const cell = row[column]
    if (cell === undefined) { whole = false; return '' }
    return money && typeof cell === 'number' ? dollars(cell) : cellText(cell)
  })
  return whole ? text : null
}

/** "refund of $59.00 on ORD-1010"; where the world has no name for it, what happened to which row. */
export function changeInWords(change: Change, world: World): string {
  if (change.op === 'schema') return `${change.before === null ? 'creation' : change.after === null ? 'removal' : 'redefinition'} of ${change.table}`
  const name = mutationOf(change, world)
  const named = name === null ? null : fill(world.mutations[name]!.says, change.op === 'delete' ? change.before : change.after)
  if (named !== null) return named
  const key = change.key.map(cellText).join(', ')
  switch (change.op) {
    case 'insert': return `new row ${key} in ${change.table}`
    case 'delete': return `deletion of row ${key} of ${change.table}`
    case 'update': return `change of row ${key} of ${change.table} (${changedColumns(change).map((column) => `${column}: ${cellText(change.before[column] ?? null)} → ${cellText(change.after[column] ?? null)}`).join('; ')})`
  }
}

const literal = (pattern: ValuePattern): pattern is Cell => pattern === null || typeof pattern !== 'object' || 'int' in pattern || 'real' in pattern || 'blob' in pattern

/** "refund of $49.99 on ORD-1001"; "an escalation" where it may be any. */
export function patternInWords(pattern: Pattern, world: World): string {
  const [[name] = ['']] = Object.entries(pattern)
  const { row = {}, table, op } = resolvePattern(pattern, world)
  const mutation = name === 'change' ? undefined : world.mutations[name]
  if (mutation) {
    const literals = Object.fromEntries(Object.entries(row).filter((entry): entry is [string, Cell] => literal(entry[1])))
    const whole = fill(mutation.says, literals)
    if (whole !== null) return whole
    const details = Object.entries(row).map(([column, wanted]) => `${column} ${wantedText(wanted)}`).join(', ')
    return details === '' ? mutation.noun : `${mutation.noun} (${details})`
  }
  const details = Object.entries(row).map(([column, wanted]) => `${column} ${wantedText(wanted)}`).join(', ')
  return `${op} in ${table}${details === '' ? '' : ` (${details})`}`
}

function wantedText(pattern: ValuePattern): string {
  if (literal(pattern)) return cellText(pattern)
  if ('any' in pattern) return 'of any value'
  if ('json' in pattern) return shown(pattern.json, 40)
  if ('in' in pattern) return `one of ${pattern.in.map(cellText).join(', ')}`
  if ('contains' in pattern) return `containing “${pattern.contains}”`
  if ('fold' in pattern) return typeof pattern.fold === 'string' ? pattern.fold : 'the customer\'s email'
  return `from ${pattern.min ?? '−∞'} to ${pattern.max ?? '∞'}`
}
