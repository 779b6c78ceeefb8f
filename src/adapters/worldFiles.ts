// Worlds from outside: a bundle in one file, or a folder of files, parsed as a whole or refused with every problem found.
import { parseJson } from '../core/run/jsonText'
import { worldHashes } from '../core/run/hashes'
import { bundleOfFiles } from '../core/task/files'
import { parseBundle, type Parsed } from '../core/task/parse'
import { shown } from '../core/task/shown'
import { strangeIn } from '../core/task/strange'
import type { Bundle } from '../core/task/schema'

/** A folder as it was dropped, or as it was chosen; or one file. */
export type WorldSource = { entry: FileSystemDirectoryEntry } | { files: readonly File[] } | { file: File }

/** Bytes of the largest world that is read, all its files together. */
const LARGEST = 20 * 2 ** 20
/** Files of the largest folder that is looked through. */
const MOST = 5_000
/** Names of what a world's folder holds; anything else is passed over. */
const OURS = /^(world\.json|tools\.json|schema\.sql|seed\.sql|policy\.md|tools\/[^/]+\.sql|tasks\/[^/]+\.json)$/

const refused = (says: string, path = ''): Parsed<Bundle> => ({ ok: false, problems: [{ path, says }] })
const told = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.message : String(error)).replace(/\.$/, '')

/** Reads and parses a world; never rejects. */
export async function readWorld(source: WorldSource): Promise<Parsed<Bundle>> {
  try {
    if ('file' in source) return await bundleOfFile(source.file)
    const files = 'entry' in source ? await filesOfEntry(source.entry) : ofFolder(source.files)
    return typeof files === 'string' ? refused(files) : await bundleOfFolder(files)
  } catch (error) {
    return refused(`It could not be read: ${told(error)}.`)
  }
}

/** The same of what is kept in this browser, whoever put it there. */
export function readKept(value: unknown): Parsed<Bundle> {
  try {
    return sound(parseBundle(value))
  } catch (error) {
    return refused(`It could not be read: ${told(error)}.`)
  }
}

async function bundleOfFile(file: File): Promise<Parsed<Bundle>> {
  if (file.size > LARGEST) return refused(tooLarge)
  const json = parseJson(await file.text())
  if (!json.ok) return refused(json.problem.replace('not a run.', 'not a world.'))
  const other = notThisFormat(json.value)
  if (other !== null) return refused(other)
  const strange = strangeIn(json.value)
  if (strange) return { ok: false, problems: [strange] }
  return sound(parseBundle(json.value))
}

/** What a value is instead of a world of this version, or null. */
function notThisFormat(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'This JSON is not a world: it is no object.'
  const { format, version } = value as { format?: unknown; version?: unknown }
  if (format === 'aftermath/run') return 'This is a run, not a world.'
  if (format !== 'aftermath/world') return `This JSON is not a world: its format is ${format === undefined ? 'not told' : shown(format)}, and must be "aftermath/world".`
  if (typeof version === 'number' && version > 1) return `This world was made by a newer version of Aftermath: its format has version ${version}, and this one reads version 1.`
  return null
}

async function bundleOfFolder(files: ReadonlyMap<string, File>): Promise<Parsed<Bundle>> {
  const found = [...files].filter(([path]) => OURS.test(path))
  if (found.length === 0) return refused('This folder is not a world: it has no world.json.')
  if (found.reduce((sum, [, { size }]) => sum + size, 0) > LARGEST) return refused(tooLarge)
  const texts = await Promise.all(found.map(async ([path, file]): Promise<[string, string]> => [path, await file.text()]))
  const parsed = bundleOfFiles(Object.fromEntries(texts))
  const strange = parsed.ok ? strangeIn(parsed.value) : null
  return strange ? { ok: false, problems: [strange] } : sound(parsed)
}

/** A world must have hashes: whoever reads its runs can tell by them whether it is the same one. */
function sound(parsed: Parsed<Bundle>): Parsed<Bundle> {
  if (!parsed.ok) return parsed
  try {
    worldHashes(parsed.value)
    return parsed
  } catch {
    return refused('A text in it is not well-formed Unicode: half of a character stands alone.')
  }
}

const tooLarge = `It is too large: a world has ${LARGEST / 2 ** 20} MB at most.`

function ofFolder(files: readonly File[]): ReadonlyMap<string, File> | string {
  if (files.length > MOST) return tooMany
  return new Map(files.map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file]))
}

const tooMany = `This folder is not a world: it has more than ${MOST.toLocaleString('en')} files.`

async function filesOfEntry(top: FileSystemDirectoryEntry): Promise<ReadonlyMap<string, File> | string> {
  const files = new Map<string, File>()
  let seen = 0
  const walk = async (folder: FileSystemDirectoryEntry, path: string): Promise<boolean> => {
    const reader = folder.createReader()
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return true
      for (const entry of some) {
        if ((seen += 1) > MOST) return false
        const at = `${path}${entry.name}`
        if (entry.isFile) files.set(at, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)))
        // Nothing of a world lies deeper.
        else if (at === 'tools' || at === 'tasks') if (!(await walk(entry as FileSystemDirectoryEntry, `${at}/`))) return false
      }
    }
  }
  return (await walk(top, '')) ? files : tooMany
}

/** A world as one JSON file that is read back as the same world. */
export function bundleBlob(bundle: Bundle): Blob {
  const { format, version, ...rest } = bundle
  return new Blob([JSON.stringify({ format, version, ...rest }, null, 2), '\n'], { type: 'application/json' })
}
