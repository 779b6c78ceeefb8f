// What a run was played under, in sentences: its structural controls, and what was edited for it.
import { controlsFor, editedIn } from '../../core/trial/conditions'
import type { RunHead } from '../../core/trial/record'

/** A sentence each; of one world, or of all of the run's. Worlds without a structural control have nothing to be switched on. */
export function conditionsOf({ configuration, worlds }: Pick<RunHead, 'configuration' | 'worlds'>, of?: string): string[] {
  return worlds.filter(({ world }) => of === undefined || world.id === of).flatMap(({ world: { id, title, controls = {} } }) => {
    const on = controlsFor(configuration, id)
    const named = on.map((control) => `“${(Object.hasOwn(controls, control) ? controls[control]?.title : undefined) ?? control}”`)
    const { policy, tools } = editedIn(configuration, id)
    return [
      ...(on.length > 0 ? [`Structural ${on.length === 1 ? 'control' : 'controls'} switched on in ${title}: ${named.join('; ')}.`] : []),
      ...(on.length === 0 && Object.keys(controls).length > 0 ? [`No structural control was switched on in ${title}.`] : []),
      ...(policy || tools ? [`Edited for this run, in ${title}: ${[policy ? 'the system prompt' : '', tools ? 'descriptions of tools' : ''].filter(Boolean).join(' and ')}.`] : []),
    ]
  })
}
