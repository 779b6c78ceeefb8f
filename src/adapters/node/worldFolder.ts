// A world's folder on disk.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { bundleOfFiles } from '../../core/task/files'
import type { Parsed } from '../../core/task/parse'
import type { Bundle } from '../../core/task/schema'

const WANTED = /\.(json|sql|md)$/

/** Reads a world from its folder. */
export function readWorldFolder(folder: string): Parsed<Bundle> {
  const files: Record<string, string> = {}
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && WANTED.test(entry.name)).map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return { ok: false, problems: [{ path: folder, says: 'there is no such folder' }] }
  }
  for (const name of names) files[relative(folder, name).split(sep).join('/')] = readFileSync(name, 'utf8')
  return bundleOfFiles(files)
}
