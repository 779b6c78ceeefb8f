// What a run was made of, as hashes: whoever reads it later can tell whether anything has been altered.
import { contentHash } from '../task/canonical'
import type { Bundle } from '../task/schema'
import type { Configuration, RunHead } from '../trial/record'

type WorldHashes = RunHead['hashes']['worlds'][string]

/** SHA-256 of the frozen configuration, in hex. Throws where a text in it is not well-formed Unicode. */
export const configurationHash = (configuration: Configuration): string => contentHash(configuration)

/**
 * SHA-256 of each part of a world, in hex: `world` covers its description, schema and seed, `tools` what the agent
 * sees of them and their SQL. Throws where a text is not well-formed Unicode.
 */
export function worldHashes({ world, schema, seed, policy, tools, sql, tasks }: Bundle): WorldHashes {
  return {
    world: contentHash({ world, schema, seed }),
    tools: contentHash({ tools, sql }),
    policy: contentHash(policy),
    tasks: Object.fromEntries(tasks.map((task) => [task.id, contentHash(task)])),
  }
}

/** The hashes of a run's head; `grader` is the version of the grader, as it stands. */
export function hashesOf(bundles: readonly Bundle[], grader: string): RunHead['hashes'] {
  return { grader, worlds: Object.fromEntries(bundles.map((bundle) => [bundle.world.id, worldHashes(bundle)])) }
}
