// What a person does with worlds, told in notices: bring one, take it out as a file, delete it and have it back.
import type { WorldSource } from '../adapters/worldFiles'
import type { Bundle } from '../core/task/schema'
import { sentence } from './library.svelte'
import type { Notices } from './notices.svelte'
import { provingsOf } from './proving.svelte'
import type { Services } from './services'

const FORMATS = ['world', 'run', 'selection'] as const
type Format = (typeof FORMATS)[number]

/** What a dropped file says it is; null where it does not say so near its beginning. */
export async function formatOf(file: Blob): Promise<Format | null> {
  const text = await file.slice(0, 2 ** 20).text().catch(() => '')
  const [, format] = /"format"\s*:\s*"aftermath\/(\w+)"/.exec(text) ?? []
  return FORMATS.find((one) => one === format) ?? null
}

/** Takes a world in and begins its proof; null where it was refused, and then `worlds.refused` says why. */
export async function takeWorld(services: Services, notices: Notices, source: WorldSource): Promise<Bundle | null> {
  const taken = await services.worlds.take(source)
  if (taken.kind === 'refused') return null
  const { title } = taken.bundle.world
  if (taken.kind === 'added') notices.show(`${title} is here now. Its proof is running.`)
  else if (taken.kind === 'same') notices.show(`${title} was here already, and is the same.`)
  else {
    const { before, bundle, changed } = taken
    // Another world that happens to have the same id is what matters most: it is said first.
    const what = before.world.title === title ? `${title} was replaced.` : `${before.world.title} was replaced by ${title}: both have the id ${bundle.world.id}.`
    const undo = () => services.worlds.keep(before).catch((error: unknown) => notices.show(`${before.world.title} was not brought back: ${sentence(error)}`, 'trouble'))
    notices.show(`${what} What changed: ${changed.join(', ')}.`, 'done', { label: 'Undo', run: () => void undo() })
  }
  const proving = provingsOf(services).of(taken.bundle)
  if (proving.phase === 'idle') void proving.run()
  return taken.bundle
}

/** A world, shipped or not, as one file. */
export async function exportWorld(services: Services, notices: Notices, bundle: Bundle): Promise<void> {
  try {
    const { bundleBlob } = await import('../adapters/worldFiles')
    services.download(bundleBlob(bundle), `${bundle.world.id}.json`)
    notices.show(`Exported ${bundle.world.title}.`)
  } catch (error) {
    notices.show(`${bundle.world.title} was not exported: ${sentence(error)}`, 'trouble')
  }
}

/** Deletes a world of the person's own; the notice brings it back. Its runs stay, each with the world as it was. */
export async function removeWorld(services: Services, notices: Notices, bundle: Bundle): Promise<void> {
  const { worlds } = services
  const { id, title } = bundle.world
  const undo = async () => {
    // Another may have taken its id meanwhile.
    if (worlds.find(id)) return notices.show(`${title} was not brought back: another world has its id now.`, 'trouble')
    await worlds.keep(bundle).catch((error: unknown) => notices.show(`${title} was not brought back: ${sentence(error)}`, 'trouble'))
  }
  try {
    await worlds.remove(id)
    provingsOf(services).of(bundle).stop()
    notices.show(`Deleted ${title}. Its runs stay.`, 'done', { label: 'Undo', run: () => void undo() })
  } catch (error) {
    notices.show(`${title} was not deleted: ${sentence(error)}`, 'trouble')
  }
}
