// A value shown inside a sentence: as JSON, short enough to read.

/** At most `limit` characters of the value's JSON. */
export function shown(value: unknown, limit = 80): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > limit ? `${text.slice(0, limit - 1).toWellFormed()}…` : text
}
