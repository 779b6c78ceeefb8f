// What an object itself holds: an id can be any word, also one that every object is born with.

/** The value under a key of the object's own; undefined where it has none. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)

/** The same of a value that may be anything: undefined where it is no object. */
export const fieldOf = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined)
