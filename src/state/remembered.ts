// What the browser remembers between visits. Storage may be forbidden (private mode, an embedded page): then nothing is.

/** The text kept under a name, or null. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`aftermath.${name}`)
  } catch {
    return null
  }
}

/** Keeps a text under a name, where that is allowed. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(`aftermath.${name}`, text)
  } catch {
    return
  }
}
