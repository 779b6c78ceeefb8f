// A proof as lines of text: the matrix, what is wrong, and the totals with their denominators.
import { GRADERS } from '../core/grade/graders'
import { totalText } from '../core/prove/totals'
import { AGENTS, type ProofCell, type WorldProof } from '../core/prove/proof'

const GLYPH: Record<string, string> = { pass: '✓', fail: '✗', inconclusive: '?', none: '·' }

/** The glyph of a verdict, marked with ! where it is not what must be; ⚠ for an unscored trial. */
const glyph = ({ state, right }: ProofCell): string => `${state === undefined ? '○' : (GLYPH[state] ?? '⚠')}${right === false ? '!' : ' '}`

export function printProof(proof: WorldProof): string {
  const title = GRADERS.find(({ id }) => id === proof.grader)
  const wide = Math.max(...proof.tasks.map(({ task }) => task.length), 12)
  const column = (text: string, i: number) => text.padEnd((AGENTS[i]?.length ?? 0) + 2)
  const lines = [`${proof.world}, graded by ${proof.grader}${title?.weak ? ' (weak, for showing)' : ''}`, '']
  lines.push(`${''.padEnd(wide)}  ${AGENTS.map(column).join('')}mutants`)
  for (const task of proof.tasks) {
    const { killed, survived, passed, allowed, equivalent, accepted } = task.score
    const mutants = [`${killed} of ${killed + survived} killed`, passed && `${passed} passed`, allowed && `${allowed} allowed`, equivalent && `${equivalent} equivalent`, accepted && `${accepted} accepted`].filter(Boolean).join(', ')
    lines.push(`${task.task.padEnd(wide)}  ${task.cells.map((cell, i) => column(glyph(cell), i)).join('')}${mutants}${task.proven ? '' : '  not proven'}`)
  }
  lines.push(`${'passes'.padEnd(wide)}  ${proof.totals.map(({ passed, scored }, i) => column(`${passed}/${scored}`, i)).join('')}`, '')
  const { killed, survived } = proof.score
  const score = killed + survived === 0 ? 'no mutants' : `mutation score ${killed} of ${killed + survived} (${Math.floor((1000 * killed) / (killed + survived)) / 10} %)`
  lines.push(`${proof.tasks.filter(({ proven }) => proven).length} of ${proof.tasks.length} tasks proven; ${proof.totals.map((total) => `${total.agent} ${totalText(total)}`).join('; ')}; ${score}`)
  for (const { id, fires, why } of proof.controls) if (fires) lines.push(`control ${id} fires. ${why}`)
  for (const problem of proof.problems) lines.push(`not proven: ${proof.world}: ${problem}`)
  for (const task of proof.tasks) for (const problem of task.problems) lines.push(`not proven: ${task.task}: ${problem}`)
  return lines.join('\n')
}
