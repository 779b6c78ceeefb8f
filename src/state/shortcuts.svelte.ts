// Shortcuts: keys that work without a control being focused. They can be turned off, for good.
import { createContext } from 'svelte'
import { recall, remember } from './remembered'

export const SHORTCUTS = [
  { keys: ['j', '→'], does: 'One step on' },
  { keys: ['k', '←'], does: 'One step back' },
  { keys: ['space'], does: 'One step on, when presenting' },
  { keys: ['p'], does: 'Play the steps, or pause' },
  { keys: ['1', '2', '3', '4'], does: 'Asked, Said, Did, Allowed, when presenting' },
  { keys: ['h'], does: 'Hint, when you are the agent' },
  { keys: ['u'], does: 'Undo the last step, when you are the agent' },
  { keys: ['?'], does: 'This list' },
] as const

export class Shortcuts {
  #on = $state(recall('shortcuts') !== 'off')

  get on(): boolean {
    return this.#on
  }

  set on(on: boolean) {
    this.#on = on
    remember('shortcuts', on ? 'on' : 'off')
  }

  /** The key of an event that is meant as a shortcut; null where the key has a meaning of its own, or shortcuts are off. */
  keyOf(event: KeyboardEvent): string | null {
    if (!this.#on || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
    // What a shadow root holds is seen from outside as its host: an editor is one.
    const [target] = event.composedPath()
    if (!(target instanceof Element)) return event.key
    if (target.closest('input, textarea, select, [contenteditable], [role="region"], [role="grid"], [role="tab"], dialog')) return null
    // Space presses what is focused.
    return event.key === ' ' && target.closest('button, a, summary') ? null : event.key
  }
}

const [getShortcuts, setShortcuts] = createContext<Shortcuts>()
export { getShortcuts, setShortcuts }
