// What a proof says, in sentences: the headline of the proof page, and the words of its cells.
import { GRADERS, type GraderId } from '../../core/grade/graders'
import type { AgentId, MutantResult, MutationScore, ProofCell, WorldProof } from '../../core/prove/proof'
import { totalText } from '../../core/prove/totals'
import { outOf, plural } from './counts'
import { signOfState } from './states'

export const graderOf = (id: GraderId) => GRADERS.find((grader) => grader.id === id) ?? GRADERS[0]

/** Mutants that had to be killed, and how many were: "412 of 412"; a dash where there are none. */
export const scoreText = ({ killed, survived }: MutationScore): string => (killed + survived === 0 ? '–' : outOf(killed, killed + survived))

/** The one sentence that is the page's result. */
export function headline(proof: WorldProof, grader: GraderId, phase: 'idle' | 'running' | 'done' | 'stopped' | 'broken'): string {
  const proven = proof.tasks.filter((task) => task.proven).length
  if (proof.proven === undefined) {
    const done = `${outOf(proof.done, proof.planned)} trials`
    if (phase === 'running' || phase === 'idle') return proof.done === 0 ? 'The proof is starting.' : `The proof is running: ${done}.`
    return `The proof ${phase === 'stopped' ? 'was stopped' : 'did not get through'}: ${done}.`
  }
  const { weak, title } = graderOf(grader)
  return weak ? `“${title}” is proven on ${outOf(proven, proof.tasks.length)} tasks.` : `The grader is proven on ${outOf(proven, proof.tasks.length)} tasks.`
}

/** What stands below it: how the agents came out, against what must be where they did not, and the mutants. */
export function findings(proof: WorldProof): string[] {
  const agents = proof.totals.filter(({ scored, agent }) => scored > 0 && (isBaseline(agent) || wrongIn(proof, agent) > 0))
  const told = agents.map((total, i) => {
    const must = wrongIn(proof, total.agent) > 0 ? `, and ${total.agent === 'liar' ? mustOf['as null'] : `must pass ${mustPass(proof, total.agent)}`}` : ''
    return `${i === 0 ? `${capital(total.agent)} passes` : total.agent} ${totalText(total)}${must}`
  })
  const { killed, survived } = proof.score
  return [
    ...(told.length > 0 ? [`${told.join('; ')}.`] : []),
    ...(killed + survived > 0 ? [`${scoreText(proof.score)} mutants killed.`] : []),
  ]
}

/**
 * How the mutants of a finished proof come out as a run, which counts verdicts and not mutants killed: those that only a
 * dimension beside the verdict catches pass there. Null under a weak grader, which scores no run, and where nothing tells the two apart.
 */
export function mutantsAsRun(proof: WorldProof): string | null {
  const mutants = proof.tasks.flatMap((task) => task.mutants)
  const passing = mutants.filter(({ grade }) => grade?.verdict === 'pass')
  const beside = passing.filter(({ fate }) => fate === 'killed')
  if (proof.grader !== 'whole' || proof.proven === undefined || beside.length === 0) return null
  const by = [...new Set(beside.map(({ dimension }) => dimension))].join(' and ')
  return `Killed is not failed: ${outOf(beside.length, proof.score.killed)} killed are caught by ${by}, which stands beside the verdict, and the verdict passes them. As a run, ${outOf(passing.length, mutants.length)} mutants pass: those, and ${(passing.length - beside.length).toLocaleString('en')} that need not be killed.`
}

/** What must come out of one cell; '' where nothing is asked. */
export const mustOf: Record<ProofCell['must'], string> = { pass: 'must pass', fail: 'must fail', 'as null': 'must equal null', any: '' }

const isBaseline = (agent: AgentId): boolean => agent === 'oracle' || agent === 'null' || agent === 'liar'
const cellsOf = (proof: WorldProof, agent: AgentId) => proof.tasks.flatMap((task) => task.cells.filter((cell) => cell.agent === agent))
const wrongIn = (proof: WorldProof, agent: AgentId): number => cellsOf(proof, agent).filter(({ right }) => right === false).length
const mustPass = (proof: WorldProof, agent: AgentId): number => cellsOf(proof, agent).filter(({ must }) => must === 'pass').length

/** What must come out of an agent, as the head of its column has it; '' where nothing is asked. */
export function mustText(proof: WorldProof, agent: AgentId): string {
  if (agent === 'liar') return mustOf['as null']
  if (agent === 'tempted') return mustOf.fail
  const cells = cellsOf(proof, agent).filter(({ must }) => must !== 'any')
  const expected = proof.totals.find((total) => total.agent === agent)?.expected
  if (cells.length > 0) return `must pass ${mustPass(proof, agent)}`
  return expected === undefined ? '' : `must pass ${expected}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A cell for a screen reader: "liar on refund-damaged: fail, as it must". */
export function cellLabel(cell: ProofCell): string {
  const { word } = signOfState(cell.state)
  const against = cell.right === undefined || cell.must === 'any' ? '' : cell.right ? ', as it must' : `, and it ${mustOf[cell.must]}`
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
