// Selections of tasks: two that are always there, and those that the person saved under a name in this browser.
import type { ChosenTask } from '../adapters/modelRun/newModelRun'
import type { Selection } from '../adapters/modelRun/selectionFile'
import type { Bundle } from '../core/task/schema'
import { recall, remember } from './remembered'

const NAME = 'selections'
/** Of each kind, in the quick selection. */
const QUICK = 3

/** Six tasks of the first world, half of which must be declined; and everything there is. */
export function givenSelections(bundles: readonly Bundle[]): Selection[] {
  const all = (bundle: Bundle) => bundle.tasks.map(({ id }) => ({ world: bundle.world.id, task: id }))
  const first = bundles[0]
  const some = first ? (['act', 'decline'] as const).flatMap((kind) => first.tasks.filter((task) => task.kind === kind && task.tier === 'base').slice(0, QUICK)) : []
  const inOrder = first?.tasks.filter((task) => some.includes(task)) ?? []
  return [
    { name: 'quick', tasks: inOrder.map(({ id }) => ({ world: first?.world.id ?? '', task: id })) },
    { name: 'whole', tasks: bundles.flatMap(all) },
  ]
}

const isChosen = (value: unknown): value is ChosenTask =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'world') === 'string' && typeof Reflect.get(value, 'task') === 'string'

function read(): Selection[] {
  try {
    const kept: unknown = JSON.parse(recall(NAME) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Selection => typeof one === 'object' && one !== null && typeof one.name === 'string' && Array.isArray(one.tasks) && one.tasks.every(isChosen)) : []
  } catch {
    return []
  }
}

export class Selections {
  readonly given: readonly Selection[]
  #saved = $state.raw(read())

  constructor(bundles: readonly Bundle[]) {
    this.given = givenSelections(bundles)
  }

  get saved(): readonly Selection[] { return this.#saved }
  get all(): readonly Selection[] { return [...this.given, ...this.#saved] }

  /** Saves under a name, in place of one that had it; why not, as a sentence, or null. */
  save(name: string, tasks: readonly ChosenTask[]): string | null {
    const wanted = name.trim()
    if (wanted === '') return 'A selection needs a name.'
    if (this.given.some((one) => one.name === wanted)) return `“${wanted}” is always there and stays as it is; take another name.`
    if (tasks.length === 0) return 'No task is chosen.'
    this.#saved = [...this.#saved.filter((one) => one.name !== wanted), { name: wanted, tasks: [...tasks] }]
    remember(NAME, JSON.stringify(this.#saved))
    return null
  }

  /** Takes one in that comes from a file; returns the name that it has here. One with other tasks keeps the name that it has. */
  bring({ name, tasks }: Selection): string {
    const text = JSON.stringify(tasks)
    for (let count = 0; ; count += 1) {
      const wanted = count === 0 ? name : `${name} (imported${count === 1 ? '' : ` ${count}`})`
      const here = this.all.find((one) => one.name === wanted)
      if (here && JSON.stringify(here.tasks) !== text) continue
      if (!here) this.save(wanted, tasks)
      return wanted
    }
  }

  remove(name: string): void {
    this.#saved = this.#saved.filter((one) => one.name !== name)
    remember(NAME, JSON.stringify(this.#saved))
  }
}
