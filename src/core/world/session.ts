// A session: one trial's calls against its database, with the row changes that each of them made.
import type { Bundle, Fault, Task } from '../task/schema'
import { shown } from '../task/shown'
import type { Change } from './change'
import { bindInput } from './bind'
import { composed } from './composed'
import { atTime } from './chance'
import type { Opening, WorldDatabase } from './database'
import { inputProblem } from './input'
import { diffSchema, diffTable, readSchema, readTable, tableReaders, type TableReader } from './snapshot'
import type { PreparedStatement, PreparedStep, PreparedTool } from './tool'
import { messageOf } from './tool'
import type { CallResult, Session } from './world'

/** The trial's own transaction is gone: what follows would reach other trials. */
export class IsolationBroken extends Error {
  override name = 'IsolationBroken'
}

type Values = (string | number | Uint8Array | null)[]

export class SqliteSession implements Session {
  readonly #world: WorldDatabase
  readonly #bundle: Bundle
  readonly #offered: ReadonlySet<string>
  readonly #today: string
  readonly #opening: Opening
  readonly #now: Map<string, string>
  #readers: readonly TableReader[]
  #schema: ReadonlyMap<string, string>
  /** What each call changed, where there was one that did. */
  readonly #made: Change[][] = []
  /** Whether the world has also changed by other hands. */
  #moved = false
  #calls = 0
  readonly #faults: { fault: Fault; left: number }[]
  #open = true

  constructor(world: WorldDatabase, bundle: Bundle, task: Task, seed: number) {
    this.#world = world
    this.#bundle = bundle
    this.#offered = new Set(task.tools ?? bundle.tools.map(({ name }) => name))
    this.#today = bundle.world.today
    this.#opening = world.begin(task, seed)
    this.#now = new Map(this.#opening)
    this.#readers = world.readers
    this.#schema = world.currentSchema
    this.#faults = (task.faults ?? []).map((fault) => ({ fault, left: fault.times }))
  }

  call(name: string, input: unknown): Promise<CallResult> {
    return Promise.resolve(this.callNow(name, input))
  }

  /** The same, at once: for the process that holds the database. */
  callNow(name: string, input: unknown): CallResult {
    const result = this.#called(name, input)
    const { receipt } = this.#world.harness
    if (receipt) result.changes.push(...this.#written(receipt, { n: (this.#calls += 1), tool: name, input: JSON.stringify(input ?? null), outcome: result.outcome, result: result.result }))
    return result
  }

  /** Runs a statement of the harness, and tells what it changed. */
  #written(statement: PreparedStatement & { tables: ReadonlySet<string> }, values: Record<string, unknown>): Change[] {
    atTime(this.#world.now, () => this.#execute(statement, values))
    return this.#changes(this.#readers === this.#world.readers ? statement.tables : null)
  }

  #called(name: string, input: unknown): CallResult {
    const error = (result: string): CallResult => ({ outcome: 'error', result, changes: [] })
    const tool = this.#bundle.tools.find((one) => one.name === name && this.#offered.has(name))
    const prepared = this.#world.tools.get(name)
    if (!tool || !prepared) return error(`There is no tool ${shown(name)}. Tools: ${[...this.#offered].join(', ')}.`)
    const problem = inputProblem(tool, input)
    if (problem !== null) return error(problem)
    return atTime(this.#world.now, () => this.#run(prepared, input as Record<string, unknown>))
  }

  #run(tool: PreparedTool, input: Record<string, unknown>): CallResult {
    const fault = this.#faults.find((one) => one.fault.tool === tool.name && one.left > 0)
    const step = { begun: false }
    let result: CallResult
    try {
      result = this.#steps(tool, input, fault, step)
    } catch (error) {
      result = { outcome: 'error', result: messageOf(error), changes: [] }
    }
    if (!step.begun) return result
    const undo = result.outcome !== 'ok' || result.fault === 'lying_receipt'
    try {
      if (undo) this.#world.command('ROLLBACK TO step')
      this.#world.command('RELEASE step')
    } catch (error) {
      throw new IsolationBroken(`the tool ${tool.name} ended the trial's transaction: ${messageOf(error)}`)
    }
    // After a change of the schema a trigger may stand where EXPLAIN found none.
    if (!undo) result.changes = this.#changes(this.#readers === this.#world.readers ? tool.tables : null)
    return result
  }

