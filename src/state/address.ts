// Addresses: what stands in the hash, read and written. Nothing here touches the browser.
import { GRADERS, type GraderId } from '../core/grade/graders'
import { AGENTS, type AgentId } from '../core/prove/proof'
import { FAILURE_SHOWS, type FailureShow } from '../core/report/failureShows'
import type { Attrition } from '../core/stats/reliability'
import { HIDEABLE } from './view'

/** A cell of the proof's matrix: an agent, or the mutants, on a task; `mutant` opens one of them. */
export interface CellAddress {
  column: AgentId | 'mutants'
  task: string
}

export const SHOWS = ['all', 'failed', 'unscored'] as const
export type Show = (typeof SHOWS)[number]

/** What becomes of the trials that are not scored. */
export const UNSCORED = ['drop', 'failed', 'bounds'] as const satisfies readonly Attrition[]

/** In which order a report's grid has the tasks. */
export const SORTS = ['catalogue', 'rate', 'flakiness', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** What the world panel shows. */
export const TABS = ['tables', 'changes', 'grade', 'sql'] as const
export type Tab = (typeof TABS)[number]

/** Who plays: the episode that ships with the page, a scripted agent, the person, or a model. */
export const WHO = ['recorded', ...AGENTS, 'you', 'model'] as const
export type Who = (typeof WHO)[number]

export type Address =
  /** `controls`: the world's structural controls that are switched on. */
  | { page: 'play'; world?: string; task?: string; who?: Who; controls?: string[]; step?: number; tab?: Tab }
  | { page: 'prove'; world?: string; grader?: GraderId; agents?: AgentId[]; tasks?: string[]; cell?: CellAddress }
  | { page: 'runs' }
  | { page: 'run'; id: string; show?: Show; text?: string; failure?: FailureShow; unscored?: Attrition; k?: number; sort?: Sort }
  /** Rules over the calls of a run's trials. */
  | { page: 'monitor'; id: string }
  | { page: 'compare'; a?: string; b?: string; world?: string; task?: string; trial?: number }
  | { page: 'plan' }
  /** Where a run by a model is set up and watched; `from` is a run to begin like. */
  | { page: 'start'; from?: string }
  | { page: 'tasks'; world?: string; text?: string; tier?: string; kind?: string }
  | { page: 'task'; world: string; task: string }
  | { page: 'trial'; id: string; world: string; task: string; trial: number; attempt?: number; step?: number; tab?: Tab; grader?: GraderId }
  | { page: 'lost'; why: string }

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address in a hash such as '#/runs/a1?show=failed'; a bad one is `lost`, with a sentence. */
export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2)
  const parts = path.split('/').filter((part) => part !== '').map(decoded)
  const params = new URLSearchParams(query)
  const why = strangeValue(params)
  if (why !== undefined) return { page: 'lost', why }
  const [page = 'play', ...rest] = parts
  if (page === 'play' && rest.length === 0) return play(params)
  if (page === 'prove' && rest.length === 0) return prove(params)
  if (page === 'runs' && rest.length === 0) return { page: 'runs' }
  if (page === 'compare' && rest.length === 0) return compare(params)
  if (page === 'plan' && rest.length === 0) return { page: 'plan' }
  if (page === 'run' && rest.length === 0) return { page: 'start', ...(params.get('from') && { from: params.get('from') ?? '' }) }
  if (page === 'tasks' && rest.length === 0) return tasks(params)
  if (page === 'tasks' && rest.length === 2) return { page: 'task', world: rest[0] ?? '', task: rest[1] ?? '' }
  if (page === 'runs' && rest.length === 1) return run(rest[0] ?? '', params)
  if (page === 'runs' && rest.length === 2 && rest[1] === 'monitor') return { page: 'monitor', id: rest[0] ?? '' }
  if (page === 'runs' && rest.length === 4) return trial(rest, params)
  return { page: 'lost', why: `There is no page at “${path || hash}”.` }
}

/** What each of these parameters can be; on every page it is the same. */
const VALUES = { tab: TABS, show: SHOWS, failure: FAILURE_SHOWS, unscored: UNSCORED, sort: SORTS, hide: HIDEABLE.map(({ id }) => id) } satisfies Record<string, readonly string[]>
const NUMBERS = ['step', 'attempt', 'trial', 'k'] as const

/** What is wrong with the first parameter that has a value it cannot have; a misspelt link must not quietly show something else. */
function strangeValue(params: URLSearchParams): string | undefined {
  for (const [name, values] of Object.entries<readonly string[]>(VALUES)) {
    const given = params.get(name) ?? ''
    const strange = (name === 'hide' ? given.split(',') : [given]).find((value) => value !== '' && !values.includes(value))
    if (strange !== undefined) return `In this address, “${name}” cannot be “${strange}”. It can be ${values.join(', ')}.`
  }
  const name = NUMBERS.find((key) => !/^(\d{1,6})?$/.test(params.get(key) ?? ''))
  return name && `In this address, “${name}” must be a whole number, and is “${params.get(name)}”.`
}

function grader(params: URLSearchParams): { grader?: GraderId } | string {
  const wanted = params.get('grader')
  if (wanted === null) return {}
  const found = GRADERS.find(({ id }) => id === wanted)
  return found ? { grader: found.id } : `There is no grader “${wanted}”. There are ${GRADERS.map(({ id }) => id).join(', ')}.`
}

function play(params: URLSearchParams): Address {
  const who = params.get('who')
  const known = WHO.find((id) => id === who)
  if (who !== null && !known) return { page: 'lost', why: `“${who}” cannot play. There are ${WHO.join(', ')}.` }
  const [world, task] = [params.get('world'), params.get('task')]
  const controls = params.get('controls')?.split(',').filter((id) => id !== '') ?? []
  return { page: 'play', ...(world && { world }), ...(task && { task }), ...(known && { who: known }), ...(controls.length > 0 && { controls }), ...moment(params) }
}

