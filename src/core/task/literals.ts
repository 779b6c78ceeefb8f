// A closed union of strings as a schema.
import { Type } from 'typebox'

/** Schema of a closed union of strings; its static type is that union. */
export const literals = <const T extends string[]>(...values: [...T]) => Type.Enum(values)
