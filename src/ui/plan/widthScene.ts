// How the width of an interval falls with the number of tasks, for several numbers of trials.
import { scaleLinear, scaleLog } from 'd3-scale'
import { line as path } from 'd3-shape'
import { given } from '../../core/stats/interval'
import { halfWidth, tasksFor, type Plan } from '../../core/stats/planning'
import { line, type Mark, type Scene } from '../charts/scene'
import type { DataTable } from '../charts/tableText'

export const TRIALS = [1, 3, 5, 10] as const
const MOST = 1000

const points = (plan: Plan): number => {
  const half = halfWidth(plan)
  return given(half) ? 100 * half : 0
}

export function widthScene(plan: Plan, width: number): Scene {
  const [left, right, top, height] = [48, 76, 12, 260]
  const bottom = height - 36
  const x = scaleLog([5, MOST], [left, width - right])
  const high = Math.max(10, Math.ceil(points({ ...plan, tasks: 5, trials: 1 }) / 10) * 10)
  const y = scaleLinear([0, high], [bottom, top])
  const marks: Mark[] = []
  for (const tick of y.ticks(4)) marks.push(line(left, y(tick), width - right, y(tick), 'rule'), { kind: 'text', x: left - 6, y: y(tick) + 4, text: `±${tick}`, size: 12, ink: 'muted', anchor: 'end' })
  for (const tick of [5, 10, 20, 50, 100, 200, 500, 1000]) if (width > 480 || ![20, 200].includes(tick)) marks.push({ kind: 'text', x: x(tick), y: bottom + 16, text: String(tick), size: 12, ink: 'muted', anchor: 'middle' })
  marks.push({ kind: 'text', x: (left + width - right) / 2, y: height - 4, text: 'tasks', size: 12, ink: 'muted', anchor: 'middle' })
  const grid = Array.from({ length: 60 }, (_, i) => 5 * (MOST / 5) ** (i / 59))
  for (const trials of new Set([...TRIALS, plan.trials])) {
    const own = trials === plan.trials
    const d = path<number>().x((tasks) => x(tasks)).y((tasks) => y(points({ ...plan, tasks, trials })))(grid)
    if (d) marks.push({ kind: 'path', d, ink: own ? 'ink' : 'muted', width: own ? 2.5 : 1, ...(own ? {} : { dash: '4 3' }) })
  }
  marks.push({ kind: 'text', x: width - right + 8, y: y(points({ ...plan, tasks: MOST })) + 4, text: `× ${plan.trials}`, bold: true })
  const tasks = Math.min(MOST, Math.max(5, plan.tasks))
  marks.push(line(x(tasks), top, x(tasks), bottom, 'accent', { dash: '3 3' }), { kind: 'dot', x: x(tasks), y: y(points({ ...plan, tasks })), r: 5, fill: 'ink', ink: 'paper' })
  return { width, height, label: `Half-width of the interval over the number of tasks; ±${points(plan).toFixed(1)} points for ${plan.tasks} tasks × ${plan.trials}.`, marks }
}

/** How many tasks each number of trials takes for some widths. */
export function neededTable(plan: Plan): DataTable {
  return {
    columns: ['trials of each', ...[10, 5, 3, 2].map((half) => `tasks for ±${half} points`)],
    rows: [...new Set([...TRIALS, plan.trials])].sort((a, b) => a - b).map((trials) => [trials, ...[0.1, 0.05, 0.03, 0.02].map((half) => {
      const tasks = tasksFor(half, { ...plan, trials })
      return given(tasks) ? tasks : null
    })]),
  }
}
