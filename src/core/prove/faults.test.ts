// Every kind of fault in every shipped world: it strikes, is on record, and strikes again when the calls are made anew.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorldFolder } from '../../adapters/node/worldFolder'
import { openWorld } from '../../testing/tinyWorld'
import { customerOf } from '../agent/customer'
import { callsOf } from '../agent/episode'
import { scriptedModel } from '../agent/script'
import type { Bundle, Fault, Task } from '../task/schema'
import { reexecute } from '../trial/reexecute'
import { runTrial } from '../trial/runTrial'

const TASKS = join(import.meta.dirname, '../../../tasks')
const bundles = readdirSync(TASKS, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) => {
  const parsed = readWorldFolder(join(TASKS, name))
  return parsed.ok ? [parsed.value] : []
})

const faults = (tool: string): Fault[] => [
  { tool, kind: 'error', message: 'The line is down.', times: 1 }, { tool, kind: 'empty', times: 1 }, { tool, kind: 'wrong_row', result: { id: 'of another' }, times: 1 },
  { tool, kind: 'delay', milliseconds: 3000, times: 1 }, { tool, kind: 'lying_receipt', times: 1 },
]

/** The oracle of a task, with one fault on its first call that changes rows. */
async function struck(bundle: Bundle, task: Task, fault: Fault) {
  const spoiled: Bundle = { ...bundle, tasks: bundle.tasks.map((one) => (one.id === task.id ? { ...task, faults: [fault] } : one)) }
  const world = await openWorld(spoiled)
  const trial = await runTrial(world, { bundle: spoiled, task: { ...task, faults: [fault] }, index: 0, player: { kind: 'script', id: 'oracle', title: 'Oracle' }, model: scriptedModel(task.scripts.oracle), customer: customerOf(task.customer), steps: 40, seed: 1 }, { now: () => 0, steady: () => 0 })
  return { call: callsOf(trial.episode).find((one) => one.fault !== undefined), again: await reexecute(world, spoiled, trial, 1) }
}

const writes = async (bundle: Bundle, task: Task): Promise<string> => {
  const trial = await runTrial(await openWorld(bundle), { bundle, task, index: 0, player: { kind: 'script', id: 'oracle', title: 'Oracle' }, model: scriptedModel(task.scripts.oracle), customer: customerOf(task.customer), steps: 40, seed: 1 }, { now: () => 0, steady: () => 0 })
  return callsOf(trial.episode).find(({ changes, tool }) => changes.some(({ table }) => !bundle.world.bookkeeping?.includes(table)) && tool !== 'tamper')?.tool ?? ''
}

test.each(bundles.map((bundle) => [bundle.world.id, bundle] as const))('of %s', async (_, bundle) => {
  const found = await Promise.all(bundle.tasks.filter(({ faults: own, kind }) => !own && kind === 'act').map(async (task) => ({ task, tool: await writes(bundle, task) })))
  const { task, tool } = found.find((one) => one.tool !== '')!
  for (const fault of faults(tool)) {
    const { call, again } = await struck(bundle, task, fault)
    expect(call, fault.kind).toMatchObject({ tool, fault: fault.kind, outcome: fault.kind === 'error' ? 'error' : 'ok' })
    // Only a late answer changed what it says it did; of the rest, nothing but the harness's own receipt is new.
    const changed = call!.changes.filter(({ table }) => !bundle.world.bookkeeping?.includes(table))
    expect(changed.length > 0, fault.kind).toBe(fault.kind === 'delay')
    expect(call!.delayed, fault.kind).toBe(fault.kind === 'delay' ? 3000 : undefined)
    expect(again, fault.kind).toBeNull()
  }
})
