// Whether two JSON values are the same, whatever the order of their keys.

/** Deep equality of JSON values; 0 equals −0, as in their text. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(field(a, key), field(b, key)))
}

const field = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
