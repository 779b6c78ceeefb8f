// A selection of tasks as a file: out under its name, and in again once all of it has been checked against the worlds that are here.
import { parseJson } from '../../core/run/jsonText'
import { problemText } from '../../core/task/problem'
import type { Bundle } from '../../core/task/schema'
import { shown } from '../../core/task/shown'
import { strangeIn } from '../../core/task/strange'
import type { ChosenTask } from './newModelRun'

/** Tasks that were chosen together, under a name. */
export interface Selection {
  name: string
  tasks: ChosenTask[]
}

/** With the tasks that are here, in the order of the catalogues; `missing` are those that are not. */
export type ReadSelection = { ok: true; selection: Selection; missing: ChosenTask[] } | { ok: false; problem: string }

export const SELECTION_FORMAT = 'aftermath/selection'
const VERSION = 1
/** Characters of a name at most. */
export const LONGEST_NAME = 60
/** Bytes of the largest file that is read. */
const LARGEST = 2 ** 20

export const selectionText = ({ name, tasks }: Selection): string => `${JSON.stringify({ format: SELECTION_FORMAT, version: VERSION, name, tasks }, null, 2)}\n`

/** Reads a file; what is wrong with it is one sentence that names the place. */
export async function readSelection(file: Blob, bundles: readonly Bundle[]): Promise<ReadSelection> {
  if (file.size > LARGEST) return refused('the file is too large for one')
  const text = await file.text().catch(() => null)
  return text === null ? refused('the file could not be read') : readSelectionText(text, bundles)
}

export function readSelectionText(text: string, bundles: readonly Bundle[]): ReadSelection {
  const parsed = parseJson(text, 'a selection of tasks')
  if (!parsed.ok) return { ok: false, problem: parsed.problem }
  const { value } = parsed
  if (!isRecord(value) || value['format'] !== SELECTION_FORMAT) return refused(`its format is ${shown(isRecord(value) ? value['format'] : value)}, not "${SELECTION_FORMAT}"`)
  const { version, name, tasks } = value
  if (version !== VERSION) return refused(Number.isInteger(version) && Number(version) > VERSION ? `it is of version ${Number(version)}, and this page reads version ${VERSION}; reload the page to get a newer one` : `version: has to be ${VERSION}, not ${shown(version)}`)
  const strange = strangeIn(value)
  if (strange !== null) return refused(problemText(strange))
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME || /[\p{Cc}\p{Cf}]/u.test(name)) return refused(`name: has to be a text of 1 to ${LONGEST_NAME} visible characters, not ${shown(name)}`)
  if (!Array.isArray(tasks) || tasks.length === 0) return refused(`tasks: has to be a list of at least one task, not ${shown(tasks)}`)
  const wanted = new Map<string, ChosenTask>()
  for (const [i, one] of (tasks as unknown[]).entries()) {
    if (!isRecord(one)) return refused(`tasks[${i}]: has to name a world and a task, not ${shown(one)}`)
    const { world, task } = one
    if (typeof world !== 'string' || world === '') return refused(`tasks[${i}].world: has to be a text, not ${shown(world)}`)
    if (typeof task !== 'string' || task === '') return refused(`tasks[${i}].task: has to be a text, not ${shown(task)}`)
    const key = keyOf({ world, task })
    if (wanted.has(key)) return refused(`tasks[${i}]: ${world}/${task} stands there twice`)
    wanted.set(key, { world, task })
  }
  const here = bundles.flatMap(({ world, tasks: own }) => own.map(({ id }) => ({ world: world.id, task: id }))).filter((one) => wanted.has(keyOf(one)))
  const missing = [...wanted.values()].filter((one) => !here.some((found) => keyOf(found) === keyOf(one)))
  if (here.length === 0) return refused(`none of its tasks is here: ${namesOf(missing)}`)
  return { ok: true, selection: { name: name.trim(), tasks: here }, missing }
}

/** Names kept short enough to be read. */
const SHOWN = 10

/** "shop/cancel-paid, claims/flood-cellar and 3 more" */
export function namesOf(tasks: readonly ChosenTask[]): string {
  const names = tasks.slice(0, SHOWN).map(({ world, task }) => `${world}/${task}`).join(', ')
  return tasks.length > SHOWN ? `${names} and ${tasks.length - SHOWN} more` : names
}

const keyOf = ({ world, task }: ChosenTask): string => JSON.stringify([world, task])
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const refused = (why: string): ReadSelection => ({ ok: false, problem: `The selection was not imported: ${why}.` })