/** The step, and what is looked at. */
function moment(params: URLSearchParams): { step?: number; tab?: Tab } {
  const step = params.get('step')
  const tab = TABS.find((id) => id === params.get('tab'))
  return { ...(step !== null && /^\d+$/.test(step) && { step: Number(step) }), ...(tab && { tab }) }
}

function prove(params: URLSearchParams): Address {
  const graded = grader(params)
  if (typeof graded === 'string') return { page: 'lost', why: graded }
  const agents = params.get('agents')?.split(',')
  const stranger = agents?.find((agent) => !isAgent(agent))
  if (stranger !== undefined) return { page: 'lost', why: `There is no scripted agent “${stranger}”. There are ${AGENTS.join(', ')}.` }
  const tasks = params.get('tasks')?.split(',').filter((id) => id !== '')
  const [column = '', task = ''] = params.get('cell')?.split('/') ?? []
  if (column !== '' && column !== 'mutants' && !isAgent(column)) return { page: 'lost', why: `The proof has no column “${column}”. There are ${AGENTS.join(', ')}, mutants.` }
  const world = params.get('world')
  return {
    page: 'prove',
    ...(world !== null && { world }),
    ...graded,
    ...(agents && { agents: AGENTS.filter((agent) => agents.includes(agent)) }),
    ...(tasks && tasks.length > 0 && { tasks }),
    ...((column === 'mutants' || isAgent(column)) && task !== '' && { cell: { column, task } }),
  }
}

const isAgent = (text: string): text is AgentId => (AGENTS as readonly string[]).includes(text)

function run(id: string, params: URLSearchParams): Address {
  const show = SHOWS.find((value) => value === params.get('show'))
  const text = params.get('text')
  const failure = FAILURE_SHOWS.find((value) => value === params.get('failure'))
  const unscored = UNSCORED.find((value) => value === params.get('unscored'))
  const sort = SORTS.find((value) => value === params.get('sort'))
  const k = count(params, 'k')
  return { page: 'run', id, ...(show && show !== 'all' && { show }), ...(text && { text }), ...(failure && { failure }), ...(unscored && { unscored }), ...(k && { k }), ...(sort && sort !== 'catalogue' && { sort }) }
}

function compare(params: URLSearchParams): Address {
  const [a, b, world, task] = [params.get('a'), params.get('b'), params.get('world'), params.get('task')]
  const trial = count(params, 'trial')
  return { page: 'compare', ...(a && { a }), ...(b && { b }), ...(world && task && { world, task, ...(trial !== undefined && { trial }) }) }
}

function tasks(params: URLSearchParams): Address {
  const [world, text, tier, kind] = [params.get('world'), params.get('text'), params.get('tier'), params.get('kind')]
  return { page: 'tasks', ...(world && { world }), ...(text && { text }), ...(tier && { tier }), ...(kind && { kind }) }
}

/** A whole number from 0; absent where there is none. */
function count(params: URLSearchParams, name: string): number | undefined {
  const value = params.get(name)
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

function trial([id = '', world = '', task = '', index = '']: string[], params: URLSearchParams): Address {
  if (!/^\d+$/.test(index)) return { page: 'lost', why: `“${index}” is not the number of a trial.` }
  const graded = grader(params)
  if (typeof graded === 'string') return { page: 'lost', why: graded }
  const attempt = params.get('attempt')
  return {
    page: 'trial', id, world, task, trial: Number(index),
    ...(attempt !== null && /^\d+$/.test(attempt) && { attempt: Number(attempt) }),
    ...moment(params),
    ...graded,
  }
}

/** The hash of an address: what `readAddress` reads back as the same address. */
export function writeAddress(address: Address): string {
  switch (address.page) {
    case 'play':
      return hash([], { world: address.world, task: address.task, who: address.who, controls: address.controls?.join(',') || undefined, step: address.step?.toString(), tab: address.tab })
    case 'prove':
      return hash(['prove'], {
        world: address.world,
        grader: address.grader === 'whole' ? undefined : address.grader,
        agents: address.agents?.join(','),
        tasks: address.tasks?.join(','),
        cell: address.cell && `${address.cell.column}/${address.cell.task}`,
      })
    case 'runs':
      return hash(['runs'])
    case 'run':
      return hash(['runs', address.id], {
        show: address.show === 'all' ? undefined : address.show,
        text: address.text || undefined,
        failure: address.failure,
        unscored: address.unscored,
        k: address.k?.toString(),
        sort: address.sort === 'catalogue' ? undefined : address.sort,
      })
    case 'monitor':
      return hash(['runs', address.id, 'monitor'])
    case 'compare':
      return hash(['compare'], { a: address.a, b: address.b, world: address.world, task: address.task, trial: address.trial?.toString() })
    case 'plan':
      return hash(['plan'])
    case 'start':
      return hash(['run'], { from: address.from })
    case 'tasks':
      return hash(['tasks'], { world: address.world, text: address.text, tier: address.tier, kind: address.kind })
    case 'task':
      return hash(['tasks', address.world, address.task])
    case 'trial':
      return hash(['runs', address.id, address.world, address.task, String(address.trial)], {
        attempt: address.attempt?.toString(),
        step: address.step?.toString(),
        tab: address.tab,
        grader: address.grader === 'whole' ? undefined : address.grader,
      })
    case 'lost':
      return '#/'
  }
}

function hash(parts: string[], params: Record<string, string | undefined> = {}): string {
  const query = Object.entries(params)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%2F', '/')}`)
    .join('&')
  return `#/${parts.map(encodeURIComponent).join('/')}${query && `?${query}`}`
}
