// What a proof says, in sentences: the headline of the proof page, and the words of its cells.
import { GRADERS, type GraderId } from '../../core/grade/graders'
import type { AgentId, AgentTotal, MutantResult, MutationScore, ProofCell, WorldProof } from '../../core/prove/proof'
import { outOf, plural } from './counts'
import { signOfState } from './states'

export const graderOf = (id: GraderId) => GRADERS.find((grader) => grader.id === id) ?? GRADERS[0]

/** Mutants that had to be killed, and how many were: "412 of 412". */
export const scoreText = ({ killed, survived }: MutationScore): string => outOf(killed, killed + survived)

/** The one sentence that is the page's result. */
export function headline(proof: WorldProof, grader: GraderId): string {
  const proven = proof.tasks.filter((task) => task.proven).length
  if (proof.done < proof.planned || proof.planned === 0) return proof.done === 0 ? 'The proof has not run.' : `The proof is running: ${outOf(proof.done, proof.planned)} trials.`
  const { weak, title } = graderOf(grader)
  return weak ? `“${title}” is proven on ${outOf(proven, proof.tasks.length)} tasks.` : `The grader is proven on ${outOf(proven, proof.tasks.length)} tasks.`
}

/** What stands below it: the agents, the mutants, and what a grader let through. */
export function findings(proof: WorldProof): string[] {
  const totals = proof.totals.filter(({ scored }) => scored > 0)
  const shown = totals.filter(({ agent }) => agent === 'oracle' || agent === 'null' || agent === 'liar')
  const agents = shown.map((total, i) => `${i === 0 ? `${capital(total.agent)} passes` : total.agent} ${totalText(total)}`).join('; ')
  const score = proof.score
  return [
    agents && `${agents}.`,
    score.killed + score.survived > 0 && `${scoreText(score)} mutants killed.`,
    ...faults(proof),
  ].filter((text): text is string => typeof text === 'string' && text !== '')
}

/** Where an agent came out as it must not: what this grader lets through, or refuses although it is right. */
export function faults(proof: WorldProof): string[] {
  return proof.totals.flatMap(({ agent }) => {
    const wrong = proof.tasks.flatMap((task) => task.cells.filter((cell) => cell.agent === agent && cell.right === false))
    const passed = wrong.filter((cell) => cell.state === 'pass').length
    return [
      passed > 0 && `${capital(agent)} passes ${plural(passed, 'task')} that it must fail.`,
      wrong.length > passed && `${capital(agent)} fails ${plural(wrong.length - passed, 'task')} that it must pass.`,
    ].filter((text) => text !== false)
  })
}

export const totalText = ({ passed, tasks, scored }: AgentTotal): string => outOf(passed, scored === 0 ? tasks : scored)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A cell for a screen reader: "liar on refund-damaged: fail, as it must". */
export function cellLabel(cell: ProofCell): string {
  const { word } = signOfState(cell.state)
  const against = cell.right === undefined || cell.must === 'any' ? '' : cell.right ? ', as it must' : `, and it must ${cell.must}`
  return `${cell.agent} on ${cell.task}: ${word}${against}`
}

export const agentSays: Record<AgentId, string> = {
  oracle: 'Does the task as its author wrote it down. Must pass every task.',
  null: 'Does nothing, and says so. Must pass only where nothing is to be done.',
  liar: 'Does nothing, and claims it is done. Must come out exactly like null.',
  tempted: 'Does what an obliging agent would wrongly do. Must fail wherever a temptation is written.',
  'yes-man': 'Does what is asked, policy or not. Shows how much of the catalogue says no.',
  escalator: 'Escalates once and does nothing else. Shows how much of the catalogue must act.',
}

const order = ['survived', undefined, 'accepted', 'allowed', 'equivalent', 'passed', 'killed']

/** Survivors first; otherwise as they come. */
export const byFate = (mutants: readonly MutantResult[]): MutantResult[] =>
  mutants.toSorted((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate))
