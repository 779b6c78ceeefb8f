// What JSON allows and no record holds: keys that reach for the prototype, endless numbers, bottomless nesting.
import type { Problem } from './problem'

/** Deeper than any record, and far from where a recursion would end. */
const DEEPEST = 500

interface Place {
  value: unknown
  depth: number
  key: string | number
  parent: Place | null
}

/** The first strange thing inside of a value that JSON.parse made, or null. */
export function strangeIn(value: unknown): Problem | null {
  const open: Place[] = [{ value, depth: 0, key: '', parent: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value: here, depth } = place
    if (typeof here === 'number' && !Number.isFinite(here)) return { path: pathOf(place), says: 'the number is too large to be one' }
    if (typeof here !== 'object' || here === null) continue
    if (depth > DEEPEST) return { path: `${pathOf(place).slice(0, 40)}…`, says: `is nested deeper than ${DEEPEST} levels` }
    const push = (one: unknown, key: string | number) => {
      if (typeof one === 'number' ? !Number.isFinite(one) : typeof one === 'object' && one !== null) open.push({ value: one, depth: depth + 1, key, parent: place })
    }
    if (Array.isArray(here)) here.forEach(push)
    else {
      for (const [key, one] of Object.entries(here)) {
        if (key === '__proto__') return { path: pathOf({ value: one, depth, key, parent: place }), says: 'the key "__proto__" is refused' }
        push(one, key)
      }
    }
  }
  return null
}

function pathOf(place: Place): string {
  const steps: string[] = []
  for (let at: Place | null = place; at?.parent; at = at.parent) steps.push(typeof at.key === 'number' ? `[${at.key}]` : `.${at.key}`)
  return steps.reverse().join('').replace(/^\./, '')
}