  #steps(tool: PreparedTool, input: Record<string, unknown>, pending: { fault: Fault; left: number } | undefined, savepoint: { begun: boolean }): CallResult {
    let fault: Fault | undefined
    const strike = (): CallResult | undefined => {
      if (!pending || fault) return undefined
      pending.left -= 1
      fault = pending.fault
      if (fault.kind === 'error') return { outcome: 'error', result: fault.message, changes: [], fault: 'error' }
      return undefined
    }
    const hasPoint = tool.steps.some(({ kind }) => kind === 'fault')
    for (const step of tool.steps) {
      if (step.kind === 'check' || step.kind === 'authorize') {
        const said = this.#refusal(step, input)
        if (said !== null) return { outcome: step.kind === 'check' ? 'error' : 'denied', result: said, changes: [] }
        continue
      }
      if (step.kind === 'fault' || !hasPoint) {
        const struck = strike()
        if (struck) return struck
      }
      if (step.kind === 'run') {
        if (fault?.kind === 'empty' || fault?.kind === 'wrong_row') continue
        // One savepoint a call, from its first write to its return.
        if (!savepoint.begun) this.#world.command('SAVEPOINT step')
        savepoint.begun = true
        for (const statement of step.statements) this.#execute(statement, input)
      } else if (step.kind !== 'fault') {
        return this.#answer(step, input, fault)
      }
    }
    throw new Error(`the tool ${tool.name} returned nothing`)
  }

  #answer(step: PreparedStep, input: Record<string, unknown>, fault: Fault | undefined): CallResult {
    const struck = fault ? { fault: fault.kind, ...(fault.kind === 'delay' ? { delayed: fault.milliseconds } : {}) } : {}
    if (fault?.kind === 'wrong_row') return { outcome: 'ok', result: JSON.stringify(fault.result), changes: [], ...struck }
    const statement = step.statements[0]!
    const rows = fault?.kind === 'empty' ? [] : this.#execute(statement, input)
    const objects = rows.map((row) => byColumn(statement.columns, row))
    return { outcome: 'ok', result: JSON.stringify(step.kind === 'return rows' ? objects : (objects[0] ?? null)), changes: [], ...struck }
  }

  /** What a check says no with; `null` where it says yes. */
  #refusal(step: PreparedStep, input: Record<string, unknown>): string | null {
    const statement = step.statements[0]!
    const row = this.#execute(statement, input)[0]
    const truth = row?.[0] ?? null
    if (truth !== null && (typeof truth === 'number' ? truth : Number.parseFloat(String(truth)) || 0) !== 0) return null
    const own = Object.fromEntries(statement.columns.map((column, i) => [column, row?.[i] ?? null]))
    return step.message.replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(own, name) ? String(own[name]) : Object.hasOwn(input, name) ? String(input[name]) : all)
  }

  #execute({ statement, parameters }: PreparedStatement, input: Record<string, unknown>): Values[] {
    const rows: Values[] = []
    try {
      if (parameters.length > 0) statement.bind(parameters.map((name) => (name === 'today' ? this.#today : bindInput(Object.hasOwn(input, name) ? input[name] : null))) as never)
      while (statement.step()) rows.push(exactly(statement))
    } catch (error) {
      statement.reset()
      throw error
    }
    return rows
  }

  /** What changed since the last look; `tables` are those that can have, all of them and the schema where it is null. */
  #changes(tables: ReadonlySet<string> | null): Change[] {
    const changes = this.#difference(tables)
    if (changes.length > 0) this.#made.push(changes)
    return changes
  }

  #difference(tables: ReadonlySet<string> | null): Change[] {
    if (tables === null) {
      const schema = readSchema(this.#world.db)
      const redefined = diffSchema(this.#schema, schema)
      if (redefined.length > 0) {
        this.#schema = schema
        return [...redefined, ...this.#rebuilt()]
      }
    }
    const changes: Change[] = []
    for (const reader of this.#readers) {
      if (tables !== null && !tables.has(reader.name)) continue
      const before = this.#now.get(reader.name) ?? ''
      const after = readTable(reader)
      if (after === before) continue
      changes.push(...diffTable(reader, before, after))
      this.#now.set(reader.name, after)
    }
    return changes
  }

  /** After the schema itself has changed: every table is read anew, and compared with what it was. */
  #rebuilt(): Change[] {
    const old = new Map(this.#readers.map((reader) => [reader.name, reader]))
    const readers = tableReaders(this.#world.db)
    const changes = tableChanges(old, this.#now, readers)
    this.#readers = readers
    this.#now.clear()
    for (const reader of readers) this.#now.set(reader.name, readTable(reader))
    return changes
  }

  tamper(sql: string): Promise<Change[]> {
    return Promise.resolve(this.tamperNow(sql))
  }

  tamperNow(sql: string): Change[] {
    atTime(this.#world.now, () => this.#world.db.exec(sql))
    return this.#changes(null)
  }

  event(sql: string): Promise<Change[]> {
    return Promise.resolve(this.eventNow(sql))
  }

  eventNow(sql: string): Change[] {
    this.#moved = true
    atTime(this.#world.now, () => this.#world.db.exec(sql))
    return this.#difference(null)
  }

  confirmed(text: string): Promise<Change[]> {
    return Promise.resolve(this.confirmedNow(text))
  }

  confirmedNow(text: string): Change[] {
    const { confirmation } = this.#world.harness
    return confirmation ? this.#written(confirmation, { text }) : []
  }

  close(): Promise<Change[]> {
    return Promise.resolve(this.closeNow())
  }

  closeNow(): Change[] {
    if (!this.#open) return []
    this.#open = false
    const changes = this.#net()
    if (this.#readers !== this.#world.readers) for (const reader of this.#readers) reader.read.free()
    try {
      this.#world.end()
    } catch (error) {
      throw new IsolationBroken(`the trial could not be undone: ${messageOf(error)}`)
    }
    return changes
  }

  /** The difference that the agent made between the first moment and now. */
  #net(): Change[] {
    if (this.#moved) return composed(this.#made.flat())
    if (this.#made.length < 2) return this.#made[0] ?? []
    if (this.#readers === this.#world.readers) return this.#readers.flatMap((reader) => diffTable(reader, this.#opening.get(reader.name) ?? '', this.#now.get(reader.name) ?? ''))
    const old = new Map(this.#world.readers.map((reader) => [reader.name, reader]))
    return [...diffSchema(this.#world.currentSchema, this.#schema), ...tableChanges(old, this.#opening, this.#readers)]
  }
}

function tableChanges(old: ReadonlyMap<string, TableReader>, texts: ReadonlyMap<string, string>, readers: readonly TableReader[]): Change[] {
  const names = new Set(readers.map(({ name }) => name))
  const gone = [...old.values()].filter(({ name }) => !names.has(name)).flatMap((reader) => diffTable(reader, texts.get(reader.name) ?? '', ''))
  return [...gone, ...readers.flatMap((reader) => diffTable(reader, texts.get(reader.name) ?? '', readTable(reader), old.get(reader.name) ?? reader))]
}

/** A row as the agent reads it. */
function byColumn(columns: readonly string[], row: Values): Record<string, unknown> {
  const told: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i += 1) told[columns[i]!] = inJson(row[i] ?? null)
  return told
}

/** The row that the statement stands on, whole numbers beyond 2^53 with all their digits. */
function exactly(statement: PreparedStatement['statement']): Values {
  const row = statement.get() as Values
  if (!row.some((value) => typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))) return row
  const exact = (statement.get as (params: null, config: { useBigInt: true }) => unknown[]).call(statement, null, { useBigInt: true }) as (Values[number] | bigint)[]
  return row.map((value, i) => (typeof value === 'number' && !Number.isSafeInteger(value) && typeof exact[i] === 'bigint' ? String(exact[i]) : value))
}

/** A value as the agent reads it: bytes in hex, and what JSON has no number for as a word. */
const inJson = (value: Values[number]): string | number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return value instanceof Uint8Array ? `0x${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}` : value
}
