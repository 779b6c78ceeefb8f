// What an object itself holds: an id can be any word, also one that every object is born with.

/** The value under a key of the object's own; undefined where it has none. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)
