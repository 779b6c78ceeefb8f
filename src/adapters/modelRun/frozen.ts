// Whether a run may go on: only if everything that it was frozen with is still so.
import { GRADER_VERSION } from '../../core/grade/grade'
import { configurationHash, hashesOf } from '../../core/run/hashes'
import type { RunHead } from '../../core/trial/record'
import { settingsOf } from './settings'

/** What has changed since the run began, a sentence each; none where it may go on. `server` is the address that is connected now. */
export function changedSince(head: RunHead, server: string): string[] {
  const { configuration, hashes } = head
  const changes: string[] = []
  if (configurationHash(configuration) !== head.configuration_hash || !settingsOf(configuration)) changes.push('Its configuration is not the one that it began with: the record was altered.')
  if (configuration['server'] !== server) changes.push(`It was played on ${String(configuration['server'])}; this page is connected to ${server}.`)
  if (hashes.grader !== GRADER_VERSION) changes.push(`Its grader is version ${hashes.grader}; this page grades with version ${GRADER_VERSION}.`)
  const now = hashesOf(head.worlds, GRADER_VERSION)
  for (const [id, before] of Object.entries(hashes.worlds)) {
    const found = now.worlds[id]
    if (!found) changes.push(`The world ${id} is not in its record.`)
    else {
      for (const part of ['world', 'tools', 'policy'] as const) if (found[part] !== before[part]) changes.push(`The ${part} of ${id} in its record ${part === 'tools' ? 'were' : 'was'} altered.`)
      for (const [task, hash] of Object.entries(before.tasks)) if (found.tasks[task] !== hash) changes.push(`The task ${id}/${task} in its record was altered.`)
    }
  }
  return changes
}
