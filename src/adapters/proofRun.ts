// The run that keeps a proof's trials of one agent: its id follows from what was proven, by whom and with what.
import { GRADER_VERSION } from '../core/grade/grade'
import type { AgentId } from '../core/prove/proof'
import { hashesOf } from '../core/run/hashes'
import { contentHash } from '../core/task/canonical'
import type { Bundle } from '../core/task/schema'
import type { Player } from '../core/trial/record'

/** Another version of app, grader, world or any of its tasks gives another id. */
export const proofRunId = (app: string, bundle: Bundle, agent: AgentId | 'mutants', player: Player): string =>
  `proof-${bundle.world.id}-${agent}-${contentHash([app, GRADER_VERSION, hashesOf([bundle], GRADER_VERSION), player]).slice(0, 12)}`
